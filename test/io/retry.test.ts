// The table of requests: which answer is worth another try, by method, and when to give up.
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/engine/model/failure.ts";
import type { Wait } from "../../src/engine/model/retry-policy.ts";
import type { Fetch } from "../../src/engine/model/ports.ts";
import type { RetryOptions } from "../../src/io/retry.ts";
import { callOf, failureOf } from "./recorder.ts";

/** A clock that pauses move on. */
function clock(): { options: RetryOptions; waits: Wait[]; pass(milliseconds: number): void } {
  let time = 0;
  const waits: Wait[] = [];
  const options: RetryOptions = {
    retries: 4,
    random: () => 0,
    now: () => time,
    sleep: async (milliseconds) => void (time += milliseconds),
    onWait: (wait) => void waits.push(wait),
  };
  return { options, waits, pass: (milliseconds) => void (time += milliseconds) };
}

/** A fetch that plays the answers one after another, the last one for ever. */
function playing(...answers: readonly (() => Promise<Response>)[]): {
  fetch: Fetch;
  tries(): number;
} {
  let tries = 0;
  return {
    fetch: () => answers[Math.min(tries++, answers.length - 1)]!(),
    tries: () => tries,
  };
}

const answer =
  (status: number, body = '{"error":"words"}', headers: Record<string, string> = {}) =>
  async (): Promise<Response> =>
    new Response(body, { status, headers });
const broken = (code: string) => (): Promise<Response> =>
  Promise.reject(
    new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code }) }),
  );
const never = (): Promise<Response> =>
  Promise.reject(new DOMException("The operation timed out.", "TimeoutError"));
const truncated = (): Promise<Response> =>
  Promise.resolve(
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"id": "1'));
          controller.error(
            new TypeError("terminated", {
              cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }),
            }),
          );
        },
      }),
    ),
  );

/** What came back, then how it is told (`no`, `not-taken`, `unknown`). */
const rows: readonly [string, () => Promise<Response>, Outcome][] = [
  ["connection refused", broken("ECONNREFUSED"), "not-taken"],
  ["name not found", broken("ENOTFOUND"), "not-taken"],
  ["name server silent", broken("EAI_AGAIN"), "not-taken"],
  ["no way there", broken("EHOSTUNREACH"), "not-taken"],
  ["no connection in time", broken("UND_ERR_CONNECT_TIMEOUT"), "not-taken"],
  ["429", answer(429), "not-taken"],
  ["429 with Retry-After", answer(429, "{}", { "retry-after": "3" }), "not-taken"],
  ["503 with Retry-After", answer(503, "{}", { "retry-after": "3" }), "not-taken"],
  ["503", answer(503), "unknown"],
  ["408", answer(408), "unknown"],
  ["500", answer(500), "unknown"],
  ["500 with Retry-After", answer(500, "{}", { "retry-after": "3" }), "unknown"],
  ["502 with HTML", answer(502, "<html>Bad gateway</html>"), "unknown"],
  ["504", answer(504), "unknown"],
  ["a connection that breaks", broken("ECONNRESET"), "unknown"],
  ["a connection closed by the other side", broken("UND_ERR_SOCKET"), "unknown"],
  ["an answer that breaks off", truncated, "unknown"],
  ["truncated JSON", answer(200, '{"id": "1'), "unknown"],
  ["no answer in time", never, "unknown"],
  ["a certificate that is refused", broken("CERT_HAS_EXPIRED"), "no"],
  ["a redirect", answer(302, "", { location: "https://elsewhere.example" }), "no"],
  ["400", answer(400), "no"],
  ["401", answer(401), "no"],
  ["403", answer(403), "no"],
  ["404", answer(404), "no"],
  ["409", answer(409), "no"],
  ["422", answer(422), "no"],
  ["418", answer(418), "no"],
];

describe.each(["GET", "PUT", "DELETE", "POST"] as const)("%s", (method) => {
  it.each(rows)("%s", async (_what, response, outcome) => {
    const { options, waits } = clock();
    const { fetch, tries } = playing(response);
    const body = method === "GET" || method === "DELETE" ? undefined : { name: "a" };
    const failure = await failureOf(callOf({ fetch, retry: options })(method, "/sdk/v1/a", body));
    const again = outcome === "not-taken" || (outcome === "unknown" && method !== "POST");
    expect([failure.outcome, tries(), waits.length]).toEqual([
      outcome,
      again ? 5 : 1,
      again ? 4 : 0,
    ]);
  });

  it("comes off at the third try", async () => {
    const { options, waits } = clock();
    const { fetch, tries } = playing(answer(429), answer(429), answer(200, '{"id":"1"}'));
    expect(await callOf({ fetch, retry: options })(method, "/sdk/v1/a")).toEqual({ id: "1" });
    expect(tries()).toBe(3);
    expect(waits).toEqual([
      { next: "retry", attempt: 1, of: 4, delayMs: 250, reason: "429" },
      { next: "retry", attempt: 2, of: 4, delayMs: 500, reason: "429" },
    ]);
  });
});

