// How many requests are in progress at once, before, during and after a response with status 429.
import { describe, expect, it } from "vitest";
import { CallFailure } from "../../../src/engine/model/failure.ts";
import { createLimit, type RequestLimit } from "../../../src/io/http/request-limit.ts";
import { fakeClock } from "../../fixtures/fake-clock.ts";

const failed = (status: number, retryAfterMs?: number): CallFailure => {
  const outcome = status === 429 ? "not-executed" : "unknown";
  return new CallFailure("c", { method: "GET", path: "/a", status, outcome, retryAfterMs }, "busy");
};

function limitOf(maximum: number, kind: { recovers?: boolean; pauses?: boolean } = {}) {
  const { recovers = false, pauses = false } = kind;
  const clock = fakeClock();
  const stop = new AbortController();
  const pausesAll = { clock, stop: stop.signal };
  const limit = createLimit({ maximum, recovers, ...(pauses && { pausesAll }) });
  const fail = async (error: Error = failed(429)): Promise<void> => {
    const request = async (): Promise<never> => {
      throw error;
    };
    await expect(limit.run(request)).rejects.toBe(error);
  };
  const succeed = (): Promise<number> => limit.run(async () => clock.now());
  return { clock, stop, limit, fail, succeed };
}

/** The most requests that were in progress at once while 20 requests ran. */
async function mostAtOnce(limit: RequestLimit): Promise<number> {
  let [active, most] = [0, 0];
  const request = async (): Promise<void> => {
    most = Math.max(most, ++active);
    await new Promise((resolve) => setImmediate(resolve));
    active--;
  };
  await Promise.all(Array.from({ length: 20 }, () => limit.run(request)));
  return most;
}

it("as many requests as the limit permits are in progress at once", async () => {
  const { limit } = limitOf(7);
  expect([await mostAtOnce(limit), limit.current()]).toEqual([7, 7]);
});

it("429 halves the limit, down to 1, for the rest of the run if it does not recover", async () => {
  const { limit, fail } = limitOf(10);
  for (const expected of [5, 2, 1, 1]) {
    await fail();
    expect([limit.current(), await mostAtOnce(limit)]).toEqual([expected, expected]);
  }
});

it("a limit that recovers grows by one after as many successes as it permits requests", async () => {
  const { limit, fail, succeed } = limitOf(4, { recovers: true });
  await fail();
  const limits: number[] = [];
  for (let count = 0; count < 10; count++) {
    await succeed();
    limits.push(limit.current());
  }
  expect(limits).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
});

it.each([{}, { recovers: true, pauses: true }])(
  "requests that were in progress together halve the limit once: %j",
  async (kind) => {
    const { limit, fail } = limitOf(8, kind);
    await Promise.all(Array.from({ length: 8 }, () => fail()));
    expect(limit.current()).toBe(4);
  },
);

it.each([
  ["a failure without a response", new Error("no")],
  ["status 500", failed(500)],
  [
    "429 that says that the credit is used up",
    new CallFailure("no-quota", { method: "POST", path: "", status: 429 }, "no"),
  ],
  [
    "429 that is never repeated",
    new CallFailure(
      "rate-limited",
      { method: "POST", path: "", status: 429, outcome: "not-executed", isFinal: true },
      "no",
    ),
  ],
])("%s keeps the limit", async (_what, error) => {
  const { limit, fail } = limitOf(10);
  await fail(error);
  expect([limit.current(), await mostAtOnce(limit)]).toEqual([10, 10]);
});

it("a retry is made before the requests that wait", async () => {
  const { clock, limit } = limitOf(1);
  const order: string[] = [];
  const request = (name: string) => async () => {
    order.push(name);
    await clock.sleep(10);
  };
  await Promise.all([
    limit.run(request("first")),
    limit.run(request("second")),
    limit.run(request("retry"), true),
  ]);
  expect(order).toEqual(["first", "retry", "second"]);
});

describe("a limit that pauses all requests", () => {
  it.each([
    ["the time of Retry-After", 7000, 7000],
    ["half a second without Retry-After", undefined, 500],
  ])("waits for %s", async (_, retryAfterMs, expected) => {
    const { fail, succeed } = limitOf(8, { pauses: true });
    await fail(failed(429, retryAfterMs));
    expect(await Promise.all([succeed(), succeed()])).toEqual([expected, expected]);
  });

  it("without Retry-After pauses twice as long each time, until a request succeeds", async () => {
    const { clock, fail, succeed } = limitOf(8, { pauses: true });
    const starts: number[] = [];
    for (let count = 0; count < 3; count++) {
      await fail();
      starts.push(clock.now());
    }
    expect([...starts, await succeed()]).toEqual([0, 500, 1500, 3500]);
    await fail();
    expect(await succeed()).toBe(4000);
  });

  it("stops waiting when it is stopped, so that requests can end themselves", async () => {
    const { clock, stop, fail, succeed } = limitOf(1, { pauses: true });
    await fail(failed(429, 3_600_000));
    const waiting = succeed();
    stop.abort();
    expect([await waiting, clock.now()]).toEqual([0, 0]);
  });
});
