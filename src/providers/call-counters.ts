// Counts the calls of a run, and prevents calls above its budget.
import type { CallBudget, CallProblem, CallProgress } from "../engine/model/prompt-calls.ts";
import { dollars } from "../engine/model/quantities.ts";

export interface CallCounters {
  /** The counter of one call. */
  next(): CallCounter;
  /** Counts the cached reply with a key once. */
  countCached(key: string, date: string): void;
  progress(): CallProgress;
}

interface CallCounter {
  /** The call begins, unless the budget is used up. */
  begin(): CallProblem | undefined;
  /** The call has ended, or has not begun. */
  fail(): void;
  /** The call has ended with a reply; null if its cost is unknown. */
  succeed(cost: number | null): void;
}

export function createCallCounters({ maxCost, maxCalls }: CallBudget): CallCounters {
  const cachedKeys = new Set<string>();
  let [begun, inFlight, live, cost, unpriced] = [0, 0, 0, 0, 0];
  let oldest: string | undefined;

  function limitReached(): string | undefined {
    if (maxCalls !== undefined && begun >= maxCalls) return `--max-calls ${maxCalls}`;
    return maxCost !== undefined && cost >= maxCost ? `--max-cost ${dollars(maxCost)}` : undefined;
  }

  return {
    next: () => {
      let isOpen = false;
      return {
        begin: () => {
          const limit = limitReached();
          if (limit !== undefined)
            return { code: "over-budget", message: `The limit ${limit} is reached.` };
          begun++;
          inFlight++;
          isOpen = true;
          return undefined;
        },
        fail: () => void (inFlight -= Number(isOpen)),
        succeed: (price) => {
          inFlight--;
          live++;
          cost += price ?? 0;
          unpriced += Number(price === null);
        },
      };
    },
    countCached: (key, date) => {
      cachedKeys.add(key);
      if (oldest === undefined || date < oldest) oldest = date;
    },
    progress: () => ({ live, cached: cachedKeys.size, inFlight, cost, unpriced, oldest }),
  };
}