describe("pauses", () => {
  const pausesOf = async (
    response: () => Promise<Response>,
    more: Partial<RetryOptions> = {},
  ): Promise<number[]> => {
    const { options, waits } = clock();
    const { fetch } = playing(response);
    await failureOf(callOf({ fetch, retry: { ...options, ...more } })("GET", "/a"));
    return waits.map(({ delayMs }) => delayMs);
  };

  it("double, and differ by half at most", async () => {
    expect(await pausesOf(answer(500))).toEqual([250, 500, 1000, 2000]);
    expect(await pausesOf(answer(500), { random: () => 1 })).toEqual([500, 1000, 2000, 4000]);
  });

  it("are as long as the service asks for, in seconds or as a date", async () => {
    const inSeconds = answer(429, "{}", { "retry-after": "7" });
    expect(await pausesOf(inSeconds)).toEqual([7000, 7000, 7000, 7000]);
    const date = new Date(Date.now() + 20_000).toUTCString();
    const [first] = await pausesOf(answer(429, "{}", { "retry-after": date }));
    expect(first).toBeGreaterThan(18_000);
    expect(first).toBeLessThanOrEqual(20_000);
    expect(await pausesOf(answer(429, "{}", { "retry-after": "soon" }))).toEqual([
      250, 500, 1000, 2000,
    ]);
  });

  it("end after two minutes, whatever is left of the retries", async () => {
    const pauses = await pausesOf(answer(500), { retries: 99, random: () => 1 });
    const total = pauses.reduce((sum, each) => sum + each, 0);
    expect(total).toBeLessThan(120_000);
    expect(total).toBeGreaterThan(80_000);
  });

  it("that would be longer than two minutes are not begun, and the hint says so", async () => {
    const { options, waits } = clock();
    const { fetch, tries } = playing(answer(429, "{}", { "retry-after": "300" }));
    const failure = await failureOf(callOf({ fetch, retry: options })("GET", "/a"));
    expect([tries(), waits]).toEqual([1, []]);
    expect(failure.hint).toBe(
      "The service asks to wait 5 minutes. Run the same command again after that.",
    );
  });

  it("are none with --retries 0", async () => {
    expect(await pausesOf(answer(500), { retries: 0 })).toEqual([]);
  });

  it("end when told to stop; the call then fails with what it had", async () => {
    const { options } = clock();
    const { fetch, tries } = playing(answer(429));
    const stop = new AbortController();
    const waiting = (): void => stop.abort();
    const patience = { signal: stop.signal, onWait: waiting };
    const failure = await failureOf(callOf({ fetch, retry: options })("PUT", "/a", {}, patience));
    expect([failure.status, tries()]).toEqual([429, 1]);
  });
});

it("a try that would have less time than it may need is not begun", async () => {
  const { options, pass } = clock();
  let tries = 0;
  const fetch: Fetch = () => {
    tries += 1;
    pass(55_000); // the call seemed to last that long
    return answer(500)();
  };
  const call = callOf({ fetch, timeoutMs: 60_000, retry: { ...options, retries: 9 } });
  expect((await failureOf(call("GET", "/a"))).status).toBe(500);
  expect(tries).toBe(2); // a third one would have 9 s
});

it("a try may have any part of a millisecond left", async () => {
  const { options, pass } = clock();
  const { fetch, tries } = playing(async () => (pass(70_000.4), answer(500)()));
  const call = callOf({ fetch, timeoutMs: 60_000, retry: options });
  expect((await failureOf(call("GET", "/a"))).status).toBe(500);
  expect(tries()).toBe(2); // the second one with 49,749.6 ms
});

it("a call that is part of something longer ends with that", async () => {
  const { options } = clock();
  const { fetch, tries } = playing(answer(500));
  await failureOf(callOf({ fetch, retry: options })("GET", "/a", undefined, { deadline: 5600 }));
  expect(tries()).toBe(2); // with 0.25 s and 0.5 s of pauses, a third would have less than its 5 s
});
