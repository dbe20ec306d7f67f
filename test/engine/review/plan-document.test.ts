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

it.each<[sentence: string, texts: string, remote: RemoteResources, options?: PlanFixtureOptions]>([
  ["no changes", tool, { tools: [toolResponse("t")] }],
  ["creates", `${evaluated}---\n${tool}`, {}],
  [
    "updates, with fields that may be lost",
    tool.replace(": d", ": e"),
    { tools: [toolResponse("t", { owner: 1 })] },
  ],
  ["a replace", evaluated, replacing],
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
  ],
])("the document is valid: %s", async (_sentence, texts, remote, options) => {
  const document: unknown = JSON.parse(
    JSON.stringify(planDocument(await planOf(texts, remote, options))),
  );
  const valid = isPlan(document);
  expect(isPlan.errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});
