// Whether the budget permits the calls of promptctl test.
import { describe, expect, it } from "vitest";
import { refuseOverBudget } from "../../../src/cli/evaluate/test-budget.ts";
import type { CallEstimate } from "../../../src/engine/evaluate/trials/trial-calls.ts";
import type { Failure } from "../../../src/engine/model/failure.ts";

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
      { ...estimate, assumedReasoning: 30_000 },
      { maxCost: 0.4 },
      "refused: The calls would cost about $0.416 (assumes 30,000 tokens of reasoning), more than --max-cost $0.40. Raise --max-cost, or run fewer cases with --target.",
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
