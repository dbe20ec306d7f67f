// Tests that a change makes easier.
import { expect, test } from "vitest";
import { looseningsOf } from "../../../src/engine/evaluate/loosened.ts";
import { kinds } from "../../../src/kinds.ts";
import { loadTexts } from "../../fixtures/in-memory.ts";
import { greeter } from "../../fixtures/test-projects.ts";

async function lines(head: string, base: string): Promise<string[]> {
  const [own, other] = [await loadTexts(head), await loadTexts(base)];
  const found = looseningsOf(kinds, own.definitions, other.definitions);
  return found.map(({ address, message }) => `${address}: ${message}`);
}

const project = (evaluation: string): string =>
  greeter("hi", `evaluations: [{ name: a, ${evaluation} }]\n`);
const checks = (...assertions: string[]): string =>
  project(`assertions: [${assertions.map((each) => `{ type: ${each} }`).join(", ")}]`);

const first = "assertion/Greet/a/1";

test.each<[name: string, base: string, head: string, lines: string[], reverse?: string[]]>([
  ["nothing", checks("COST, targetThreshold: 1"), checks("COST, targetThreshold: 1"), []],
  [
    "a lower threshold",
    project("threshold: 1"),
    project("threshold: 0.5"),
    ["evaluation/Greet/a: The threshold was lowered from 1 to 0.5."],
  ],
  [
    "an evaluation with the weight 0",
    project("weight: 1"),
    project("weight: 0"),
    ["evaluation/Greet/a: The weight was changed from 1 to 0."],
  ],
  [
    "an assertion with the weight 0",
    checks("COST, targetThreshold: 1"),
    checks("COST, targetThreshold: 1, weight: 0"),
    [`${first}: The weight was changed from 1 to 0.`],
  ],
  [
    "a removed assertion",
    checks("TOOL_CALLED, toolName: a", "COST, targetThreshold: 1"),
    checks("COST, targetThreshold: 1"),
    [`${first}: The assertion TOOL_CALLED was removed.`],
  ],
  [
    "an assertion of another type",
    checks("EXACT_MATCH, targetValue: a"),
    checks("STARTS_WITH, targetValue: a"),
    [`${first}: The assertion EXACT_MATCH was removed.`],
    [`${first}: The assertion STARTS_WITH was removed.`],
  ],
  [
    "a removed assertion with the weight 0",
    checks("COST, targetThreshold: 1, weight: 0"),
    checks(),
    [],
  ],
  [
    "a weight that is 0 already",
    checks("COST, targetThreshold: 1, weight: 0"),
    checks("COST, targetThreshold: 1, weight: 0"),
    [],
  ],
  [
    "another order",
    checks("COST, targetThreshold: 1", "LATENCY, targetThreshold: 2"),
    checks("LATENCY, targetThreshold: 2", "COST, targetThreshold: 1"),
    [],
  ],
  [
    "an inverted assertion",
    checks("EXACT_MATCH, targetValue: a"),
    checks("EXACT_MATCH, targetValue: a, negate: true"),
    [`${first}: negate was changed from false to true.`],
    [`${first}: negate was changed from true to false.`],
  ],
  [
    "a higher cost limit",
    checks("COST, targetThreshold: 0.01"),
    checks("COST, targetThreshold: 0.02"),
    [`${first}: The cost limit was raised from 0.01 to 0.02 US dollars.`],
  ],
  [
    "a higher latency limit",
    checks("LATENCY, targetThreshold: 500"),
    checks("LATENCY, targetThreshold: 900"),
    [`${first}: The latency limit was raised from 500 to 900 ms.`],
  ],
  [
    "a shorter list of CONTAINS_ALL",
    checks("CONTAINS_ALL, targetValues: [a, b, c]"),
    checks("CONTAINS_ALL, targetValues: [a]"),
    [`${first}: The list of texts was shortened from 3 to 1.`],
  ],
  [
    "a longer list of CONTAINS_ANY",
    checks("CONTAINS_ANY, targetValues: [a]"),
    checks("CONTAINS_ANY, targetValues: [a, b]"),
    [`${first}: The list of texts was extended from 1 to 2.`],
  ],
  [
    "a longer list of CONTAINS_ALL with negate",
    checks("CONTAINS_ALL, targetValues: [a], negate: true"),
    checks("CONTAINS_ALL, targetValues: [a, b], negate: true"),
    [`${first}: The list of texts was extended from 1 to 2.`],
  ],
  [
    "a shorter list of CONTAINS_ANY with negate",
    checks("CONTAINS_ANY, targetValues: [a, b], negate: true"),
    checks("CONTAINS_ANY, targetValues: [a], negate: true"),
    [`${first}: The list of texts was shortened from 2 to 1.`],
  ],
  [
    "another target",
    checks("EXACT_MATCH, targetValue: a"),
    checks("EXACT_MATCH, targetValue: b"),
    [],
  ],
  [
    "one of two assertions of a type is removed, the other gets the weight 0",
    checks("STARTS_WITH, targetValue: a", "STARTS_WITH, targetValue: b"),
    checks("STARTS_WITH, targetValue: b, weight: 0"),
    [
      `${first}: The weight was changed from 1 to 0.`,
      `${first}: The assertion STARTS_WITH was removed.`,
    ],
  ],
  [
    "a removed evaluation, which is no loosened one",
    project(""),
    greeter("hi", "evaluations: []\n"),
    [],
  ],
  [
    "a renamed evaluation",
    project("variables: { x: y }"),
    project("variables: { x: y }").replace("name: a", "name: b"),
    [],
  ],
  ["a removed prompt", project("threshold: 1"), "", []],
])("%s", async (_name, base, head, expected, reverse = []) => {
  expect(await lines(head, base)).toEqual(expected);
  expect(await lines(base, head)).toEqual(reverse);
});
