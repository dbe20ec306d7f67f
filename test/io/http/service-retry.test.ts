// Which failures are retried, by method, and when retries end.
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../src/engine/model/failure.ts";
import type { Fetch, Wait } from "../../../src/engine/model/ports.ts";
import type { RetryOptions } from "../../../src/io/http/service-retry.ts";
import { callOf, failureOf } from "./recorder.ts";

/** A clock that pauses advance. */
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

/** A fetch that returns the responses in order, the last one repeatedly. */
function fakeFetch(...responses: readonly (() => Promise<Response>)[]): {
  fetch: Fetch;
  attempts(): number;
} {
  let attempts = 0;
  return {
    fetch: () => responses[Math.min(attempts++, responses.length - 1)]!(),
    attempts: () => attempts,
  };
}

const responseWith =
  (status: number, body = '{"error":"message"}', headers: Record<string, string> = {}) =>
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

/** The response, and the outcome of the failure. */
const rows: readonly [string, () => Promise<Response>, Outcome][] = [
  ["connection refused", broken("ECONNREFUSED"), "not-executed"],
  ["host name not found", broken("ENOTFOUND"), "not-executed"],
  ["DNS server does not respond", broken("EAI_AGAIN"), "not-executed"],
  ["host unreachable", broken("EHOSTUNREACH"), "not-executed"],
  ["no connection in time", broken("UND_ERR_CONNECT_TIMEOUT"), "not-executed"],
  ["429", responseWith(429), "not-executed"],
  ["429 with Retry-After", responseWith(429, "{}", { "retry-after": "3" }), "not-executed"],
  ["503 with Retry-After", responseWith(503, "{}", { "retry-after": "3" }), "not-executed"],
  ["503", responseWith(503), "unknown"],
  ["408", responseWith(408), "unknown"],
  ["500", responseWith(500), "unknown"],
  ["500 with Retry-After", responseWith(500, "{}", { "retry-after": "3" }), "unknown"],
  ["502 with HTML", responseWith(502, "<html>Bad gateway</html>"), "unknown"],
  ["504", responseWith(504), "unknown"],
  ["a connection that breaks", broken("ECONNRESET"), "unknown"],
  ["a connection closed by the other side", broken("UND_ERR_SOCKET"), "unknown"],
  ["an incomplete response", truncated, "unknown"],
  ["truncated JSON", responseWith(200, '{"id": "1'), "unknown"],
  ["no response in time", never, "unknown"],
  ["an invalid certificate", broken("CERT_HAS_EXPIRED"), "rejected"],
  ["a redirect", responseWith(302, "", { location: "https://elsewhere.example" }), "rejected"],
  ["400", responseWith(400), "rejected"],
  ["401", responseWith(401), "rejected"],
  ["403", responseWith(403), "rejected"],
  ["404", responseWith(404), "rejected"],
  ["409", responseWith(409), "rejected"],
  ["422", responseWith(422), "rejected"],
  ["418", responseWith(418), "rejected"],
  ["507, a full disk", responseWith(507), "rejected"],
];

describe.each(["GET", "PUT", "DELETE", "POST"] as const)("%s", (method) => {
  it.each(rows)("%s", async (_, response, outcome) => {
    const { options, waits } = clock();
    const { fetch, attempts } = fakeFetch(response);
    const body = method === "GET" || method === "DELETE" ? undefined : { name: "a" };
    const failure = await failureOf(callOf({ fetch, retry: options })(method, "/sdk/v1/a", body));
    const isRetried = outcome === "not-executed" || (outcome === "unknown" && method !== "POST");
    expect([failure.outcome, attempts(), waits.length]).toEqual([
      outcome,
      isRetried ? 5 : 1,
      isRetried ? 4 : 0,
    ]);
  });

  it("succeeds at the third attempt", async () => {
    const { options, waits } = clock();
    const { fetch, attempts } = fakeFetch(
      responseWith(429),
      responseWith(429),
      responseWith(200, '{"id":"1"}'),
    );
    expect(await callOf({ fetch, retry: options })(method, "/sdk/v1/a")).toEqual({ id: "1" });
    expect(attempts()).toBe(3);
    expect(waits).toEqual([
      { next: "retry", attempt: 1, maxAttempts: 4, delayMs: 250, reason: "429" },
      { next: "retry", attempt: 2, maxAttempts: 4, delayMs: 500, reason: "429" },
    ]);
  });
});

it.each([
  ["500, which is final", 500, 1],
  ["503, which is temporary", 503, 5],
])("x-should-retry: false with %s, after a PUT", async (_, status, expected) => {
  const { options } = clock();
  const { fetch, attempts } = fakeFetch(responseWith(status, "{}", { "x-should-retry": "false" }));
  await failureOf(callOf({ fetch, retry: options })("PUT", "/a", {}));
  expect(attempts()).toBe(expected);
});

