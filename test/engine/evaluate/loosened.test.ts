// Tests that a change makes easier.
import { expect, test } from "vitest";
import { looseningsOf } from "../../../src/engine/evaluate/loosened.ts";
import { testChangeText } from "../../../src/engine/json/value-change.ts";
import { testedKinds } from "../../../src/kinds.ts";
import { loadLibraries } from "../../../src/sync/judge-replies.ts";
import { loadTexts } from "../../fixtures/in-memory.ts";
import { greeter } from "../../fixtures/test-projects.ts";

const { compilePattern } = await loadLibraries([{ pattern: "" }]);

async function lines(head: string, base: string): Promise<string[]> {
  const [own, other] = [
    await loadTexts(head, {}, testedKinds),
    await loadTexts(base, {}, testedKinds),
  ];
  const found = looseningsOf(testedKinds, own.definitions, other.definitions, compilePattern);
  return found.map((each) => `${each.address}: ${testChangeText(each)}`);
}

const project = (evaluation: string): string =>
  greeter("hi", `evaluations: [{ name: a, ${evaluation} }]\n`);
const check = (fields: string): string => project(`checks: [{ type: ${fields} }]`);
const checks = (...assertions: string[]): string =>
  project(`assertions: [${assertions.map((each) => `{ type: ${each} }`).join(", ")}]`);

const withReplySchema = (schema: string): string =>
  check("JSON_SCHEMA").replace(
    "name: gpt-4.1",
    `name: gpt-4.1, options: { responseSchema: ${schema} }`,
  );

const first = "assertion/Greet/a/1";
const firstCheck = "check/Greet/a/1";

type LooseningRow = [name: string, base: string, head: string, lines: string[], reverse?: string[]];

/** Fields of checks: another value is listed, because no comparison says whether it is easier. */
const changes: readonly (readonly [
  field: string,
  base: string,
  head: string,
  before: string,
  after: string,
])[] = [
  ["pattern", "MATCHES, pattern: '[0-9]{5}'", "MATCHES, pattern: '.*'", '"[0-9]{5}"', '".*"'],
  ["jsonPath", "MATCHES, pattern: x, jsonPath: $.a", "MATCHES, pattern: x", '"$.a"', '"$"'],
  ["toolName", "TOOL_CALLED, toolName: a", "TOOL_CALLED, toolName: b", '"a"', '"b"'],
  [
    "schema",
    "JSON_SCHEMA, schema: { type: object }",
    "JSON_SCHEMA, schema: {}",
    '{"type":"object"}',
    "{}",
  ],
  ["is", "STOP_REASON, is: complete", "STOP_REASON, is: other", '"complete"', '"other"'],
  [
    "question",
    "JUDGE, prompt: Greet, question: Polite?",
    "JUDGE, prompt: Greet, question: Any?",
    '"Polite?"',
    '"Any?"',
  ],
  [
    "prompt",
    "JUDGE, prompt: Strict, question: Any?",
    "JUDGE, prompt: Kind, question: Any?",
    '"Strict"',
    '"Kind"',
  ],
];

/** A pattern and a schema that every reply, or every JSON, meets. */
const acceptingAll: ReadonlySet<string> = new Set(['".*"', "{}"]);

