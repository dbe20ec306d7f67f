// Hints of failed calls: what a command can change, and what an application can.
import { expect, it } from "vitest";
import {
  type Attempt,
  type Caller,
  nonJsonFailure,
  redirectFailure,
  statusFailure,
  timeoutFailure,
  tooLargeFailure,
  typeFailure,
  unreachableFailure,
} from "../../../src/io/http/call-failures.ts";

function attempt(caller: Caller, call: Partial<Attempt> = {}): Attempt {
  const baseUrl = "https://prompts.example.com";
  const limits = { timeoutMs: 60_000, maxResponseMiB: 128 };
  const path = "/sdk/v1/prompts/1";
  return {
    method: "PUT",
    path,
    baseUrl,
    ...limits,
    key: "k",
    keyVariable: "apiKey",
    caller,
    ...call,
  };
}

it.each<[Caller, string | undefined]>([
  ["command", "Raise the limit with --timeout, for example --timeout 2m."],
  ["createClient", "Raise the limit with the option timeoutMs."],
  ["createPrompts", undefined],
])("a time-out of %s has the hint %j", (caller, hint) => {
  expect(timeoutFailure(attempt(caller)).hint).toBe(hint);
});

it("a response that is too large has the limit of promptctl.yaml as a hint for commands only", () => {
  const check = "Check that https://prompts.example.com is the base URL of a prompt service.";
  const raise = "If the service has that much data, raise limits.maxResponseMiB in promptctl.yaml.";
  expect(tooLargeFailure(attempt("command")).hint).toBe(`${check}\n${raise}`);
  expect(tooLargeFailure(attempt("createClient")).hint).toBe(check);
});

const calls: readonly Partial<Attempt>[] = [
  { method: "GET", path: "/sdk/v1/prompts" },
  { method: "GET" },
  { method: "PUT" },
  { method: "POST", path: "/sdk/v1/prompts/1/completion" },
  { method: "POST", path: "/sdk/v1/prompts" },
];

it.each<[Caller]>([["createClient"], ["createPrompts"]])(
  "no hint for %s has a flag, a file of a project, or a command to repeat",
  (caller) => {
    const hints = calls.flatMap((call) => {
      const of = attempt(caller, call);
      const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
      const headers = [{}, { "retry-after": "5" }, { "retry-after": "3600" }];
      return [
        timeoutFailure(of),
        tooLargeFailure(of),
        nonJsonFailure(200, of),
        typeFailure("list", of),
        redirectFailure(new Response(null, { status: 302 }), of),
        unreachableFailure(of, { reason: "connection refused" }),
        ...statuses.flatMap((status) =>
          headers.map((each) =>
            statusFailure(new Response("", { status, headers: each }), undefined, of),
          ),
        ),
      ].map(({ hint }) => hint ?? "");
    });
    expect(hints).toContain("Set apiKey to a key that https://prompts.example.com accepts.");
    expect(hints.filter((hint) => /--|command|promptctl|\.yaml/.test(hint))).toEqual([]);
  },
);