describe("a POST with an Idempotency-Key", () => {
  const extension = { "promptctl-extensions": "other, Idempotency-Key" };
  const lost = responseWith(500);
  const created = (headers: Record<string, string>) => responseWith(200, '{"id":"1"}', headers);

  /** The number of attempts of a create after a list with these headers, then other responses. */
  async function attemptsAfter(
    headers: Record<string, string>,
    ...responses: readonly (() => Promise<Response>)[]
  ): Promise<number> {
    const { options } = clock();
    const sent: (string | null)[] = [];
    const { fetch, attempts } = fakeFetch(responseWith(200, "[]", headers), ...responses);
    const call = callOf({
      fetch: (url, init) => {
        sent.push(new Headers(init.headers).get("idempotency-key"));
        return fetch(url, init);
      },
      retry: options,
    });
    await call("GET", "/sdk/v1/a");
    await call("POST", "/sdk/v1/a", {}, { idempotencyKey: "k" }).catch(() => {});
    expect(new Set(sent)).toEqual(new Set([null, "k"]));
    return attempts() - 1;
  }

  it("is sent again after a lost response if the service honours the header", async () => {
    expect(await attemptsAfter(extension, lost, created(extension))).toBe(2);
  });

  it("is not sent again if the service does not announce that it honours the header", async () => {
    expect(await attemptsAfter({}, lost, created({}))).toBe(1);
    expect(await attemptsAfter({ "promptctl-extensions": "other" }, lost, created({}))).toBe(1);
  });

  it("is not sent again if only some replicas honour the header", async () => {
    const { options } = clock();
    const list = (headers: Record<string, string>) => responseWith(200, "[]", headers);
    const { fetch, attempts } = fakeFetch(list({}), list(extension), lost);
    const call = callOf({ fetch, retry: options });
    await call("GET", "/sdk/v1/a");
    await call("GET", "/sdk/v1/a");
    await failureOf(call("POST", "/sdk/v1/a", {}, { idempotencyKey: "k" }));
    expect(attempts()).toBe(3);
  });
});

describe("pauses", () => {
  const pausesOf = async (
    response: () => Promise<Response>,
    more: Partial<RetryOptions> = {},
  ): Promise<number[]> => {
    const { options, waits } = clock();
    const { fetch } = fakeFetch(response);
    await failureOf(callOf({ fetch, retry: { ...options, ...more } })("GET", "/a"));
    return waits.map(({ delayMs }) => delayMs);
  };

  it("double, and are randomised by half at most", async () => {
    expect(await pausesOf(responseWith(500))).toEqual([250, 500, 1000, 2000]);
    expect(await pausesOf(responseWith(500), { random: () => 1 })).toEqual([500, 1000, 2000, 4000]);
  });

  it("back off where that is longer than Retry-After", async () => {
    const soon = responseWith(503, "{}", { "retry-after": "1" });
    expect(await pausesOf(soon, { retries: 6 })).toEqual([1000, 1000, 1000, 2000, 4000, 8000]);
  });

  it("have the length of Retry-After, in seconds or as a date", async () => {
    const inSeconds = responseWith(429, "{}", { "retry-after": "7" });
    expect(await pausesOf(inSeconds)).toEqual([7000, 7000, 7000, 7000]);
    const date = new Date(Date.now() + 20_000).toUTCString();
    const [first] = await pausesOf(responseWith(429, "{}", { "retry-after": date }));
    expect(first).toBeGreaterThan(18_000);
    expect(first).toBeLessThanOrEqual(20_000);
    expect(await pausesOf(responseWith(429, "{}", { "retry-after": "soon" }))).toEqual([
      250, 500, 1000, 2000,
    ]);
  });

  it("end after two minutes, even if retries remain", async () => {
    const pauses = await pausesOf(responseWith(500), { retries: 99, random: () => 1 });
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeLessThan(120_000);
    expect(total).toBeGreaterThan(80_000);
  });

  it("longer than two minutes are not started, and the hint names the time", async () => {
    const { options, waits } = clock();
    const { fetch, attempts } = fakeFetch(responseWith(429, "{}", { "retry-after": "300" }));
    const failure = await failureOf(callOf({ fetch, retry: options })("GET", "/a"));
    expect([attempts(), waits]).toEqual([1, []]);
    expect(failure.hint).toBe(
      "The service asks to wait 5 min. Run the same command again after that.",
    );
  });

  it("do not exist with 0 retries", async () => {
    expect(await pausesOf(responseWith(500), { retries: 0 })).toEqual([]);
  });

  it("end when the signal is aborted; the call fails with its last error", async () => {
    const { options } = clock();
    const { fetch, attempts } = fakeFetch(responseWith(429));
    const stop = new AbortController();
    const onWait = (): void => stop.abort();
    const control = { signal: stop.signal, onWait };
    const failure = await failureOf(callOf({ fetch, retry: options })("PUT", "/a", {}, control));
    expect([failure.status, attempts()]).toEqual([429, 1]);
  });
});

it("an attempt can have a fraction of a millisecond left", async () => {
  const { options, pass } = clock();
  const { fetch, attempts } = fakeFetch(async () => (pass(70_000.4), responseWith(500)()));
  const call = callOf({ fetch, timeoutMs: 60_000, retry: options });
  expect((await failureOf(call("GET", "/a"))).status).toBe(500);
  expect(attempts()).toBe(2); // the second one with 49,749.6 ms
});

it("a call ends with the deadline of its caller", async () => {
  const { options } = clock();
  const { fetch, attempts } = fakeFetch(responseWith(500));
  await failureOf(callOf({ fetch, retry: options })("GET", "/a", undefined, { deadline: 5600 }));
  expect(attempts()).toBe(2); // with 0.25 s and 0.5 s of pauses, a third would have less than its 5 s
});
