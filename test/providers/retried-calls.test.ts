// Which failures of a call are retried, for how long, and which end other calls too.
import { describe, expect, it } from "vitest";
import type { CallProblem } from "../../src/engine/evaluate/trials/trial-calls.ts";
import { type ProviderFailure, providerFailure } from "../../src/providers/provider-failure.ts";
import { type Attempted, createRetriedCalls } from "../../src/providers/retried-calls.ts";
import { type FakeClock, fakeClock } from "../fixtures/fake-clock.ts";

type Code = ProviderFailure["code"];

interface Fixture {
  readonly clock: FakeClock;
  readonly stop: AbortController;
  /** The times of the attempts. */
  readonly attempts: number[];
  /** The rate limits that were reported, with the time. */
  readonly reports: readonly string[];
  /** Makes a call whose attempts have these results, the last one repeatedly. */
  call(results: readonly (ProviderFailure | string)[], model?: string): Promise<Attempted<string>>;
}

function callsWith({ retries = 4, maximum = 8 } = {}): Fixture {
  const reports: string[] = [];
  const clock = fakeClock();
  const stop = new AbortController();
  const calls = createRetriedCalls({
    retries,
    maximum,
    clock,
    stop: stop.signal,
    onRateLimit: (why, milliseconds) => reports.push(`${clock.now()}: ${why}, ${milliseconds}`),
  });
  const attempts: number[] = [];
  return {
    clock,
    stop,
    attempts,
    reports,
    call: (results, model = "m") => {
      let count = 0;
      return calls.make({
        model,
        begin: () => undefined,
        failAttempt: () => {},
        send: async () => {
          attempts.push(clock.now());
          const result = results[Math.min(count++, results.length - 1)]!;
          if (typeof result === "string") return result;
          throw result;
        },
      });
    },
  };
}

const failure = (code: Code, status?: number, retryAfterMs?: number): ProviderFailure =>
  providerFailure(code, `${code}: own words`, { status, retryAfterMs });
const busy = (retryAfterMs?: number): ProviderFailure => failure("rate-limited", 429, retryAfterMs);
const problemOf = (made: Attempted<string>): CallProblem | undefined =>
  "problem" in made ? made.problem : undefined;

describe("a failure that may not occur again", () => {
  const rows: readonly [Code, number | undefined][] = [
    ["provider-failed", 500],
    ["provider-failed", 529],
    ["unreachable", undefined],
  ];
  it.each(rows)("%s (%s) is retried 4 times", async (code, status) => {
    const { attempts, call } = callsWith();
    const made = await call([failure(code, status)]);
    expect(attempts).toEqual([0, 500, 1500, 3500, 7500]);
    expect(problemOf(made)).toEqual({ code, message: `${code}: own words (after 4 retries)` });
  });

  it.each<[Code, number | undefined]>([
    ["timed-out", undefined],
    ["timed-out", 408],
    ["broke-off", 200],
    ["unreadable-reply", 200],
  ])("%s (%s) is not retried: the provider charges for the reply", async (code, status) => {
    const { attempts, call } = callsWith();
    const made = await call([failure(code, status), "reply"]);
    expect([attempts, problemOf(made)]).toEqual([[0], { code, message: `${code}: own words` }]);
  });

  it("is retried for 2 minutes at most, waits for the rate limit not counted", async () => {
    const { attempts, call } = callsWith({ retries: 99 });
    await call([busy(300_000), failure("provider-failed", 500)]);
    expect(attempts.slice(0, 2)).toEqual([0, 300_000]);
    expect(attempts.at(-1)! - 300_000).toBeLessThanOrEqual(120_000);
    expect(attempts.length).toBeGreaterThan(8);
  });

  it("waits for Retry-After, but not for longer than 2 minutes", async () => {
    const short = callsWith();
    await short.call([failure("provider-failed", 503, 9000), "reply"]);
    expect(short.attempts).toEqual([0, 9000]);
    const long = callsWith();
    await long.call([failure("provider-failed", 503, 121_000)]);
    expect(long.attempts).toEqual([0]);
  });
});

