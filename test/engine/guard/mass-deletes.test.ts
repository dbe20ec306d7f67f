// Guards: deletions that look like a mistake are shown and refused.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { historyOf } from "../../fixtures/history.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { type RemoteResources, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";

const toolList = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_none, index) =>
    toolResponse(`t${index}`, { name: `tool${index}` }),
  );
const tools = (count: number): RemoteResources => ({ tools: toolList(count) });
const defined = (count: number): string =>
  Array.from({ length: count }, (_none, index) =>
    tool.replace("name: look", `name: tool${index}`),
  ).join("---\n");
const evaluations = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_none, index) =>
    evaluationResponse(`e${index}`, "p", { variables: { n: `${index}` } }),
  );
const definedEvaluations = (values: Readonly<Record<string, string>>): string =>
  `${prompt}evaluations:\n${Object.entries(values)
    .map(([name, n]) => `  - { name: ${name}, variables: { n: "${n}" } }\n`)
    .join("")}`;
const guarded: PlanFixtureOptions = { prune: true, allowMassDelete: false };
const none = `${prompt}evaluations: []\n`;

const rows: readonly [
  sentence: string,
  texts: string,
  remote: RemoteResources,
  refused: readonly string[],
  options?: PlanFixtureOptions,
][] = [
  ["without definitions nothing is deleted", "", tools(1), ["nothing-loaded"]],
  ["without definitions nothing to delete is no matter", "", {}, []],
  [
    "four of ten are fine where the limit says so",
    defined(6),
    tools(10),
    [],
    { maxDeletePercent: 40 },
  ],
  ["the flag lifts it", defined(6), tools(10), [], { allowMassDelete: true }],
  ["the flag lifts it without definitions too", "", tools(3), [], { allowMassDelete: true }],
  [
    "what is out of scope counts neither way",
    defined(0) + none,
    tools(10),
    ["mass-delete"],
    { scope: ["tool/tool0", "tool/tool1"] },
  ],
  [
    "second copies do not count",
    tool,
    { tools: ["a", "b", "c"].map((id) => toolResponse(id)) },
    [],
  ],
  [
    "all evaluations of the defined prompts are refused",
    none,
    { prompts: [promptResponse("p")], evaluations: evaluations(2) },
    ["mass-delete"],
  ],
  [
    "old versions of evaluations do not count where the service has the new ones",
    definedEvaluations({ a: "2", b: "3" }),
    { prompts: [promptResponse("p")], evaluations: evaluations(4) },
    [],
    {
      maxDeletePercent: 0,
      history: historyOf({
        line: [definedEvaluations({ a: "2", b: "3" }), definedEvaluations({ a: "0", b: "1" })],
      }),
    },
  ],
  [
    "they do where a removed definition had the content, and another one has its name now",
    definedEvaluations({ a: "2", b: "3" }),
    { prompts: [promptResponse("p")], evaluations: evaluations(4) },
    ["mass-delete"],
    {
      maxDeletePercent: 0,
      history: historyOf({
        line: [
          definedEvaluations({ a: "2", b: "3" }),
          definedEvaluations({ a: "0", b: "1", c: "2", d: "3" }),
        ],
      }),
    },
  ],
  [
    "evaluations of prompts outside the scope count neither way",
    `${none}---\n${none.replace("Greet", "Other")}`,
    {
      prompts: [promptResponse("p"), promptResponse("q", { name: "Other" })],
      evaluations: [
        ...evaluations(2),
        ...evaluations(4).map((each, index) => ({ ...each, id: `q${index}`, promptId: "q" })),
      ],
    },
    ["mass-delete"],
    { scope: ["prompt/Greet"] },
  ],
  [
    "what goes with a prompt does not count",
    `${tool}---\n${prompt}`,
    {
      tools: [toolResponse("t")],
      prompts: [promptResponse("q", { name: "Other" }), promptResponse("p")],
      evaluations: evaluations(3).map((each) => ({ ...each, promptId: "q" })),
    },
    [],
  ],
];

it.each(rows)("%s", async (_sentence, texts, remote, refused, options = {}) => {
  const { refusals } = await planOf(texts, remote, { ...guarded, ...options });
  expect(refusals.map(({ code }) => code)).toEqual(refused);
});

it.each(["docs/plan-and-apply.md", "SECURITY.md"])("refuses exactly what %s says", async (page) => {
  const text = readFileSync(join(import.meta.dirname, "../../..", page), "utf8");
  const sentence =
    /more than (\d+) percent of a kind \(fewer than (\d+) count as \d+\), or all of a kind with (\d+) or more/;
  const [percent, least, all] = sentence.exec(text)!.slice(1).map(Number) as [
    number,
    number,
    number,
  ];
  for (let total = 1; total <= 12; total++)
    for (let deletes = 1; deletes <= total; deletes++) {
      const texts = deletes === total ? none : defined(total - deletes);
      const { refusals } = await planOf(texts, tools(total), guarded);
      const isRefused =
        deletes > (Math.max(total, least) * percent) / 100 || (deletes === total && total >= all);
      expect([deletes, total, refusals.length]).toEqual([deletes, total, isRefused ? 1 : 0]);
    }
});

it("is not passed by a run and then refused to the one that finishes it", async () => {
  const passes = async (total: number, created: number, deleted: number, percent: number) => {
    const kept = toolList(total - created).slice(deleted); // those with the highest numbers stay
    const names = (all: readonly JsonObject[]): string =>
      all.map((each) => tool.replace("name: look", `name: ${String(each["name"])}`)).join("---\n");
    const news = toolList(created).map((_each, index) =>
      toolResponse(`n${index}`, { name: `new${index}` }),
    );
    const remote = { tools: [...toolList(total - created), ...news] };
    const { refusals } = await planOf(names([...kept, ...news]), remote, {
      ...guarded,
      maxDeletePercent: percent,
    });
    return refusals.length === 0;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 16 }).chain((total) =>
        fc.integer({ min: 1, max: total - 1 }).chain((deleted) =>
          fc.record({
            total: fc.constant(total),
            deleted: fc.constant(deleted),
            deletedBefore: fc.integer({ min: 0, max: deleted }),
            created: fc.integer({ min: 0, max: 6 }),
            percent: fc.constantFrom(0, 10, 30, 60, 100),
          }),
        ),
      ),
      async ({ total, deleted, deletedBefore, created, percent }) => {
        if (await passes(total, 0, deleted, percent))
          expect(
            await passes(
              total - deletedBefore + created,
              created,
              deleted - deletedBefore,
              percent,
            ),
          ).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

it("says how much of what, and the way out", async () => {
  const plan = await planOf(defined(6), tools(10), guarded);
  expect(plan.refusals).toEqual([
    {
      code: "mass-delete",
      message:
        "The plan would delete 4 of 10 tools, more than the limit of 30%. They are not defined in any file.",
      hint: "To delete them, use --allow-mass-delete. The limit is limits.maxDeletePercent in promptctl.yaml.",
      addresses: [],
    },
  ]);
  expect(plan.counts.delete).toBe(4);
});
