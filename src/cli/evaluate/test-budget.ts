// The budget of promptctl test: its estimate is refused before a call is made.
import type { CallBudget, CallEstimate } from "../../engine/evaluate/trials/trial-calls.ts";
import { refused } from "../../engine/model/failure.ts";
import { dollars } from "../../engine/text/quantities.ts";
import { estimatedCostText } from "../../views/evaluation/test-calls-text.ts";

/** Throws a Failure if the estimate is above the budget: nothing has been spent then. */
export function refuseOverBudget(estimate: CallEstimate, { maxCost, maxCalls }: CallBudget): void {
  const { calls, cost, unpricedModels } = estimate;
  const refuse = (code: string, message: string, hint: string): never => {
    throw refused(code, message, hint);
  };
  const fewer = "or run fewer cases with --target";
  if (maxCalls !== undefined && calls > maxCalls)
    refuse(
      "over-budget",
      `The test needs ${calls} ${calls === 1 ? "call" : "calls"}, more than --max-calls ${maxCalls}.`,
      `Raise --max-calls, ${fewer}.`,
    );
  if (maxCost === undefined) return;
  if (unpricedModels.length > 0 && maxCalls === undefined)
    refuse(
      "unknown-price",
      `The price of ${unpricedModels.join(", ")} is unknown, so --max-cost cannot limit it.`,
      `Also set --max-calls.`,
    );
  if (cost > maxCost)
    refuse(
      "over-budget",
      `The calls would cost ${estimatedCostText(estimate)}, more than --max-cost ${dollars(maxCost)}.`,
      `Raise --max-cost, ${fewer}.`,
    );
}
