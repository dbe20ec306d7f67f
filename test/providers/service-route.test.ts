// Calls through the service: what identifies them, and what its failures mean.
import { describe, expect, it } from "vitest";
import type { DeployedPrompt } from "../../src/engine/evaluate/trials/trial-calls.ts";
import { CallFailure } from "../../src/engine/model/failure.ts";
import type { PromptRun } from "../../src/engine/model/prompt-run.ts";
import { createServiceRoute } from "../../src/providers/service-route.ts";
import { fakeClock } from "../fixtures/fake-clock.ts";
import { callsTo, kindOf, replyOf, trialOf } from "./calls-fixture.ts";
import { memoryCache } from "./memory-cache.ts";

const run: PromptRun = {
  provider: "ANTHROPIC",
  name: "claude-sonnet-4-5",
  stats: { inputTokenCount: 10, outputTokenCount: 20, latency: 300, cost: 0.25 },
  message: { role: "assistant", content: [{ type: "TEXT", text: "Hi" }] },
  stopReason: "complete",
  omittedSettings: ["topK"],
};
const deployed: DeployedPrompt = { id: "p1", digest: "d1", body: { variables: { name: "Ann" } } };

function serviceCalls(results: readonly (PromptRun | Error)[], cache = memoryCache()) {
  const clock = fakeClock();
  let count = 0;
  const route = createServiceRoute({
    baseUrl: "https://prompts.example.com",
    run: async () => {
      const result = results[Math.min(count++, results.length - 1)]!;
      if (result instanceof Error) throw result;
      return result;
    },
  });
  return { ...callsTo("", { cache, route, clock } as never), attempts: () => count, cache, clock };
}

it("a cached reply has the cost that the service has reported", async () => {
  const { call, cache } = serviceCalls([run]);
  const live = replyOf(await call(trialOf({ deployed })));
  expect(live.run).toEqual(run);
  const cached = replyOf(await serviceCalls([], cache).call(trialOf({ deployed })));
  expect(cached).toEqual({ ...live, cached: true });
});

it.each([
  ["another prompt", { ...deployed, id: "p2" }],
  ["another version of what is deployed", { ...deployed, digest: "d2" }],
  ["another body", { ...deployed, body: { variables: { name: "Bob" } } }],
])("%s is another call", async (_, other) => {
  const { call, attempts } = serviceCalls([run]);
  await call(trialOf({ deployed }));
  expect(kindOf(await call(trialOf({ deployed: other })))).toBe("live");
  expect(attempts()).toBe(2);
});

describe("a failure of the service", () => {
  const failed = (code: string, status?: number): CallFailure =>
    new CallFailure(code, { method: "POST", path: "/p", status }, "Own words.");
  it.each([
    ["service-error", 400, "rejected", 1],
    ["wrong-key", 401, "wrong-key", 1],
    ["service-error", 413, "rejected", 1],
    ["service-error", 424, "provider-refused", 1],
    ["service-error", 502, "provider-failed", 5],
    ["service-error", 504, "timed-out", 1],
    ["timed-out", undefined, "timed-out", 1],
    ["unreachable", undefined, "unreachable", 5],
    ["unreadable-answer", 200, "unreadable-reply", 1],
    ["redirected", 307, "wrong-settings", 1],
  ])("%s %s is %s, after %i attempts", async (code, status, expected, count) => {
    const { call, attempts } = serviceCalls([failed(code, status)]);
    expect([kindOf(await call(trialOf({ deployed }))), attempts()]).toEqual([expected, count]);
  });

  it("a rate limit is waited for, as long as the service asks", async () => {
    const request = { method: "POST", path: "/p", status: 429, retryAfterMs: 1500 };
    const limited = new CallFailure("service-error", request, "Own words.");
    const { call, attempts, clock } = serviceCalls([limited, run]);
    expect([kindOf(await call(trialOf({ deployed }))), attempts()]).toEqual(["live", 2]);
    expect(clock.now()).toBe(1500);
  });

  it("a call that the service asks not to repeat is not repeated", async () => {
    const request = { method: "POST", path: "/p", status: 429, retryAfterMs: 1500, isFinal: true };
    const limited = new CallFailure("service-error", request, "Own words.");
    const { call, attempts } = serviceCalls([limited, run]);
    expect([kindOf(await call(trialOf({ deployed }))), attempts()]).toEqual(["rate-limited", 1]);
  });

  it("a reply of another type cannot be read", async () => {
    const { call } = serviceCalls([{ ...run, stats: undefined } as unknown as PromptRun]);
    expect(kindOf(await call(trialOf({ deployed })))).toBe("unreadable-reply");
  });
});
