// Counts the calls of a run, and prevents calls above its budget.
import type {
  CallBudget,
  CallProblem,
  CallProgress,
} from "../engine/evaluate/trials/trial-calls.ts";
import { dollars } from "../engine/text/quantities.ts";

export interface CallCounters {
  /** Whether what calls cost is limited, so that their estimates count. */
  readonly limitsCost: boolean;
  /** An attempt begins, unless the budget is used up. */
  begin(): CallProblem | undefined;
  /** An attempt has failed; `isSpent`: the provider may charge for it, about `estimate` dollars. */
  failAttempt(isSpent: boolean, estimate: number): void;
  /** A call has ended with a reply; null if its cost is unknown, about `estimate` dollars. */
  succeed(cost: number | null, estimate: number): void;
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
  /** The estimate for what has an unknown cost. */
  let estimated = 0;
  let oldest: string | undefined;

  function limitReached(): string | undefined {
    if (maxCalls !== undefined && sent >= maxCalls) return `--max-calls ${maxCalls}`;
    if (maxCost === undefined || cost + estimated < maxCost) return undefined;
    const why = estimated > 0 ? ", with the estimate for calls of unknown cost," : "";
    return `--max-cost ${dollars(maxCost)}${why}`;
  }

  return {
    limitsCost: maxCost !== undefined,
    begin: () => {
      const limit = limitReached();
      if (limit !== undefined)
        return { code: "over-budget", message: `The limit ${limit} is reached.` };
      sent++;
      return undefined;
    },
    failAttempt: (isSpent, estimate) => {
      if (!isSpent) return void sent--;
      failed++;
      estimated += estimate;
    },
    succeed: (price, estimate) => {
      live++;
      if (price === null) estimated += estimate;
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
