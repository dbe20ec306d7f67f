// What judges the replies of a test run, and what that needs of the run.
import type { CaseChecks, CheckVersions } from "../engine/evaluate/cases/case.ts";
import type {
  CallOutcome,
  PromptCalls,
  TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import type { CommandSources } from "./command-sources.ts";
import type { FindDeployed } from "./deployed-prompts.ts";

/** The versions of the checks, in the order of `checkVersions`. */
export const versions = ["head", "base"] as const;

/** Judges a reply by one version of the checks, without the questions to other prompts. */
export type JudgeOnce = (
  checks: CaseChecks,
  version: (typeof versions)[number],
  request: TrialRequest,
  call: CallOutcome,
) => Promise<JudgedTrial>;

/** Judges the replies of one run. */
export interface ReplyJudge {
  /** The trial of a request, judged by each version of the checks. */
  judge(each: CheckVersions, request: TrialRequest, call: CallOutcome): Promise<JudgedTrial>;
  /** The requests to judges that these trials are expected to need. */
  expected(
    trials: readonly { readonly checks: CheckVersions; readonly request: TrialRequest }[],
  ): Promise<TrialRequest[]>;
  /** The largest number of calls to judges for one reply, without those that are asked for twice. */
  mostCalls(each: CheckVersions): number;
}

export interface JudgeSources {
  readonly calls: PromptCalls;
  readonly commands?: Pick<CommandSources, "ask" | "hasBaseCode"> | undefined;
  readonly findDeployed?: FindDeployed | undefined;
}
