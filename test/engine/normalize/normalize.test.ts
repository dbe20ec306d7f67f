// Each row of the table "Normal form": what is the same on both sides, and what is not.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  textMessage,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { differences, type RemoteResources } from "../../fixtures/in-memory.ts";

const evaluationOf = (line: string): string => `${prompt}evaluations:\n  - name: e\n    ${line}\n`;
const assertionOf = (line: string): string =>
  `${evaluationOf("variables: { a: b }")}    assertions: [${line}]\n`;
const evaluationHeld = (fields: JsonObject): RemoteResources => ({
  prompts: [promptResponse("p")],
  evaluations: [evaluationResponse("e", "p", fields)],
});
const assertionHeld = (fields: JsonObject): RemoteResources => ({
  ...evaluationHeld({ variables: { a: "b" } }),
  assertions: [{ id: "a", evaluationId: "e", ...fields }],
});
const exact = { type: "EXACT_MATCH", targetValue: "hi", weight: 1 };
const full = { ...exact, jsonPath: "$", ignoreCase: false, negate: false };

describe("evaluations", () => {
  it.each<[string, string, JsonObject, differences?: string[]]>([
    ["variables left out are {}", "weight: 1", { variables: {} }],
    ["variables left out are null", "weight: 1", { variables: null }],
    ["variables {} are null", "variables: {}", { variables: null }],
    ["variables null are {}", "variables: null", { variables: {} }],
    ["weight and threshold left out are 1", "variables: {}", { weight: 1, threshold: 1 }],
    [
      "weight and threshold 1 are null",
      "weight: 1\n    threshold: 1",
      { weight: null, threshold: null },
    ],
    ["messages left out are none", "variables: {}", { appendedMessages: [] }],
    ["1.0 is 1", "weight: 1.0", { weight: 1 }],
  ])("%s", async (_sentence, line, fields, expected = []) => {
    expect(await differences(evaluationOf(line), evaluationHeld(fields))).toEqual(expected);
  });

  it("what the service leaves out of its answer is the default too", async () => {
    const remote = {
      prompts: [promptResponse("p")],
      evaluations: [{ id: "e", promptId: "p", appendedMessages: [textMessage("hi")] }],
    };
    const line = "appendedMessages: [{ role: user, content: hi }]";
    expect(await differences(evaluationOf(line), remote)).toEqual([]);
  });

  it("a null variable differs from an empty one", async () => {
    const line = "appendedMessages: [{ role: user, content: hi }]\n    variables: { a: null }";
    const remote = evaluationHeld({ appendedMessages: [textMessage("hi")], variables: { a: "" } });
    const children = { ...remote, assertions: [costResponse("a", "e")] };
    const texts = `${evaluationOf(line)}    assertions: [{ type: COST, targetThreshold: 1 }]\n`;
    expect(await differences(texts, children)).toEqual(["evaluation/Greet/e replace /variables/a"]);
  });
});

describe("assertions", () => {
  it.each<[string, string, JsonObject, differences?: string[]]>([
    ["defaults left out in the definition", "{ type: EXACT_MATCH, targetValue: hi }", full],
    [
      "defaults left out in the answer",
      "{ type: EXACT_MATCH, targetValue: hi, jsonPath: $, ignoreCase: false, negate: false, weight: 1 }",
      { type: "EXACT_MATCH", targetValue: "hi" },
    ],
    ["jsonPath null is $", "{ type: EXACT_MATCH, targetValue: hi, jsonPath: null }", full],
    [
      "jsonPath null in the answer is $",
      "{ type: EXACT_MATCH, targetValue: hi, jsonPath: $ }",
      { ...full, jsonPath: null },
    ],
    [
      "null in the answer is false",
      "{ type: EXACT_MATCH, targetValue: hi }",
      { ...exact, ignoreCase: null, negate: null, weight: null },
    ],
    [
      "negate differs",
      "{ type: EXACT_MATCH, targetValue: hi, negate: true }",
      full,
      ["assertion/Greet/e/1 replace /negate"],
    ],
    [
      "text is exact: case",
      "{ type: EXACT_MATCH, targetValue: Hi }",
      full,
      ["assertion/Greet/e/1 replace /targetValue"],
    ],
    [
      "text is exact: the final newline",
      '{ type: EXACT_MATCH, targetValue: "hi\\n" }',
      full,
      ["assertion/Greet/e/1 replace /targetValue"],
    ],
    [
      "targetValues are ordered",
      "{ type: CONTAINS_ANY, targetValues: [a, b] }",
      { type: "CONTAINS_ANY", targetValues: ["b", "a"] },
      [
        "assertion/Greet/e/1 replace /targetValues/1",
        "assertion/Greet/e/1 replace /targetValues/0",
      ],
    ],
    [
      "fields a type does not have are not compared",
      "{ type: COST, targetThreshold: 1 }",
      { type: "COST", targetThreshold: 1, negate: true, note: "x" },
    ],
  ])("%s", async (_sentence, line, answer, expected = []) => {
    expect(await differences(assertionOf(line), assertionHeld(answer))).toEqual(expected);
  });

  it("are a multiset: their order means nothing", async () => {
    const line =
      "{ type: COST, targetThreshold: 1 }, { type: COST, targetThreshold: 2 }, { type: COST, targetThreshold: 1 }";
    const remote = {
      ...evaluationHeld({ variables: { a: "b" } }),
      assertions: [
        costResponse("a", "e", { targetThreshold: 2 }),
        costResponse("b", "e"),
        costResponse("c", "e"),
      ],
    };
    expect(await differences(assertionOf(line), remote)).toEqual([]);
  });
});

describe("tools", () => {
  it.each<[string, string, JsonObject, differences?: string[]]>([
    ["key order means nothing", "{ a: { x: 1, y: 2 }, b: 1 }", { b: 1, a: { y: 2, x: 1 } }],
    ["1.0 is 1", "{ a: 1.0 }", { a: 1 }],
    ["1e2 is 100", "{ a: 1e2 }", { a: 100 }],
    ["-0 is 0", "{ a: -0 }", { a: 0 }],
    [
      "lists are ordered",
      "{ required: [a, b] }",
      { required: ["b", "a"] },
      ["tool/look replace /parameters/required/1", "tool/look replace /parameters/required/0"],
    ],
    ["null is something inside parameters", "{ a: null }", {}, ["tool/look add /parameters/a"]],
    ["a number is no text", "{ a: 1 }", { a: "1" }, ["tool/look replace /parameters/a"]],
    [
      "__proto__ is a key like any other",
      '{ "__proto__": { a: 1 } }',
      JSON.parse('{"__proto__":{"a":1}}') as JsonObject,
    ],
    [
      "__proto__ is compared",
      '{ "__proto__": { a: 1 } }',
      {},
      ["tool/look add /parameters/__proto__"],
    ],
  ])("%s", async (_sentence, parameters, answer, expected = []) => {
    const texts = tool.replace("{}", parameters);
    const remote = { tools: [toolResponse("t", { parameters: answer })] };
    expect(await differences(texts, remote)).toEqual(expected);
  });
});
