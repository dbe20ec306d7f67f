// What calls would cost, and whether the budget permits them.
import { describe, expect, it } from "vitest";
import type { CallEstimate } from "../../src/engine/evaluate/trials/trial-calls.ts";
import type { Failure } from "../../src/engine/model/failure.ts";
import {
  estimateCalls,
  refuseOverBudget,
  type ReplyLength,
} from "../../src/providers/call-estimate.ts";
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

describe("the budget", () => {
  const estimate: CallEstimate = {
    calls: 38,
    cached: 0,
    cost: 0.4163,
    unpricedModels: [],
    hosts: [],
  };
  const refusal = (...input: Parameters<typeof refuseOverBudget>): string | undefined => {
    try {
      refuseOverBudget(...input);
      return undefined;
    } catch (error) {
      const { class: failureClass, message, hint } = error as Failure;
      return `${failureClass}: ${message} ${hint}`;
    }
  };
  const unpriced = { ...estimate, unpricedModels: ["own-model"] };

  it.each([
    [estimate, {}, undefined],
    [estimate, { maxCost: 0.5, maxCalls: 38 }, undefined],
    [
      estimate,
      { maxCost: 0.4 },
      "refused: The calls would cost about $0.416, more than --max-cost $0.40. Raise --max-cost, or run fewer cases with --target.",
    ],
    [
      estimate,
      { maxCalls: 37 },
      "refused: The test needs 38 calls, more than --max-calls 37. Raise --max-calls, or run fewer cases with --target.",
    ],
    [
      { ...estimate, calls: 1 },
      { maxCalls: 0 },
      "refused: The test needs 1 call, more than --max-calls 0. Raise --max-calls, or run fewer cases with --target.",
    ],
    [
      unpriced,
      { maxCost: 1 },
      "refused: The price of own-model is unknown, so --max-cost cannot limit it. Also set --max-calls.",
    ],
    [unpriced, { maxCost: 1, maxCalls: 100 }, undefined],
    [unpriced, {}, undefined],
  ])("of %o is %o: %s", (input, budget, expected) => {
    expect(refusal(input, budget)).toBe(expected);
  });
});
