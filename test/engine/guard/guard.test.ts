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
import { type RemoteResources, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";

const tools = (count: number): object[] =>
  Array.from({ length: count }, (_none, index) =>
    toolResponse(`t${index}`, { name: `tool${index}` }),
  );
const defined = (count: number): string =>
  Array.from({ length: count }, (_none, index) =>
    tool.replace("name: look", `name: tool${index}`),
  ).join("---\n");
const evaluations = (count: number): object[] =>
  Array.from({ length: count }, (_none, index) =>
    evaluationResponse(`e${index}`, "p", { variables: { n: `${index}` } }),
  );
const definedEvaluations = (values: Readonly<Record<string, string>>): string =>
  `${prompt}evaluations:\n${Object.entries(values)
    .map(([name, n]) => `  - { name: ${name}, variables: { n: "${n}" } }\n`)
    .join("")}`;
const guarded: PlanFixtureOptions = { prune: true, allowMassDelete: false };
const none = `${prompt}evaluations: []\n`;

const rows: readonly (readonly [
  sentence: string,
  texts: string,
  remote: RemoteResources,
  options: PlanFixtureOptions,
  refused: readonly string[],
])[] = [
  [
    "without definitions nothing is deleted",
    "",
    { tools: tools(1) } as RemoteResources,
    guarded,
    ["nothing-loaded"],
  ],
  ["without definitions nothing to delete is no matter", "", {}, guarded, []],
  [
    "the only one of a kind may go",
    defined(0) + none,
    { tools: tools(1) } as RemoteResources,
    guarded,
    [],
  ],
  [
    "all of a kind, where there are two, is refused",
    none,
    { tools: tools(2) } as RemoteResources,
    guarded,
    ["mass-delete"],
  ],
  ["three of nine are fine", defined(6), { tools: tools(9) } as RemoteResources, guarded, []],
  [
    "four of nine are refused, as they are of ten",
    defined(5),
    { tools: tools(9) } as RemoteResources,
    guarded,
    ["mass-delete"],
  ],
  ["three of ten are 30 %: fine", defined(7), { tools: tools(10) } as RemoteResources, guarded, []],
  [
    "four of ten are more: refused",
    defined(6),
    { tools: tools(10) } as RemoteResources,
    guarded,
    ["mass-delete"],
  ],
  [
    "four of ten are fine where the limit says so",
    defined(6),
    { tools: tools(10) } as RemoteResources,
    { ...guarded, maxDeletePercent: 40 },
    [],
  ],
  [
    "the flag lifts it",
    defined(6),
    { tools: tools(10) } as RemoteResources,
    { prune: true, allowMassDelete: true },
    [],
  ],
  [
    "the flag lifts it without definitions too",
    "",
    { tools: tools(3) } as RemoteResources,
    { prune: true, allowMassDelete: true },
    [],
  ],
  [
    "what is out of scope counts neither way",
    defined(0) + none,
    { tools: tools(10) } as RemoteResources,
    { ...guarded, scope: ["tool/tool0", "tool/tool1"] },
    ["mass-delete"],
  ],
  [
    "second copies do not count",
    tool,
    { tools: ["a", "b", "c"].map((id) => toolResponse(id)) } as RemoteResources,
    guarded,
    [],
  ],
  [
    "all evaluations of the defined prompts are refused",
    none,
    { prompts: [promptResponse("p")], evaluations: evaluations(2) } as RemoteResources,
    guarded,
    ["mass-delete"],
  ],
  [
    "old versions of evaluations do not count where the service has the new ones",
    definedEvaluations({ a: "2", b: "3" }),
    { prompts: [promptResponse("p")], evaluations: evaluations(4) } as RemoteResources,
    {
      ...guarded,
      maxDeletePercent: 0,
      history: historyOf({
        line: [definedEvaluations({ a: "2", b: "3" }), definedEvaluations({ a: "0", b: "1" })],
      }),
    },
    [],
  ],
  [
    "they do where a removed definition had the content, and another one has its name now",
    definedEvaluations({ a: "2", b: "3" }),
    { prompts: [promptResponse("p")], evaluations: evaluations(4) } as RemoteResources,
    {
      ...guarded,
      maxDeletePercent: 0,
      history: historyOf({
        line: [
          definedEvaluations({ a: "2", b: "3" }),
          definedEvaluations({ a: "0", b: "1", c: "2", d: "3" }),
        ],
      }),
    },
    ["mass-delete"],
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
    } as RemoteResources,
    { ...guarded, scope: ["prompt/Greet"] },
    ["mass-delete"],
  ],
  [
    "what goes with a prompt does not count",
    `${tool}---\n${prompt}`,
    {
      tools: [toolResponse("t")],
      prompts: [promptResponse("q", { name: "Other" }), promptResponse("p")],
      evaluations: evaluations(3).map((each) => ({ ...each, promptId: "q" })),
    } as RemoteResources,
    guarded,
    [],
  ],
];

it.each(rows)("%s", async (_sentence, texts, remote, options, refused) => {
  const { refusals } = await planOf(texts, remote, options);
  expect(refusals.map(({ code }) => code)).toEqual(refused);
});

it.each(["README.md", "SECURITY.md"])("refuses exactly what %s says", async (page) => {
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
      const remote = { tools: tools(total) } as RemoteResources;
      const { refusals } = await planOf(texts, remote, guarded);
      const isRefused =
        deletes > (Math.max(total, least) * percent) / 100 || (deletes === total && total >= all);
      expect([deletes, total, refusals.length]).toEqual([deletes, total, isRefused ? 1 : 0]);
    }
});

it("is not passed by a run and then refused to the one that finishes it", async () => {
  const passes = async (total: number, created: number, deleted: number, percent: number) => {
    const kept = tools(total - created).slice(deleted); // those with the highest numbers stay
    const names = (all: readonly object[]): string =>
      all
        .map((each) => tool.replace("name: look", `name: ${(each as { name: string }).name}`))
        .join("---\n");
    const news = tools(created).map((_each, index) =>
      toolResponse(`n${index}`, { name: `new${index}` }),
    );
    const remote = { tools: [...tools(total - created), ...news] } as RemoteResources;
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
  const plan = await planOf(defined(6), { tools: tools(10) } as RemoteResources, guarded);
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
