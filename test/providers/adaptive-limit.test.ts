// How many calls are in progress at once, before, during and after a rate limit.
import { describe, expect, it } from "vitest";
import { createAdaptiveLimit } from "../../src/providers/adaptive-limit.ts";
import { ProviderError } from "../../src/providers/provider-error.ts";
import { fakeClock } from "../fixtures/fake-clock.ts";

const limited = (retryAfterMs?: number): ProviderError =>
  new ProviderError("rate-limited", "busy", { status: 429, retryAfterMs });

function limitOf(maximum: number) {
  const clock = fakeClock();
  const stop = new AbortController();
  const limit = createAdaptiveLimit({ maximum, clock, stop: stop.signal });
  const failing = async (error: ProviderError): Promise<never> => {
    throw error;
  };
  const rejected = async (error: ProviderError = limited()): Promise<void> => {
    await expect(limit.run(() => failing(error), false)).rejects.toBe(error);
  };
  const succeed = (): Promise<number> => limit.run(async () => clock.now(), false);
  return { clock, stop, limit, rejected, succeed };
}

/** The most attempts that were in progress at once while 20 attempts of one second were made. */
async function mostAtOnce({ limit, clock }: ReturnType<typeof limitOf>): Promise<number> {
  let [active, most] = [0, 0];
  const attempt = async (): Promise<void> => {
    most = Math.max(most, ++active);
    await clock.sleep(1000);
    active--;
  };
  await Promise.all(Array.from({ length: 20 }, () => limit.run(attempt, false)));
  return most;
}

it("as many calls as the limit permits are in progress at once", async () => {
  expect(await mostAtOnce(limitOf(8))).toBe(8);
});

describe("status 429", () => {
  it("halves the limit once for the calls that were in progress together", async () => {
    const { limit, rejected } = limitOf(8);
    await Promise.all(Array.from({ length: 8 }, () => rejected()));
    expect(limit.current()).toBe(4);
    for (const expected of [2, 1, 1]) {
      await rejected();
      expect(limit.current()).toBe(expected);
    }
  });

  it.each([
    ["the time of Retry-After", 7000, 7000],
    ["half a second without Retry-After", undefined, 500],
  ])("pauses all calls for %s", async (_, retryAfterMs, expected) => {
    const { rejected, succeed } = limitOf(8);
    await rejected(limited(retryAfterMs));
    expect(await Promise.all([succeed(), succeed()])).toEqual([expected, expected]);
  });

  it("without Retry-After pauses twice as long each time, until a call succeeds", async () => {
    const { clock, rejected, succeed } = limitOf(8);
    const starts: number[] = [];
    for (let count = 0; count < 3; count++) {
      await rejected();
      starts.push(clock.now());
    }
    expect([...starts, await succeed()]).toEqual([0, 500, 1500, 3500]);
    await rejected();
    expect(await succeed()).toBe(4000);
  });
});

it("the limit grows by one after as many successes as it permits calls, up to its start", async () => {
  const { limit, rejected, succeed } = limitOf(4);
  await rejected();
  const limits: number[] = [];
  for (let count = 0; count < 10; count++) {
    await succeed();
    limits.push(limit.current());
  }
  expect(limits).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
});

it("other failures keep the limit", async () => {
  const { limit, rejected } = limitOf(8);
  await rejected(new ProviderError("provider-failed", "failed", { status: 500 }));
  expect(limit.current()).toBe(8);
});

it("a retry is made before the calls that wait", async () => {
  const { clock, limit } = limitOf(1);
  const order: string[] = [];
  const attempt = (name: string) => async () => {
    order.push(name);
    await clock.sleep(10);
  };
  await Promise.all([
    limit.run(attempt("first"), false),
    limit.run(attempt("second"), false),
    limit.run(attempt("retry"), true),
  ]);
  expect(order).toEqual(["first", "retry", "second"]);
});

it("stop ends the pause, so that waiting attempts can end themselves", async () => {
  const { clock, stop, limit, rejected } = limitOf(1);
  await rejected(limited(3_600_000));
  const waiting = limit.run(async () => "ended", false);
  stop.abort();
  expect([await waiting, clock.now()]).toEqual(["ended", 0]);
});
