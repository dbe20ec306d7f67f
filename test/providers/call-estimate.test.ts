// What calls would cost.
import { describe, expect, it, test } from "vitest";
import type { ModelParameters } from "../../src/generated/types.ts";
import { estimateCalls, type ReplyLength } from "../../src/providers/call-estimate.ts";
import { trialOf } from "./calls-fixture.ts";

const baseUrl = "https://api.anthropic.com";
const planned = (text: string, parameters: Partial<ModelParameters> = {}) => {
  const { rendered } = trialOf({ text, parameters: { maxTokens: null, ...parameters } });
  return { rendered, baseUrl, parameters: rendered.prompt.parameters };
};
const lengths = (...tokens: readonly number[]): ReplyLength[] =>
  tokens.map((outputTokens) => lengthOf(outputTokens));
const lengthOf = (outputTokens: number, given: Partial<ModelParameters> = {}): ReplyLength => {
  const { rendered, parameters } = planned("", given);
  return { prompt: rendered.prompt.id, parameters, outputTokens };
};

describe("claude-sonnet-4-5 costs 3 and 15 dollars per million tokens: 4000 characters and", () => {
  it.each([
    ["500 output tokens without earlier replies", null, [], 0.003 + 0.0075],
    ["maxTokens, if that is less", 200, [], 0.003 + 0.003],
    ["the median of earlier replies", null, lengths(10, 100, 900), 0.003 + 0.0015],
    ["maxTokens, if earlier replies are longer", 50, lengths(100), 0.003 + 0.00075],
    ["no replies to other prompts", null, [{ ...lengthOf(1), prompt: "p9" }], 0.003 + 0.0075],
  ] as const)("%s", async (_, maxTokens, replies, expected) => {
    const estimate = await estimateCalls([planned("x".repeat(4000), { maxTokens })], replies);
    expect(estimate.cost).toBeCloseTo(expected, 5);
    expect(estimate.hosts).toEqual([{ host: "api.anthropic.com", calls: 1 }]);
  });
});

describe("the estimated tokens of output, with those of reasoning:", () => {
  const gpt = { provider: "OPENAI", name: "gpt-5.4" } as const;
  const withEffort = (reasoningEffort: "none" | "low" | "high" | "max") =>
    ({ ...gpt, options: { reasoningEffort } }) as const;
  const thinking = (type: string, budget_tokens?: number): Partial<ModelParameters> => ({
    options: { extra: { thinking: { type, ...(budget_tokens && { budget_tokens }) } } },
  });
  const high = withEffort("high");
  test.for<[string, Partial<ModelParameters>, readonly ReplyLength[], number, assumed?: number]>([
    ["no effort", gpt, [], 500],
    ["none", withEffort("none"), [], 500],
    ["low", withEffort("low"), [], 1500, 1000],
    ["high", high, [], 10_500, 10_000],
    ["not above maxTokens", { ...withEffort("max"), maxTokens: 2000 }, [], 2000, 1500],
    ["replies with the same effort", high, [lengthOf(700, high)], 700],
    ["not replies with another effort", high, [lengthOf(7, gpt)], 10_500, 10_000],
    ["a model that always reasons", { ...gpt, name: "o3" }, [], 4500, 4000],
    ["the budget of thinking", { ...thinking("enabled", 2000), maxTokens: 9000 }, [], 2500, 2000],
    ["adaptive thinking", { ...thinking("adaptive"), maxTokens: 9000 }, [], 4500, 4000],
    ["the limit of Anthropic without maxTokens", thinking("enabled", 6000), [], 4096, 3596],
  ])("%s", async ([, parameters, replies, tokens, assumed]) => {
    const { cost, assumedReasoning } = await estimateCalls([planned("", parameters)], replies);
    expect(assumedReasoning).toBe(assumed);
    const known = [lengthOf(tokens, parameters)];
    const expected = await estimateCalls(
      [planned("", { ...parameters, maxTokens: tokens })],
      known,
    );
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeCloseTo(expected.cost, 8);
  });
});
