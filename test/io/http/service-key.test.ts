// A key that is read for each attempt.
import { expect, it } from "vitest";
import type { ReadKey } from "../../../src/io/http/service-key.ts";
import { baseUrl, callOf, failureOf } from "./recorder.ts";

/** Makes a call to a service that sends these statuses; returns the keys that it got. */
function callWith(statuses: readonly number[], key: ReadKey) {
  const sent: string[] = [];
  const clock = { now: () => 0, random: () => 0, sleep: async () => {} };
  const call = callOf({
    key,
    retry: { retries: 4, ...clock },
    fetch: async (_url, init) => {
      sent.push(new Headers(init?.headers).get("x-api-key")!);
      const status = statuses[sent.length - 1] ?? 200;
      return Response.json({ error: `refused ${sent.at(-1)}` }, { status });
    },
  });
  return { sent, result: call("GET", "/sdk/v1/tools") };
}

/** Gives another key each time. */
function numbered(): ReadKey {
  let count = 0;
  return async () => `SECRET-key-${++count}`;
}

it("each attempt reads it", async () => {
  const { sent, result } = callWith([503, 503], numbered());
  await result;
  expect(sent).toEqual(["SECRET-key-1", "SECRET-key-2", "SECRET-key-3"]);
});

it("after a 401, the attempt is sent once with another one, and no message has a key", async () => {
  const { sent, result } = callWith([401, 401, 200], numbered());
  const { status, message, hint } = await failureOf(result);
  expect([sent, status]).toEqual([["SECRET-key-1", "SECRET-key-2"], 401]);
  expect(message).toContain("refused (the key)");
  expect(hint).toContain(`Their audience must be ${baseUrl}.`);
});

it("its reader learns which one was refused", async () => {
  const asked: (string | undefined)[] = [];
  const { result } = callWith([401], async (refused) => {
    asked.push(refused);
    return `key-${asked.length}`;
  });
  await result;
  expect(asked).toEqual([undefined, "key-1"]);
});

it("other refusals are final", async () => {
  const { sent, result } = callWith([403], numbered());
  expect((await failureOf(result)).status).toBe(403);
  expect(sent).toHaveLength(1);
});
