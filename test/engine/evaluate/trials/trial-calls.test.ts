// Why there is no reply: the call failed, or was not made.
import { expect, test } from "vitest";
import { type CallProblem, isNotRun } from "../../../../src/engine/evaluate/trials/trial-calls.ts";

const isNotRunBy: Readonly<Record<CallProblem["code"], boolean>> = {
  "over-budget": true,
  "not-cached": true,
  "provider-down": true,
  interrupted: true,
  "rate-limited": false,
  "no-quota": false,
  "wrong-key": false,
  "unknown-model": false,
  rejected: false,
  "provider-failed": false,
  "provider-refused": false,
  "timed-out": false,
  unreachable: false,
  "broke-off": false,
  "unreadable-reply": false,
  "wrong-settings": false,
  "scripted-error": false,
  "command-failed": false,
  "no-scripted-reply": false,
};

test("calls that the run does not make are not run, those that fail are not measured", () => {
  const codes = Object.keys(isNotRunBy) as CallProblem["code"][];
  const found = codes.map((code) => [code, isNotRun({ code, message: "" })]);
  expect(Object.fromEntries(found)).toEqual(isNotRunBy);
});
