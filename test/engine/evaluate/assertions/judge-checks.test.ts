// What the check of a schema says about a reply that was cut off.
import { expect, it } from "vitest";
import { judgeAssertion } from "../../../../src/engine/evaluate/assertions/judge-assertion.ts";
import type { AssertionSpec } from "../../../../src/engine/evaluate/trials/trial.ts";
import { compilePattern } from "../../../../src/engine/text/linear-pattern.ts";
import { compileSchema } from "../../../../src/engine/validate/reply-schema.ts";
import { callReply, type ReplyFields } from "../../../fixtures/trials.ts";

const spec = {
  type: "JSON_SCHEMA",
  schema: '{"required":["a"]}',
  jsonPath: "$",
  negate: false,
  weight: 1,
} as unknown as AssertionSpec;

it.each<readonly [sentence: string, reply: ReplyFields, reason: string | undefined]>([
  [
    "that is no JSON because of it",
    { text: '{"a":', stopReason: "truncated" },
    "The reply was cut off at the token limit. The reply is not JSON.",
  ],
  ["that is no JSON for another reason", { text: '{"a":' }, "The reply is not JSON."],
  ["that is whole JSON", { text: '{"a":1}', stopReason: "truncated" }, undefined],
])("a reply %s", (_sentence, reply, reason) => {
  const assertion = { address: "check/a/b/1", spec };
  expect(
    judgeAssertion(assertion, callReply(reply), { compilePattern, compileSchema }).reason,
  ).toBe(reason);
});
