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
  /** An attempt begins, unless the budget is used up. */
  begin(): CallProblem | undefined;
  /** An attempt has failed; `isSpent`: the provider may charge for it. */
  failAttempt(isSpent: boolean): void;
  /** The call has ended without a reply, or has not begun. */
  fail(): void;
  /** The call has ended with a reply; null if its cost is unknown. */
  succeed(cost: number | null): void;
}

export function createCallCounters({ maxCost, maxCalls }: CallBudget): CallCounters {
  const cachedKeys = new Set<string>();
  /** Attempts that the provider has answered, may have answered, or can still answer. */
  let sent = 0;
  let [inFlight, live, failed, cost, unpriced] = [0, 0, 0, 0, 0];
  let oldest: string | undefined;

  function limitReached(): string | undefined {
    if (maxCalls !== undefined && sent >= maxCalls) return `--max-calls ${maxCalls}`;
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
          sent++;
          inFlight += Number(!isOpen);
          isOpen = true;
          return undefined;
        },
        failAttempt: (isSpent) => {
          if (isSpent) failed++;
          else sent--;
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
    progress: () => ({ live, failed, cached: cachedKeys.size, inFlight, cost, unpriced, oldest }),
  };
}
