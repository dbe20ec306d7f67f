import { expect, it } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const promptWith = (evaluation: string): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: Hi }]
evaluations:
  - { name: a, variables: {}, ${evaluation} }
`;
const real = "{ type: EXACT_MATCH, targetValue: a }";
const empty =
  "constant-check a.yaml:6 Every text has the empty text, so this assertion cannot fail.";
const suffices = "cannot-fail a.yaml:6 It cannot fail: every text meets the targets of";

it.each<[name: string, evaluation: string, expected: readonly string[]]>([
  ["an assertion that can fail", `assertions: [${real}]`, []],
  ["STARTS_WITH nothing", 'assertions: [{ type: STARTS_WITH, targetValue: "" }]', [empty]],
  [
    "one empty text of several",
    'assertions: [{ type: CONTAINS_ANY, targetValues: [a, ""] }]',
    [empty],
  ],
  [
    "an empty list is reported once",
    "assertions: [{ type: CONTAINS_ALL, targetValues: [] }]",
    [
      'empty-targets a.yaml:6 "targetValues" is empty, so this assertion has no text to search for.',
    ],
  ],
  ["EXACT_MATCH with nothing", 'assertions: [{ type: EXACT_MATCH, targetValue: "" }]', []],
  [
    "the threshold 0",
    `threshold: 0, assertions: [${real}]`,
    ["cannot-fail a.yaml:6 It cannot fail: its threshold is 0."],
  ],
  [
    "an assertion beside one that suffices",
    `threshold: 0.5, assertions: [${real}, { type: STARTS_WITH, targetValue: "" }]`,
    [empty, `${suffices} STARTS_WITH, and that suffices.`],
  ],
  [
    "a pattern of a check beside an assertion",
    `threshold: 0.5, assertions: [${real}], checks: [{ type: MATCHES, pattern: ".*" }]`,
    [
      "constant-check a.yaml:6 The pattern matches every text, so this check cannot fail.",
      `${suffices} MATCHES, and that suffices.`,
    ],
  ],
])("validate and %s", async (_name, evaluation, expected) => {
  const found = await diagnosticsOf({ "a.yaml": promptWith(evaluation) });
  expect(found.toSorted()).toEqual([...expected].toSorted());
});
