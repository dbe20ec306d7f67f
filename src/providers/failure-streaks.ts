// Ends the calls of a run when a provider, the application under test or a check is down: further ones would
// take time and money, and fail too.
import type { CallProblem, CallProgress } from "../engine/evaluate/trials/trial-calls.ts";
import type { Attempted } from "./retried-calls.ts";

/** What fails so many calls in a row, retries included, is down. */
const mostInARow = 5;

/** Failures that are no reason of the request. Others show that the provider answers, or end the calls. */
const failures: ReadonlySet<CallProblem["code"]> = new Set([
  "rate-limited",
  "provider-failed",
  "provider-refused",
  "timed-out",
  "unreachable",
  "broke-off",
  "unreadable-reply",
  "command-failed",
]);

/** Why a run ended before it was complete. */
interface EndedRun {
  /** One sentence, without the words of the provider. */
  readonly reason: string;
  readonly problem: CallProblem;
}

export interface FailureStreaks {
  /** Aborted when the calls end: by `stop`, or because a provider is down. */
  readonly signal: AbortSignal;
  /** Why no call is made any more; undefined while calls are made. */
  ended(): EndedRun | undefined;
  /** Counts the result of a call. `access`: calls with the same one go to the same provider. */
  count(access: string, made: Attempted<unknown>): void;
}

/** The counters of a run with why it ended. */
export function withEnd(
  progress: CallProgress,
  streaks: Pick<FailureStreaks, "ended">,
): CallProgress {
  const ended = streaks.ended();
  return ended ? { ...progress, ended: ended.reason } : progress;
}

/** The streaks of one run. */
export function createFailureStreaks(stop: AbortSignal): FailureStreaks {
  const streaks = new Map<string, number>();
  const end = new AbortController();
  let ended: EndedRun | undefined;
  return {
    signal: AbortSignal.any([stop, end.signal]),
    ended: () => ended,
    count: (access, made) => {
      const isFailure = "problem" in made && failures.has(made.problem.code);
      const streak = isFailure ? (streaks.get(access) ?? 0) + 1 : 0;
      streaks.set(access, streak);
      if (!isFailure || streak < mostInARow || ended) return;
      const { code, message } = made.problem;
      const what = `after ${mostInARow} failed calls in a row`;
      ended = {
        reason: `The run ended ${what} (${code}).`,
        problem: {
          code: "provider-down",
          message: `The run ended ${what}. The last one: ${message}`,
        },
      };
      end.abort();
    },
  };
}
