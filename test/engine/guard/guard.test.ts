// Guards: deletions that look like a mistake are shown and refused.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  evaluationAnswer,
  prompt,
  promptAnswer,
  tool,
  toolAnswer,
} from "../../fixtures/answers.ts";
import { type Held, type PlanGiven, planOf } from "../../fixtures/in-memory.ts";

const tools = (count: number): object[] =>
  Array.from({ length: count }, (_none, index) =>
    toolAnswer(`t${index}`, { name: `tool${index}` }),
  );
const defined = (count: number): string =>
  Array.from({ length: count }, (_none, index) =>
    tool.replace("name: look", `name: tool${index}`),
  ).join("---\n");
const evaluations = (count: number): object[] =>
  Array.from({ length: count }, (_none, index) =>
    evaluationAnswer(`e${index}`, "p", { variables: { n: `${index}` } }),
  );
const guarded: PlanGiven = { prune: true, allowMassDelete: false };
const none = `${prompt}evaluations: []\n`;

const rows: readonly (readonly [
  sentence: string,
  texts: string,
  held: Held,
  given: PlanGiven,
  refused: readonly string[],
])[] = [
  [
    "without definitions nothing is deleted",
    "",
    { tools: tools(1) } as Held,
    guarded,
    ["nothing-loaded"],
  ],
  ["without definitions nothing to delete is no matter", "", {}, guarded, []],
  ["the only one of a kind may go", defined(0) + none, { tools: tools(1) } as Held, guarded, []],
  [
    "all of a kind, where there are two, is refused",
    none,
    { tools: tools(2) } as Held,
    guarded,
    ["mass-delete"],
  ],
  ["three of nine are fine", defined(6), { tools: tools(9) } as Held, guarded, []],
  [
    "four of nine are refused, as they are of ten",
    defined(5),
    { tools: tools(9) } as Held,
    guarded,
    ["mass-delete"],
  ],
  ["three of ten are 30 %: fine", defined(7), { tools: tools(10) } as Held, guarded, []],
  [
    "four of ten are more: refused",
    defined(6),
    { tools: tools(10) } as Held,
    guarded,
    ["mass-delete"],
  ],
  [
    "four of ten are fine where the limit says so",
    defined(6),
    { tools: tools(10) } as Held,
    { ...guarded, maxDeletePercent: 40 },
    [],
  ],
  [
    "the flag lifts it",
    defined(6),
    { tools: tools(10) } as Held,
    { prune: true, allowMassDelete: true },
    [],
  ],
  [
    "the flag lifts it without definitions too",
    "",
    { tools: tools(3) } as Held,
    { prune: true, allowMassDelete: true },
    [],
  ],
  [
    "what is out of scope counts neither way",
    defined(0) + none,
    { tools: tools(10) } as Held,
    { ...guarded, scope: ["tool/tool0", "tool/tool1"] },
    ["mass-delete"],
  ],
  [
    "second copies do not count",
    tool,
    { tools: ["a", "b", "c"].map((id) => toolAnswer(id)) } as Held,
    guarded,
    [],
  ],
  [
    "all evaluations of the defined prompts are refused",
    none,
    { prompts: [promptAnswer("p")], evaluations: evaluations(2) } as Held,
    guarded,
    ["mass-delete"],
  ],
  [
    "what goes with a prompt does not count",
    `${tool}---\n${prompt}`,
    {
      tools: [toolAnswer("t")],
      prompts: [promptAnswer("q", { name: "Other" }), promptAnswer("p")],
      evaluations: evaluations(3).map((each) => ({ ...each, promptId: "q" })),
    } as Held,
    guarded,
    [],
  ],
];

it.each(rows)("%s", async (_sentence, texts, held, given, refused) => {
  const { refusals } = await planOf(texts, held, given);
  expect(refusals.map(({ code }) => code)).toEqual(refused);
});

it("is not passed by a run and then refused to the one that finishes it", async () => {
  const passes = async (there: number, made: number, goes: number, percent: number) => {
    const kept = tools(there - made).slice(goes); // those with the highest numbers stay
    const names = (all: readonly object[]): string =>
      all
        .map((each) => tool.replace("name: look", `name: ${(each as { name: string }).name}`))
        .join("---\n");
    const news = tools(made).map((_each, index) =>
      toolAnswer(`n${index}`, { name: `new${index}` }),
    );
    const held = { tools: [...tools(there - made), ...news] } as Held;
    const { refusals } = await planOf(names([...kept, ...news]), held, {
      ...guarded,
      maxDeletePercent: percent,
    });
    return refusals.length === 0;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 16 }).chain((there) =>
        fc.integer({ min: 1, max: there - 1 }).chain((goes) =>
          fc.record({
            there: fc.constant(there),
            goes: fc.constant(goes),
            gone: fc.integer({ min: 0, max: goes }),
            made: fc.integer({ min: 0, max: 6 }),
            percent: fc.constantFrom(0, 10, 30, 60, 100),
          }),
        ),
      ),
      async ({ there, goes, gone, made, percent }) => {
        if (await passes(there, 0, goes, percent))
          expect(await passes(there - gone + made, made, goes - gone, percent)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

it("says how much of what, and the way out", async () => {
  const plan = await planOf(defined(6), { tools: tools(10) } as Held, guarded);
  expect(plan.refusals).toEqual([
    {
      code: "mass-delete",
      message:
        "The plan would delete 4 of 10 tools, more than 30 %: they are not defined in any file.",
      hint: "To delete them, use --allow-mass-delete. The limit is limits.maxDeletePercent in promptctl.yaml.",
      addresses: [],
    },
  ]);
  expect(plan.counts.delete).toBe(4);
});
