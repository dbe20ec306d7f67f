// What calls would cost.
import { describe, expect, it } from "vitest";
import { estimateCalls, type ReplyLength } from "../../src/providers/call-estimate.ts";
import { trialOf } from "./calls-fixture.ts";

const baseUrl = "https://api.anthropic.com";
const planned = (text: string, maxTokens: number | null = null) => {
  const { rendered } = trialOf({ text, parameters: { maxTokens } });
  return { rendered, baseUrl, parameters: rendered.prompt.parameters };
};
const lengths = (...tokens: readonly number[]): ReplyLength[] =>
  tokens.map((outputTokens) => ({ prompt: planned("").rendered.prompt.id, outputTokens }));

describe("claude-sonnet-4-5 costs 3 and 15 dollars per million tokens: 4000 characters and", () => {
  it.each([
    ["500 output tokens without earlier replies", null, [], 0.003 + 0.0075],
    ["maxTokens, if that is less", 200, [], 0.003 + 0.003],
    ["the median of earlier replies", null, lengths(10, 100, 900), 0.003 + 0.0015],
    ["maxTokens, if earlier replies are longer", 50, lengths(100), 0.003 + 0.00075],
    ["no replies to other prompts", null, [{ prompt: "p9", outputTokens: 1 }], 0.003 + 0.0075],
  ] as const)("%s", async (_, maxTokens, replies, expected) => {
    const estimate = await estimateCalls([planned("x".repeat(4000), maxTokens)], replies);
    expect(estimate.cost).toBeCloseTo(expected, 5);
    expect(estimate.hosts).toEqual([{ host: "api.anthropic.com", calls: 1 }]);
  });
});
