// What other projects define is read only where it may decide: it takes long in a large repository.
import { expect, it } from "vitest";
import { historyOf } from "../../fixtures/history.ts";
import { planLines, planOf } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
} from "../../fixtures/responses.ts";

const evaluated = (variable: string, limit: number): string =>
  `${prompt}evaluations:\n  - { name: e, variables: { a: ${variable} }, assertions: [{ type: COST, targetThreshold: ${limit} }] }\n`;
const remote = {
  prompts: [promptResponse("p")],
  evaluations: [evaluationResponse("e", "p", { variables: { a: "b" } })],
  assertions: [costResponse("a", "e", { targetThreshold: 1 })],
};
const replaced = ["replace evaluation/Greet/e e"];

it.each<[string, number, string, readonly string[], readonly string[]]>([
  ["an evaluation is unchanged", 0, evaluated("b", 1), [evaluated("b", 1)], []],
  ["one holds a version", 0, evaluated("c", 2), [evaluated("c", 2), evaluated("b", 1)], replaced],
  [
    "only its assertion changes",
    0,
    evaluated("b", 2),
    [evaluated("b", 2), evaluated("b", 1)],
    ["update assertion/Greet/e/1 a"],
  ],
  ["one is only similar", 1, evaluated("c", 1), [evaluated("c", 1)], replaced],
  [
    "one is deleted",
    1,
    `${prompt}evaluations: []\n`,
    [`${prompt}evaluations: []\n`, evaluated("b", 1)],
    ["delete evaluation/Greet/id:e e"],
  ],
])("where %s, they are read %i times", async (_sentence, times, files, line, changes) => {
  let reads = 0;
  const history = {
    ...historyOf({ line }),
    otherProjectDefinitions: async () => {
      reads++;
      return [];
    },
  };
  const plan = await planOf(files, remote, { prune: true, history });
  expect([planLines(plan), reads]).toEqual([changes, times]);
});
