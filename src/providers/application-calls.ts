// The calls of `promptctl test --on command`: the application under test replies, the providers judge. A
// reply is never kept for a later run, because the code of the application decides it too.
import { createCallLimit } from "../engine/model/call-limit.ts";
import type { ApplicationOutcome } from "../io/commands/run-application.ts";
import type { CommandLine } from "../engine/evaluate/trials/command-lines.ts";
import type {
  CallOutcome,
  CallProblem,
  CallReply,
  PromptCalls,
  TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { Clock } from "../engine/model/ports.ts";
import { readOutcome } from "./application-reply.ts";
import type { CallCounters } from "./call-counters.ts";
import { type FailureStreaks, withEnd } from "./failure-streaks.ts";

export interface ApplicationCallsOptions {
  /** The words of the application's command, for messages. */
  readonly name: string;
  /** Runs the application of a side for a line. */
  run(this: void, side: TrialRequest["side"], line: CommandLine): Promise<ApplicationOutcome>;
  /** Equal for equal lines to equal code. */
  digest(this: void, request: Pick<TrialRequest, "line">, side: TrialRequest["side"]): string;
  /** The calls to judges. */
  readonly judges: PromptCalls;
  readonly counters: CallCounters;
  readonly streaks: FailureStreaks;
  /** The number of processes at once. */
  readonly maximum: number;
  readonly time: Clock["time"];
}

const interrupted: CallProblem = { code: "interrupted", message: "The command was interrupted." };

/** The calls of one run. */
export function createApplicationCalls(options: ApplicationCallsOptions): PromptCalls {
  const { name, run, judges, counters, streaks, time } = options;
  const inLimit = createCallLimit(options.maximum);
  const inProgress = new Map<string, Promise<CallOutcome>>();
  /** Several heads share the replies of their base. */
  const kept = new Map<string, CallReply>();

  async function make({ side, line, rendered }: TrialRequest): Promise<CallOutcome> {
    const endedBy = (): CallProblem | undefined =>
      streaks.signal.aborted ? (streaks.ended()?.problem ?? interrupted) : undefined;
    const problem = endedBy() ?? counters.begin();
    if (problem) return { problem };
    const outcome = await readOutcome(await run(side, line!()), { name, rendered });
    if ("run" in outcome) counters.succeed(outcome.run.stats.cost, 0);
    else counters.failAttempt(true, 0);
    const end = endedBy();
    if ("problem" in outcome && end) return { problem: end };
    streaks.count(name, "problem" in outcome ? outcome : { reply: outcome.run });
    return "problem" in outcome
      ? outcome
      : { run: outcome.run, cached: false, date: time().toISOString() };
  }

  const keyOf = (request: TrialRequest): string =>
    `${request.trial} ${options.digest(request, request.side)}`;

  return {
    call: async (request) => {
      if (request.judge !== undefined) return judges.call(request);
      const key = keyOf(request);
      const known = inProgress.get(key) ?? (request.needsNew ? undefined : kept.get(key));
      if (known) return known;
      const made = inLimit(() => make(request)).finally(() => inProgress.delete(key));
      inProgress.set(key, made);
      const outcome = await made;
      if ("run" in outcome) kept.set(key, outcome);
      return outcome;
    },
    kept: async (request) => (request.judge === undefined ? undefined : judges.kept(request)),
    estimate: async (requests) => {
      const toJudges = requests.filter(({ judge }) => judge !== undefined);
      const own = requests.filter(({ judge }) => judge === undefined);
      const estimate = await judges.estimate(toJudges);
      const calls = new Set(own.map(keyOf)).size;
      if (calls === 0) return estimate;
      return {
        ...estimate,
        calls: estimate.calls + calls,
        unpricedModels: [name, ...estimate.unpricedModels],
        hosts: [{ host: name, calls }, ...estimate.hosts],
      };
    },
    progress: () => withEnd(counters.progress(), streaks),
  };
}
