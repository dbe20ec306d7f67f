// Evaluations are recognized by the newest commit in which a definition had their content.
import { expect, it } from "vitest";
import { cost, planEvaluations, remoteEvaluation } from "../../fixtures/evaluations.ts";
import { historyOf } from "../../fixtures/history.ts";
import { prompt } from "../../fixtures/responses.ts";

const a = `variables: { v: a }, ${cost(1)}`;
const b = `variables: { v: b }, ${cost(2)}`;
const c = `variables: { v: c }, ${cost(3)}`;
const d = `variables: { v: d }, ${cost(4)}`;
const empty = "variables: {}";
const version = (...evaluations: string[]): string =>
  `${prompt}evaluations:${evaluations.length === 0 ? " []" : ""}${evaluations.map((each, index) => `\n  - { name: e${index + 1}, ${each} }`).join("")}\n`;
const remoteA = remoteEvaluation("x", { variables: { v: "a" } }, 1);
const remoteB = remoteEvaluation("y", { variables: { v: "b" } }, 2);
const remoteEmpty = remoteEvaluation("x");
const unmanaged = (id: string): string =>
  `unmanaged evaluation prompt/Greet ${id}: not defined in any file`;
const creates = (name: string): string[] => [
  `create evaluation/Greet/${name}`,
  `create assertion/Greet/${name}/1`,
];
const updates = (name: string, id: string): string[] => [
  `update evaluation/Greet/${name} ${id}`,
  `update assertion/Greet/${name}/1 ${id}/1`,
];

it.each<[string, string[], string[], string[][][] | (typeof remoteA)[], string[]]>([
  [
    "a changed evaluation is the one that its last version equals",
    [c],
    [version(a)],
    [remoteA],
    updates("e1", "x"),
  ],
  [
    "so it is several versions later",
    [d],
    [version(c), version(b), version(a)],
    [remoteA],
    updates("e1", "x"),
  ],
  [
    "without such a version it is another one",
    [c],
    [version(b)],
    [remoteA],
    [...creates("e1"), unmanaged("x")],
  ],
  [
    "one that two definitions had at once is not taken",
    [c, d],
    [version(a, a)],
    [remoteA],
    [...creates("e1"), ...creates("e2"), unmanaged("x")],
  ],
  [
    "unless the other definition has its own",
    [c, d],
    [version(b, a), version(a, a)],
    [remoteA, remoteB],
    [...updates("e1", "y"), ...updates("e2", "x")],
  ],
  [
    "the definition that had it last wins over one that had it before",
    [c, d],
    [version(a, b), version(b, a)],
    [remoteA],
    [...updates("e1", "x"), ...creates("e2")],
  ],
  [
    "the newer content wins if a definition had both",
    [c],
    [version(b), version(a)],
    [remoteA, remoteB],
    [...updates("e1", "y"), unmanaged("x")],
  ],
  [
    "one of a removed definition is not taken",
    [c],
    [version(b, a)],
    [remoteA],
    [...creates("e1"), unmanaged("x")],
  ],
  [
    "one that looks like a duplicate of another one is recognized too",
    [c, a],
    [version("variables: { v: a }", a)],
    [
      remoteEvaluation("x", { variables: { v: "a" } }),
      remoteEvaluation("y", { variables: { v: "a" } }, 1),
    ],
    ["update evaluation/Greet/e1 x", "create assertion/Greet/e1/1"],
  ],
  [
    "an empty one is not taken",
    [c],
    [version(empty)],
    [remoteEmpty],
    [...creates("e1"), unmanaged("x")],
  ],
])("%s", async (_sentence, evaluations, line, remote, expected) => {
  const plan = await planEvaluations(evaluations, remote as (typeof remoteA)[], {
    capabilities: { evaluationUpdate: true, evaluationDeleteCascades: false },
    history: historyOf({ line }),
  });
  expect(plan.toSorted()).toEqual(expected.toSorted());
});

it.each(["first", "shallow"] as const)(
  "a line that is cut off finds the same or nothing: %s",
  async (end) => {
    const line = [version(a, b), version(b, a), version(a, a)];
    const plans = await Promise.all(
      [1, 2, 3].map((count) =>
        planEvaluations([c, d], [remoteA], {
          history: historyOf({ line: line.slice(0, count), end }),
        }),
      ),
    );
    expect(new Set(plans.map((plan) => plan.join("\n"))).size).toBe(1);
  },
);
