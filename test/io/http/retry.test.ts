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

interface Outcome {
  /** The start of each attempt, with the time that was left for it. */
  readonly attempts: readonly (readonly [startMs: number, remainingMs: number])[];
  /** The status of the failure, and when it was thrown; undefined after a success. */
  readonly end?: readonly [status: number, ms: number];
}

interface PolicyOptions extends Partial<RetryPolicy> {
  readonly longestMs?: number;
  readonly clock?: FakeClock;
}

/** 500 is repeated, and 429 with a budget of its own. The pauses are 100 ms, 200 ms and so on. */
async function outcomeOf(
  failing: readonly Attempt[],
  { longestMs, clock = fakeClock(), ...more }: PolicyOptions = {},
): Promise<Outcome> {
  const { now, sleep } = clock;
  const attempts: [number, number][] = [];
  const server = { retries: 2, ...(longestMs !== undefined && { longestMs }) };
  const rateLimit = { retries: 3 };
  const attempt = async (remainingMs: number): Promise<void> => {
    attempts.push([now(), remainingMs]);
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
    () => ({ attempts }),
    ({ status }: CallFailure) => ({ attempts, end: [status!, now()] }),
  );
}

const failed: Attempt = { status: 500 };
const limited: Attempt = { status: 429 };
const all = Infinity;

describe("a request", () => {
  it.each<[string, readonly Attempt[], PolicyOptions, Outcome]>([
    ["that succeeds is sent once", [], {}, { attempts: [[0, all]] }],
    [
      "with a failure that is not repeated is sent once",
      [{ status: 400 }],
      {},
      { attempts: [[0, all]], end: [400, 0] },
    ],
    [
      "is repeated after the pauses of the policy",
      [failed, failed],
      {},
      {
        attempts: [
          [0, all],
          [100, all],
          [300, all],
        ],
      },
    ],
    [
      "ends with its last failure when no retries are left",
      [failed, failed, failed],
      {},
      {
        attempts: [
          [0, all],
          [100, all],
          [300, all],
        ],
        end: [500, 300],
      },
    ],
    [
      "waits as long as a failure says",
      [{ ...limited, retryAfterMs: 5000 }],
      {},
      {
        attempts: [
          [0, all],
          [5000, all],
        ],
      },
    ],
    [
      "counts the retries of each budget for itself",
      [failed, limited, failed, limited, limited, failed],
      {},
      {
        attempts: [
          [0, all],
          [100, all],
          [200, all],
          [400, all],
          [600, all],
          [900, all],
        ],
        end: [500, 900],
      },
    ],
    [
      "has less time with each attempt",
      [
        { ...failed, tookMs: 30 },
        { ...failed, tookMs: 40 },
      ],
      { longestMs: 1000 },
      {
        attempts: [
          [0, all],
          [130, 870],
          [370, 630],
        ],
      },
    ],
    [
      "is not repeated after a pause that is longer than its time",
      [{ ...failed, tookMs: 901 }],
      { longestMs: 1000 },
      { attempts: [[0, all]], end: [500, 901] },
    ],
    [
      "is repeated after a pause that just fits",
      [{ ...failed, tookMs: 900 }],
      { longestMs: 1000 },
      {
        attempts: [
          [0, all],
          [1000, 0],
        ],
      },
    ],
    [
      "is not repeated where the least time for an attempt does not fit",
      [{ ...failed, tookMs: 900 }],
      { longestMs: 1000, leastMs: 1 },
      { attempts: [[0, all]], end: [500, 900] },
    ],
    [
      "is not repeated if the command was interrupted before",
      [failed],
      { signal: AbortSignal.abort() },
      { attempts: [[0, all]], end: [500, 0] },
    ],
  ])("%s", async (_sentence, failing, policy, expected) => {
    expect(await outcomeOf(failing, policy)).toEqual(expected);
  });

  it("ends with its failure if the command is interrupted in a pause", async () => {
    const stop = new AbortController();
    const paused: number[] = [];
    const onPause = (_failure: CallFailure, retries: number, pauseMs: number): void => {
      paused.push(retries, pauseMs);
      stop.abort();
    };
    const outcome = await outcomeOf([failed], { signal: stop.signal, onPause });
    expect([outcome, paused]).toEqual([{ attempts: [[0, all]], end: [500, 0] }, [1, 100]]);
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
    expect(await outcomeOf([failed], policy)).toEqual({
      attempts: [[0, all]],
      end: [500, 100 + delayMs],
    });
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
