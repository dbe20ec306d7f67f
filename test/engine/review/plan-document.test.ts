// The JSON document of a plan: valid against its schema, with the bodies before and after.
import { expect, it } from "vitest";
import { plan as isPlan } from "../../../src/generated/plan-validators.js";
import { planDocument } from "../../../src/engine/review/plan-document.ts";
import {
  costResponse,
  evaluationResponse,
  modelSettings,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { type RemoteResources, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";

const evaluated = `${prompt}evaluations:\n  - { name: e, variables: { a: b }, assertions: [{ type: COST, targetThreshold: 1 }] }\n`;
const replacing: RemoteResources = {
  prompts: [promptResponse("p")],
  evaluations: [evaluationResponse("x", "p", { variables: { a: "b" }, weight: 0.5 })],
  assertions: [costResponse("a", "x"), { id: "j", evaluationId: "gone", type: "JUDGE" }],
};

it.each<[sentence: string, texts: string, remote: RemoteResources, options: PlanFixtureOptions]>([
  ["no changes", tool, { tools: [toolResponse("t")] }, {}],
  ["creates", `${evaluated}---\n${tool}`, {}, {}],
  [
    "updates, with fields that may be lost",
    tool.replace(": d", ": e"),
    { tools: [toolResponse("t", { owner: 1 })] },
    {},
  ],
  ["a replace", evaluated, replacing, {}],
  ["deletes", tool, replacing, { prune: true }],
  ["duplicates", tool, { tools: [toolResponse("t"), toolResponse("u")] }, { prune: true }],
  [
    "unmanaged resources, orphans and notes",
    `${prompt}evaluations: []\n`,
    replacing,
    { notes: ["A note."] },
  ],
  [
    "refusals",
    prompt,
    { prompts: [promptResponse("p", { parameters: { ...modelSettings, provider: "X" } })] },
    {},
  ],
])("the document is valid: %s", async (_sentence, texts, remote, options) => {
  const document: unknown = JSON.parse(
    JSON.stringify(planDocument(await planOf(texts, remote, options))),
  );
  const valid = isPlan(document);
  expect(isPlan.errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

const cost = { type: "COST", targetThreshold: 1, weight: 1 };

it("the whole document of a replace", async () => {
  const document = planDocument(await planOf(evaluated, replacing));
  expect(JSON.parse(JSON.stringify(document))).toEqual({
    format: "promptctl.plan/1",
    baseUrl: "https://prompts.test",
    counts: { create: 0, update: 0, replace: 1, delete: 0, keep: 1 },
    changes: [
      {
        address: "evaluation/Greet/e",
        action: "replace",
        id: "x",
        edits: [{ op: "replace", path: "/weight", value: 1 }],
        held: {
          type: "version",
          at: { commit: "1".repeat(40), date: "2026-01-01T00:00:00Z", orOlder: false },
          behind: 0,
        },
        childCounts: { assertion: 1 },
        parent: "prompt/Greet",
        before: { variables: { a: "b" }, appendedMessages: [], weight: 0.5, threshold: 1 },
        body: { variables: { a: "b" }, appendedMessages: [], weight: 1, threshold: 1 },
        childCreates: [
          {
            address: "assertion/Greet/e/1",
            action: "create",
            parent: "evaluation/Greet/e",
            body: cost,
          },
        ],
        childDeletes: [
          {
            address: "assertion/Greet/e/id:a",
            action: "delete",
            id: "a",
            parent: "evaluation/Greet/e",
            before: cost,
            reason: "parent",
            cascades: false,
          },
        ],
      },
    ],
    steps: [
      {
        id: "create evaluation/Greet/e",
        address: "evaluation/Greet/e",
        verb: "create",
        phase: "write",
        parent: "prompt/Greet",
        needs: [],
      },
      {
        id: "create assertion/Greet/e/1",
        address: "assertion/Greet/e/1",
        verb: "create",
        phase: "write",
        parent: "evaluation/Greet/e",
        needs: ["create evaluation/Greet/e"],
      },
      {
        id: "delete assertion/Greet/e/id:a",
        address: "assertion/Greet/e/id:a",
        verb: "delete",
        phase: "delete",
        remoteId: "a",
        needs: ["create evaluation/Greet/e", "create assertion/Greet/e/1"],
      },
      {
        id: "delete evaluation/Greet/e",
        address: "evaluation/Greet/e",
        verb: "delete",
        phase: "delete",
        remoteId: "x",
        needs: [
          "create evaluation/Greet/e",
          "create assertion/Greet/e/1",
          "delete assertion/Greet/e/id:a",
        ],
      },
    ],
    unmanaged: [{ kind: "assertion", name: "", id: "j", reason: "its evaluation does not exist" }],
    refusals: [],
    notes: [],
    history: { commits: 2 },
  });
});
