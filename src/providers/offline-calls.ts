// The calls of `promptctl test` without a network: the echo, and scripted replies before it. They
// are never cached. The budget applies to them, so that a script can show what happens at its end.
import type { PromptCalls } from "../engine/evaluate/trials/trial-calls.ts";
import type { Clock } from "../engine/model/ports.ts";
import type { ScriptedReplies } from "../generated/types.ts";
import type { CallCounters } from "./call-counters.ts";
import { echo } from "./echo.ts";
import { type FailureStreaks, withEnd } from "./failure-streaks.ts";
import { scriptedReply } from "./scripted-replies.ts";

export interface OfflineCallsOptions extends Pick<Clock, "time"> {
  /** The scripted replies, if there is a file with some. */
  readonly replies?: ScriptedReplies | undefined;
  /** Trials without a scripted reply get the echo. */
  readonly echo: boolean;
  readonly counters: CallCounters;
  /** Ends the calls. */
  readonly streaks: Pick<FailureStreaks, "ended">;
}

/** The calls of one run. */
export function createOfflineCalls(options: OfflineCallsOptions): PromptCalls {
  const { time, replies = [], counters } = options;
  return {
    call: async (request) => {
      const scripted = scriptedReply(replies, request);
      const { judge } = request;
      const usesEcho = options.echo && judge === undefined; // an echo cannot judge
      const run = scripted ?? (usesEcho ? echo(request.rendered) : undefined);
      if (!run) {
        // Without the address: reports group cases by their reason.
        const message =
          judge === undefined
            ? "There is no scripted reply."
            : options.echo
              ? "The echo cannot judge."
              : "There is no scripted reply of the judge.";
        return { problem: { code: "no-scripted-reply", message } };
      }
      const problem = options.streaks.ended()?.problem ?? counters.begin();
      if (problem) return { problem };
      if ("problem" in run) {
        counters.failAttempt(false, 0);
        return run;
      }
      counters.succeed(run.stats.cost, 0);
      return { run, cached: false, date: time().toISOString() };
    },
    kept: async () => undefined,
    estimate: async () => ({ calls: 0, cached: 0, cost: 0, unpricedModels: [], hosts: [] }),
    progress: () => withEnd(counters.progress(), options.streaks),
  };
}
