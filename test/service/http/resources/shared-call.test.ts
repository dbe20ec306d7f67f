// Calls that share one call.
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { sharedCall } from "../../../../src/service/http/resources/shared-call.ts";

it("is one call for all in one turn of the event loop, and begins after them", async () => {
  const log: string[] = [];
  let calls = 0;
  const shared = sharedCall(async () => {
    log.push("call");
    return (calls += 1);
  });
  const first = [shared(), shared()];
  await Promise.resolve();
  first.push(shared());
  log.push("asked");
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  expect(log).toEqual(["asked", "call"]);
  expect(await shared()).toBe(2);
});

it("does not wait for a call that began earlier", async () => {
  const results = [new Promise<string>(() => {}), Promise.resolve("new")];
  const shared = sharedCall(() => results.shift()!);
  void shared();
  await nextTurn();
  await nextTurn();
  expect(await shared()).toBe("new");
});

it("gives an error to all who share the call, and calls again for the next one", async () => {
  const results = [() => Promise.reject(new Error("lost")), () => Promise.resolve("new")];
  const shared = sharedCall(() => results.shift()!());
  const outcomes = await Promise.allSettled([shared(), shared()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await shared()).toBe("new");
});
