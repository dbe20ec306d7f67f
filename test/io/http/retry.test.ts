// The pauses between the attempts of a request, and the failure that it ends with.
import { describe, expect, it } from "vitest";
import { CallFailure, type Outcome as CallOutcome } from "../../../src/engine/model/failure.ts";
import { retry, type RetryPolicy } from "../../../src/io/http/retry.ts";
import { type FakeClock, fakeClock } from "../../fixtures/fake-clock.ts";

/** A failure with this status, after an attempt of these milliseconds. */
interface Attempt {
  readonly status: number;
  readonly retryAfterMs?: number;
  readonly tookMs?: number;
}

interface PolicyOptions extends Partial<RetryPolicy> {
  readonly longestMs?: number;
  readonly clock?: FakeClock;
}

/**
 * Where 500 is repeated, and 429 with a budget of its own, after 100 ms, 200 ms and so on: the start of
 * each attempt, `/` and the time that is left for it where that is limited, and the failure at the end.
 */
async function outcomeOf(
  failing: readonly Attempt[],
  { longestMs, clock = fakeClock(), ...more }: PolicyOptions = {},
): Promise<string> {
  const { now, sleep } = clock;
  const attempts: string[] = [];
  const server = { retries: 2, ...(longestMs !== undefined && { longestMs }) };
  const rateLimit = { retries: 3 };
  const attempt = async (remainingMs: number): Promise<void> => {
    attempts.push(`${now()}${remainingMs === Infinity ? "" : `/${remainingMs}`}`);
    const failure = failing[attempts.length - 1];
    if (!failure) return;
    clock.pass(failure.tookMs ?? 0);
    throw new CallFailure("status", { method: "GET", path: "/", ...failure }, "Failed.");
  };
  return retry(attempt, {
    budgetOf: ({ status }) => (status === 429 ? rateLimit : status === 500 ? server : undefined),
    pauseMs: ({ retryAfterMs }, count) => retryAfterMs ?? count * 100,
    now,
    sleep,
    ...more,
  }).then(
    () => attempts.join(" "),
    ({ status }: CallFailure) => `${attempts.join(" ")} then ${status} at ${now()}`,
  );
}

const failed: Attempt = { status: 500 };
const limited: Attempt = { status: 429 };

describe("a request", () => {
  it.each<[string, readonly Attempt[], PolicyOptions, string]>([
    ["that succeeds is sent once", [], {}, "0"],
    ["with a failure that is not repeated is sent once", [{ status: 400 }], {}, "0 then 400 at 0"],
    ["is repeated after the pauses of the policy", [failed, failed], {}, "0 100 300"],
    [
      "ends with its last failure when no retries are left",
      [failed, failed, failed],
      {},
      "0 100 300 then 500 at 300",
    ],
    ["waits as long as a failure says", [{ ...limited, retryAfterMs: 5000 }], {}, "0 5000"],
    [
      "counts the retries of each budget for itself",
      [failed, limited, failed, limited, limited, failed],
      {},
      "0 100 200 400 600 900 then 500 at 900",
    ],
    [
      "has less time with each attempt",
      [
        { ...failed, tookMs: 30 },
        { ...failed, tookMs: 40 },
      ],
      { longestMs: 1000 },
      "0 130/870 370/630",
    ],
    [
      "is not repeated after a pause that is longer than its time",
      [{ ...failed, tookMs: 901 }],
      { longestMs: 1000 },
      "0 then 500 at 901",
    ],
    [
      "is repeated after a pause that just fits",
      [{ ...failed, tookMs: 900 }],
      { longestMs: 1000 },
      "0 1000/0",
    ],
    [
      "is not repeated where the least time for an attempt does not fit",
      [{ ...failed, tookMs: 900 }],
      { longestMs: 1000, leastMs: 1 },
      "0 then 500 at 900",
    ],
    [
      "is not repeated if the command was interrupted before",
      [failed],
      { signal: AbortSignal.abort() },
      "0 then 500 at 0",
    ],
  ])("%s", async (_sentence, failing, policy, expected) => {
    expect(await outcomeOf(failing, policy)).toBe(expected);
  });

  it("ends with its failure if the command is interrupted in a pause", async () => {
    const stop = new AbortController();
    const paused: number[] = [];
    const onPause = (_failure: CallFailure, retries: number, pauseMs: number): void => {
      paused.push(retries, pauseMs);
      stop.abort();
    };
    const outcome = await outcomeOf([failed], { signal: stop.signal, onPause });
    expect([outcome, paused]).toEqual(["0 then 500 at 0", [1, 100]]);
  });

  it.each([
    ["delays it for too long", 901, false],
    ["delays it until the command is interrupted", 1, true],
  ])("is not repeated if the limit of requests %s", async (_sentence, delayMs, isInterrupted) => {
    const [clock, stop] = [fakeClock(), new AbortController()];
    const run = async <Result>(request: () => Promise<Result>, isRetry?: boolean) => {
      if (isRetry) clock.pass(delayMs);
      if (isRetry && isInterrupted) stop.abort();
      return request();
    };
    const limit = { current: () => 1, run };
    const policy = { clock, longestMs: 1000, leastMs: 0, limit, signal: stop.signal };
    expect(await outcomeOf([failed], policy)).toBe(`0 then 500 at ${100 + delayMs}`);
  });

  it.each<[CallOutcome, ...CallOutcome[]]>([
    ["not-executed", "not-executed", "not-executed"],
    ["unknown", "unknown", "not-executed", "not-executed"],
    ["unknown", "not-executed", "unknown"],
    ["rejected", "unknown", "rejected"],
  ])("ends as %s after attempts that end as %s, %s …", async (expected, ...outcomes) => {
    const left = outcomes.values();
    const attempt = async (): Promise<never> => {
      const call = { method: "PUT", path: "/", outcome: left.next().value! };
      throw new CallFailure("failed", call, "Failed.");
    };
    const budget = { retries: outcomes.length - 1 };
    const policy = { ...fakeClock(), budgetOf: () => budget, pauseMs: () => 0 };
    await expect(retry(attempt, policy)).rejects.toMatchObject({ outcome: expected });
  });

  it("throws what is no failure of a call", async () => {
    const policy = { ...fakeClock(), budgetOf: () => ({ retries: 9 }), pauseMs: () => 0 };
    const broken = retry(() => Promise.reject(new TypeError("bug")), policy);
    await expect(broken).rejects.toThrow("bug");
  });
});