test.each<LooseningRow>([
  ["nothing", checks("COST, targetThreshold: 1"), checks("COST, targetThreshold: 1"), []],
  [
    "a lower threshold",
    project("threshold: 1"),
    project("threshold: 0.5"),
    ["evaluation/Greet/a: threshold 1 → 0.5 (looser)"],
  ],
  [
    "a lower weight of what cannot fail",
    checks('STARTS_WITH, targetValue: ""'),
    checks('STARTS_WITH, targetValue: "", weight: 0.1'),
    [],
  ],
  [
    "a removed assertion that cannot fail",
    checks('STARTS_WITH, targetValue: ""', "COST, targetThreshold: 1"),
    checks("COST, targetThreshold: 1"),
    [],
  ],
  [
    "an assertion that cannot fail, where not all must pass",
    project("threshold: 0.5, assertions: [{ type: COST, targetThreshold: 1 }]"),
    project(
      'threshold: 0.5, assertions: [{ type: COST, targetThreshold: 1 }, { type: STARTS_WITH, targetValue: "" }]',
    ),
    ["assertion/Greet/a/2: STARTS_WITH added with the weight 1 (looser)"],
  ],
  [
    "a higher weight where not all must pass",
    project("threshold: 0.5, assertions: [{ type: COST, targetThreshold: 1 }]"),
    project("threshold: 0.5, assertions: [{ type: COST, targetThreshold: 1, weight: 9 }]"),
    [`${first}: weight 1 → 9`],
    [`${first}: weight 9 → 1 (looser)`],
  ],
  [
    "a shorter text of another case, with ignoreCase",
    checks("CONTAINS_ANY, targetValues: [Order Number], ignoreCase: true"),
    checks("CONTAINS_ANY, targetValues: [number], ignoreCase: true"),
    [`${first}: targetValues − "Order Number" + "number" (looser)`],
  ],
  [
    "a removed check",
    project("checks: [{ type: STOP_REASON, is: complete }, { type: MATCHES, pattern: x }]"),
    check("MATCHES, pattern: x"),
    ["check/Greet/a/1: STOP_REASON removed (looser)"],
  ],
  [
    "fewer arguments of a call",
    check("TOOL_CALLED, toolName: a, arguments: { b: { c: 1, d: 2 }, e: 3 }"),
    check("TOOL_CALLED, toolName: a, arguments: { b: { c: 1 } }"),
    [`${firstCheck}: arguments {"b":{"c":1,"d":2},"e":3} → {"b":{"c":1}} (looser)`],
    [],
  ],
  [
    "no arguments of a call any more",
    check("TOOL_CALLED, toolName: a, arguments: { b: 1 }"),
    check("TOOL_CALLED, toolName: a"),
    [`${firstCheck}: arguments removed (was {"b":1}) (looser)`],
    [],
  ],
  [
    "more arguments of a forbidden call",
    check("TOOL_CALLED, toolName: a, negate: true, arguments: { b: 1 }"),
    check("TOOL_CALLED, toolName: a, negate: true, arguments: { b: 1, c: 1 }"),
    [`${firstCheck}: arguments {"b":1} → {"b":1,"c":1} (looser)`],
    [],
  ],
  [
    "other arguments of a call",
    check("TOOL_CALLED, toolName: a, arguments: { b: 1 }"),
    check("TOOL_CALLED, toolName: a, arguments: { b: 2 }"),
    [`${firstCheck}: arguments {"b":1} → {"b":2}`],
    [`${firstCheck}: arguments {"b":2} → {"b":1}`],
  ],
  [
    "no schema of arguments any more",
    check("TOOL_CALLED, toolName: a, argumentsSchema: { required: [b] }"),
    check("TOOL_CALLED, toolName: a"),
    [`${firstCheck}: argumentsSchema removed (was {"required":["b"]}) (looser)`],
    [],
  ],
  [
    "a schema of arguments that accepts all",
    check("TOOL_CALLED, toolName: a, argumentsSchema: { required: [b] }"),
    check("TOOL_CALLED, toolName: a, argumentsSchema: {}"),
    [`${firstCheck}: argumentsSchema {"required":["b"]} → {} (looser)`],
    [`${firstCheck}: argumentsSchema {} → {"required":["b"]}`],
  ],
  [
    "an evaluation with the weight 0",
    project("weight: 1"),
    project("weight: 0"),
    ["evaluation/Greet/a: weight 1 → 0 (looser)"],
    ["evaluation/Greet/a: weight 0 → 1"],
  ],
  [
    "an assertion with the weight 0",
    checks("COST, targetThreshold: 1"),
    checks("COST, targetThreshold: 1, weight: 0"),
    [`${first}: weight 1 → 0 (looser)`],
  ],
  [
    "a removed assertion",
    checks("TOOL_CALLED, toolName: a", "COST, targetThreshold: 1"),
    checks("COST, targetThreshold: 1"),
    [`${first}: TOOL_CALLED removed (looser)`],
  ],
  [
    "an assertion of another type",
    checks("EXACT_MATCH, targetValue: a"),
    checks("STARTS_WITH, targetValue: a"),
    [`${first}: EXACT_MATCH removed`],
    [`${first}: STARTS_WITH removed`],
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
    [`${first}: negate false → true (looser)`],
    [`${first}: negate true → false (looser)`],
  ],
  [
    "a higher cost limit",
    checks("COST, targetThreshold: 0.01"),
    checks("COST, targetThreshold: 0.02"),
    [`${first}: targetThreshold 0.01 → 0.02 (looser)`],
  ],
  [
    "a higher latency limit",
    checks("LATENCY, targetThreshold: 500"),
    checks("LATENCY, targetThreshold: 900"),
    [`${first}: targetThreshold 500 → 900 (looser)`],
  ],
  [
    "a shorter list of CONTAINS_ALL",
    checks("CONTAINS_ALL, targetValues: [a, b, c]"),
    checks("CONTAINS_ALL, targetValues: [a]"),
    [`${first}: targetValues − "b" − "c" (looser)`],
  ],
  [
    "a longer list of CONTAINS_ANY",
    checks("CONTAINS_ANY, targetValues: [a]"),
    checks("CONTAINS_ANY, targetValues: [a, b]"),
    [`${first}: targetValues + "b" (looser)`],
  ],
  [
    "a longer list of CONTAINS_ALL with negate",
    checks("CONTAINS_ALL, targetValues: [a], negate: true"),
    checks("CONTAINS_ALL, targetValues: [a, b], negate: true"),
    [`${first}: targetValues + "b" (looser)`],
  ],
  [
    "a shorter list of CONTAINS_ANY with negate",
    checks("CONTAINS_ANY, targetValues: [a, b], negate: true"),
    checks("CONTAINS_ANY, targetValues: [a], negate: true"),
    [`${first}: targetValues − "b" (looser)`],
  ],
  [
    "case that is ignored",
    checks("EXACT_MATCH, targetValue: a"),
    checks("EXACT_MATCH, targetValue: a, ignoreCase: true"),
    [`${first}: ignoreCase false → true (looser)`],
  ],
  [
    "a shorter start",
    checks("STARTS_WITH, targetValue: order number"),
    checks("STARTS_WITH, targetValue: o"),
    [`${first}: targetValue "order number" → "o" (looser)`],
  ],
  [
    "the end of a start, which is another target",
    checks("STARTS_WITH, targetValue: order number"),
    checks("STARTS_WITH, targetValue: number"),
    [`${first}: targetValue "order number" → "number"`],
    [`${first}: targetValue "number" → "order number"`],
  ],
  [
    "a longer start with negate",
    checks("STARTS_WITH, targetValue: o, negate: true"),
    checks("STARTS_WITH, targetValue: order, negate: true"),
    [`${first}: targetValue "o" → "order" (looser)`],
  ],
  [
    "other variables",
    project("variables: { company: Acme }"),
    project("variables: { company: Easy }"),
    ['evaluation/Greet/a: variables.company "Acme" → "Easy"'],
    ['evaluation/Greet/a: variables.company "Easy" → "Acme"'],
  ],
  [
    "an assertion more, where not all must pass",
    project("threshold: 0.5, assertions: []"),
    project("threshold: 0.5, assertions: [{ type: COST, targetThreshold: 1, weight: 100 }]"),
    [`${first}: COST added with the weight 100`],
    [`${first}: COST removed (looser)`],
  ],
  [
    "a removed evaluation",
    project(""),
    greeter("hi", "evaluations: []\n"),
    ["evaluation/Greet/a: removed (looser)"],
  ],
  [
    "a renamed evaluation",
    project("variables: { x: y }"),
    project("variables: { x: y }").replace("name: a", "name: b"),
    [],
  ],
  [
    "a removed prompt",
    project("threshold: 1"),
    "",
    ["evaluation/Greet/a: removed with prompt/Greet"],
  ],
  [
    "a list of CONTAINS_ALL as an assertion for each text",
    checks("CONTAINS_ALL, targetValues: [a, b]"),
    checks("CONTAINS_ALL, targetValues: [a]", "CONTAINS_ALL, targetValues: [b, c]"),
    [],
    ["assertion/Greet/a/2: CONTAINS_ALL removed (looser)"],
  ],
  [
    "a list of CONTAINS_ALL as an assertion for each text but one",
    checks("CONTAINS_ALL, targetValues: [a, b, c]"),
    checks("CONTAINS_ALL, targetValues: [a]", "CONTAINS_ALL, targetValues: [b]"),
    [`${first}: targetValues − "b" − "c" (looser)`],
  ],
  [
    "a list of CONTAINS_ALL as an assertion for each text, where not all must pass",
    project("threshold: 0.5, assertions: [{ type: CONTAINS_ALL, targetValues: [a, b] }]"),
    project(
      "threshold: 0.5, assertions: [{ type: CONTAINS_ALL, targetValues: [a] }, { type: CONTAINS_ALL, targetValues: [b] }]",
    ),
    [
      `${first}: targetValues − "b" (looser)`,
      "assertion/Greet/a/2: CONTAINS_ALL added with the weight 1",
    ],
    ["assertion/Greet/a/2: CONTAINS_ALL removed (looser)"],
  ],
  [
    "an evaluation with another name and a higher limit",
    project("variables: { x: y }, assertions: [{ type: COST, targetThreshold: 1 }]"),
    project("variables: { x: y }, assertions: [{ type: COST, targetThreshold: 2 }]").replace(
      "name: a",
      "name: b",
    ),
    ["assertion/Greet/b/1: targetThreshold 1 → 2 (looser)"],
  ],
  [
    "a reply schema of the prompt that asks for less, with a check that uses it",
    withReplySchema('{ "type": "object", "required": ["a"] }'),
    withReplySchema('{ "type": "object" }'),
    [`${firstCheck}: schema {"required":["a"],"type":"object"} → {"type":"object"}`],
    [`${firstCheck}: schema {"type":"object"} → {"required":["a"],"type":"object"}`],
  ],
  ...changes.map(([name, base, head, before, after]): LooseningRow => {
    const line = (from: string, to: string): string => `check/Greet/a/1: ${name} ${from} → ${to}`;
    const mark = acceptingAll.has(after) ? " (looser)" : "";
    return [
      `another ${name}`,
      check(base),
      check(head),
      [`${line(before, after)}${mark}`],
      [line(after, before)],
    ];
  }),
])("%s", async (_name, base, head, expected, reverse = []) => {
  expect(await lines(head, base)).toEqual(expected);
  expect(await lines(base, head)).toEqual(reverse);
});
