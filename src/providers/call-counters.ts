// Counts the calls of a run, and prevents calls above its budget.
import type {
  CallBudget,
  CallProblem,
  CallProgress,
} from "../engine/evaluate/trials/trial-calls.ts";
import { dollars } from "../engine/text/quantities.ts";

export interface CallCounters {
  /** An attempt begins, unless the budget is used up. */
  begin(): CallProblem | undefined;
  /** An attempt has failed; `isSpent`: the provider may charge for it. */
  failAttempt(isSpent: boolean): void;
  /** A call has ended with a reply; null if its cost is unknown. */
  succeed(cost: number | null): void;
  /** Counts the cached reply with a key once. */
  countCached(key: string, date: string): void;
  progress(): CallProgress;
}

/** Creates the counters of a run. */
export function createCallCounters({ maxCost, maxCalls }: CallBudget): CallCounters {
  const cachedKeys = new Set<string>();
  /** Attempts that the provider has answered, may have answered, or can still answer. */
  let sent = 0;
  let [live, failed, cost, unpriced] = [0, 0, 0, 0];
  let oldest: string | undefined;

  function limitReached(): string | undefined {
    if (maxCalls !== undefined && sent >= maxCalls) return `--max-calls ${maxCalls}`;
    return maxCost !== undefined && cost >= maxCost ? `--max-cost ${dollars(maxCost)}` : undefined;
  }

  return {
    begin: () => {
      const limit = limitReached();
      if (limit !== undefined)
        return { code: "over-budget", message: `The limit ${limit} is reached.` };
      sent++;
      return undefined;
    },
    failAttempt: (isSpent) => {
      if (isSpent) failed++;
      else sent--;
    },
    succeed: (price) => {
      live++;
      cost += price ?? 0;
      unpriced += Number(price === null);
    },
    countCached: (key, date) => {
      cachedKeys.add(key);
      if (oldest === undefined || date < oldest) oldest = date;
    },
    progress: () => ({ live, failed, cached: cachedKeys.size, cost, unpriced, oldest }),
  };
}
