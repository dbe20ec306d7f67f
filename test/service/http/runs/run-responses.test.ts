import { expect, it } from "vitest";
import type { PromptRun } from "../../../../src/engine/model/prompt-run.ts";
import {
  omittedSettingsHeader,
  toCompletionResponse,
} from "../../../../src/service/http/runs/run-responses.ts";

const run: PromptRun = {
  provider: "OPENAI",
  name: "gpt-5.4",
  stats: { cost: 0.25, inputTokenCount: 3, outputTokenCount: 4, latency: 5 },
  message: { role: "assistant", content: "Hello", toolCalls: [] },
  stopReason: null,
  omittedSettings: [],
} as unknown as PromptRun;

it.each<[sentence: string, facts: Partial<PromptRun>, headers: Record<string, string>]>([
  ["no other facts", {}, {}],
  ["a stop reason", { stopReason: "refused" }, { "X-Promptctl-Stop-Reason": "refused" }],
  [
    "an explanation",
    { stopExplanation: "Né: no.\n" },
    { "X-Promptctl-Stop-Explanation": "N%C3%A9%3A%20no.%0A" },
  ],
  ["an empty explanation", { stopExplanation: "" }, {}],
  ["an unknown price", { stats: { ...run.stats, cost: null } }, { "X-Promptctl-Cost": "unknown" }],
  [
    "omitted settings",
    { omittedSettings: ["temperature", "topP"] },
    { "X-Promptctl-Omitted-Settings": "temperature, topP" },
  ],
])("headers for a reply with %s", (_sentence, facts, headers) => {
  const response = toCompletionResponse({ ...run, ...facts });
  expect(response.headers).toEqual(headers);
  const { provider, name, message, stats } = { ...run, ...facts };
  expect(response.body).toEqual({
    provider,
    name,
    message,
    stats: { ...stats, cost: stats.cost ?? 0 },
  });
});

it("an explanation is cut at 1,000 characters; half a character becomes U+FFFD", () => {
  const { headers } = toCompletionResponse({ ...run, stopExplanation: "😀".repeat(500) + "é" });
  expect(decodeURIComponent(headers["X-Promptctl-Stop-Explanation"]!)).toBe("😀".repeat(500));
  const cut = toCompletionResponse({ ...run, stopExplanation: `a${"😀".repeat(500)}` });
  const explanation = decodeURIComponent(cut.headers["X-Promptctl-Stop-Explanation"]!);
  expect([...explanation].at(-1)).toBe("\ufffd");
});

it("the header of a rendered prompt names the omitted settings", () => {
  expect(omittedSettingsHeader([])).toEqual({});
  expect(omittedSettingsHeader(["topK"])).toEqual({ "X-Promptctl-Omitted-Settings": "topK" });
});