describe("a rate limit", () => {
  it("is no retry: a call succeeds after more 429 than --retries", async () => {
    const { attempts, call } = callsWith({ retries: 1 });
    const results = [...Array.from({ length: 6 }, () => busy()), "reply"];
    expect(await call(results)).toEqual({ reply: "reply" });
    expect(attempts).toHaveLength(7);
  });

  it("with --retries 0, no call is made again, and others are made after the pause", async () => {
    const { attempts, call } = callsWith({ retries: 0, maximum: 1 });
    const made = await Promise.all([call([busy(9000), "reply"]), call(["reply"])]);
    expect(made.map((each) => problemOf(each)?.message)).toEqual([
      "rate-limited: own words",
      undefined,
    ]);
    expect(attempts).toEqual([0, 9000]);
  });

  it("lasts 10 minutes at most, and then ends the waiting calls too", async () => {
    const { attempts, call } = callsWith({ maximum: 1 });
    const made = await Promise.all([call([busy()]), call([busy()]), call([busy()])]);
    expect(made.map((each) => problemOf(each)?.code)).toEqual([
      "rate-limited",
      "rate-limited",
      "rate-limited",
    ]);
    expect(attempts.at(-1)).toBeLessThanOrEqual(600_000);
    expect(attempts.at(-1)).toBeGreaterThan(500_000);
    expect(attempts.length).toBeLessThan(100);
  });

  it("is reported once after seconds without a success, also with short pauses", async () => {
    const { reports, call } = callsWith({ maximum: 2 });
    await Promise.all([call([busy(1000)]), call([busy(1000)])]);
    expect(reports).toHaveLength(1);
    const [, time] = /^(\d+): rate-limited: own words, 600000$/.exec(reports[0]!)!;
    expect(Number(time)).toBeGreaterThanOrEqual(5000);
    expect(Number(time)).toBeLessThan(30_000);
    const short = callsWith();
    await short.call([busy(1000), busy(1000), "reply"]);
    expect(short.reports).toEqual([]);
  });

  it("that asks for more than 10 minutes ends all calls at once", async () => {
    const { clock, attempts, call } = callsWith();
    await call([busy(601_000)]);
    const later = await call(["reply"]);
    expect([problemOf(later)?.code, attempts.length, clock.now()]).toEqual(["rate-limited", 1, 0]);
  });

  it("of one call does not end the others: its limit is its own", async () => {
    const { call } = callsWith();
    const [large, ...others] = await Promise.all([
      call([busy()]),
      ...Array.from({ length: 40 }, () => call([busy(), "reply"])),
    ]);
    expect(problemOf(large!)?.code).toBe("rate-limited");
    expect(others.filter((each) => "reply" in each)).toHaveLength(40);
  });
});

describe("a failure of which the provider says whether to repeat the call", () => {
  const says = (code: Code, status: number, shouldRetry: boolean): ProviderFailure =>
    providerFailure(code, `${code}: own words`, { status, retryAfterMs: 9000, shouldRetry });

  it.each<[Code, number]>([
    ["rate-limited", 429],
    ["provider-failed", 500],
    ["provider-failed", 503],
  ])("%s (%i): not made again, and other calls do not wait", async (code, status) => {
    const { attempts, call } = callsWith({ maximum: 1 });
    const made = await Promise.all([call([says(code, status, false), "reply"]), call(["reply"])]);
    expect(made).toEqual([
      { problem: { code, message: `${code}: own words` } },
      { reply: "reply" },
    ]);
    expect(attempts).toEqual([0, 0]);
  });

  it.each<[Code, number]>([
    ["rejected", 400],
    ["provider-failed", 409],
    ["timed-out", 408],
    ["wrong-key", 403],
  ])("%s (%i): made again, and other calls are made", async (code, status) => {
    const { attempts, call } = callsWith({ maximum: 1 });
    const made = await Promise.all([call([says(code, status, true), "reply"]), call(["reply"])]);
    expect(made).toEqual([{ reply: "reply" }, { reply: "reply" }]);
    expect(attempts).toHaveLength(3);
  });

  it("of all calls, after its retries: others end too", async () => {
    const { attempts, call } = callsWith();
    const first = await call([says("wrong-key", 403, true)]);
    expect([attempts.length, problemOf(first)?.code]).toEqual([5, "wrong-key"]);
    expect(await call(["reply"])).toEqual(first);
  });
});

describe("a failure that concerns other calls", () => {
  it.each<[Code, number | undefined]>([
    ["wrong-key", 401],
    ["wrong-key", 403],
    ["no-quota", 402],
    ["no-quota", 429],
    ["wrong-settings", undefined],
  ])("%s (%s) ends all calls, with the same words", async (code, status) => {
    const { attempts, call } = callsWith();
    const first = await call([failure(code, status)]);
    const others = await Promise.all([call(["reply"]), call(["reply"], "other model")]);
    expect(others).toEqual([first, first]);
    expect([problemOf(first)!.message, attempts.length]).toEqual([`${code}: own words`, 1]);
  });

  it("an unknown model ends the calls to that model only", async () => {
    const { attempts, call } = callsWith();
    await call([failure("unknown-model", 404)]);
    expect(problemOf(await call(["reply"]))?.code).toBe("unknown-model");
    expect(await call(["reply"], "other model")).toEqual({ reply: "reply" });
    expect(attempts).toHaveLength(2);
  });

  it.each([400, 413, 422])("status %i ends its own call only", async (status) => {
    const { attempts, call } = callsWith();
    expect(problemOf(await call([failure("rejected", status)]))?.code).toBe("rejected");
    expect(await call(["reply"])).toEqual({ reply: "reply" });
    expect(attempts).toHaveLength(2);
  });
});

it("stop ends calls that wait; a call in progress ends with its reply", async () => {
  const { clock, stop } = callsWith();
  const calls = createRetriedCalls({ retries: 4, maximum: 1, clock, stop: stop.signal });
  const slow = async (): Promise<string> => {
    await clock.sleep(1000);
    stop.abort();
    return "reply";
  };
  const call = { model: "m", begin: () => undefined, failAttempt: () => {}, send: slow };
  const made = await Promise.all([calls.make(call), calls.make(call)]);
  expect(made).toEqual([
    { reply: "reply" },
    { problem: { code: "interrupted", message: "The command was interrupted." } },
  ]);
});
