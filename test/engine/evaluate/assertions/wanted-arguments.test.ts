// The reasons of checks about the arguments of tool calls: they say which call differs, and where.
import { expect, it } from "vitest";
import { judgeAssertion } from "../../../../src/engine/evaluate/assertions/judge-assertion.ts";
import type { AssertionSpec, Judgement } from "../../../../src/engine/evaluate/trials/trial.ts";
import type { JsonObject } from "../../../../src/engine/model/json.ts";
import { normalizeDefinition } from "../../../../src/engine/normalize/normalize.ts";
import { compilePattern } from "../../../../src/engine/text/linear-pattern.ts";
import { compileSchema } from "../../../../src/engine/validate/reply-schema.ts";
import { shapes } from "../../../../src/generated/shapes.ts";
import { callReply } from "../../../fixtures/trials.ts";

const secret = "Paris, or what a stranger wrote";

/** What a check of the tool `weather` says about calls with these arguments. */
function judgementOf(check: JsonObject, given: readonly (JsonObject | string)[]): Judgement {
  const definition = { type: "TOOL_CALLED", toolName: "weather", ...check };
  const none = [() => "", () => ({})] as const;
  const spec = normalizeDefinition(shapes.check, definition, ...none) as unknown as AssertionSpec;
  const calls = given.map((each) => ({
    name: "weather",
    arguments: typeof each === "string" ? each : JSON.stringify(each),
  }));
  const assertion = { address: "assertion/a/b/1", spec };
  return judgeAssertion(assertion, callReply({ calls }), { compilePattern, compileSchema });
}

function reasonFor(check: JsonObject, ...given: (JsonObject | string)[]): string | undefined {
  return judgementOf(check, given).reason;
}

const berlin = { arguments: { city: "Berlin" } };

it.each<[string, JsonObject, (JsonObject | string)[], string | undefined]>([
  ["no call", berlin, [], "The reply does not call weather."],
  ["the right call", berlin, [{ city: "Berlin" }], undefined],
  ["another value", berlin, [{ city: secret }], "The reply calls weather with another city."],
  ["a missing argument", berlin, [{ [secret]: 1 }], "The reply calls weather with no city."],
  ["text", berlin, [secret], "The reply calls weather with arguments that are not JSON."],
  [
    "a list",
    berlin,
    [[secret] as never],
    "The reply calls weather with arguments that are no object.",
  ],
  [
    "a difference inside",
    { arguments: { place: { streets: [{ "house number": 1 }] } } },
    [{ place: { streets: [{ "house number": 2 }] } }],
    'The reply calls weather with another place.streets[0]["house number"].',
  ],
  [
    "several calls",
    berlin,
    [{ city: secret }, {}, secret],
    "None of the 3 calls of weather has these arguments: call 1 has another city; call 2 has no city; call 3 has arguments that are not JSON.",
  ],
  [
    "200 calls",
    berlin,
    Array.from({ length: 200 }, () => ({})),
    "None of the 200 calls of weather has these arguments: call 1 has no city; call 2 has no city; call 3 has no city; call 4 has no city; call 5 has no city; and 195 more.",
  ],
  [
    "the second of two calls, with negate",
    { ...berlin, negate: true },
    [{ city: secret }, { city: "Berlin" }],
    "The reply calls weather with these arguments in call 2 of 2.",
  ],
  [
    "the only call, with negate",
    { ...berlin, negate: true },
    [{ city: "Berlin" }],
    "The reply calls weather with these arguments.",
  ],
  [
    "a schema",
    { argumentsSchema: { properties: { city: { maxLength: 3 } } } },
    [{ city: secret }],
    "The reply calls weather with arguments that do not match the schema: must NOT have more than 3 characters.",
  ],
])("the reason for %s names no text of the reply", (_name, check, calls, reason) => {
  expect(reasonFor(check, ...calls)).toBe(reason);
});

it.each([
  ["TOOL_CALLED", { ...berlin, negate: true }],
  ["TOOL_CALLED_WITH", { type: "TOOL_CALLED_WITH", argKeyName: "city", negate: true }],
])("of many calls, %s with negate names the one that must not be", (_type, check) => {
  const calls = Array.from({ length: 200 }, (_item, at) => (at === 99 ? { city: "Berlin" } : {}));
  expect(judgementOf(check, calls).compared).toEqual({
    form: "calls",
    actual: [{ name: "weather", arguments: '{"city":"Berlin"}' }],
  });
});
