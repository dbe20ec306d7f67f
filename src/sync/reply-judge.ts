// What judges the replies of a test run, and what that needs of the run.
import type { CaseChecks } from "../engine/evaluate/cases/case.ts";
import type {
  CallOutcome,
  PromptCalls,
  TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { Definition } from "../engine/model/resource.ts";
import type { FindDeployed } from "./deployed-prompts.ts";

/** Judges the replies of one run. */
export interface ReplyJudge {
  /** The judged trial of a request. `checks`: those of the case, or of another version of it. */
  judge(checks: CaseChecks, request: TrialRequest, call: CallOutcome): Promise<JudgedTrial>;
  /** The requests to judges that these trials are expected to need. */
  expected(
    trials: readonly { readonly checks: CaseChecks; readonly request: TrialRequest }[],
  ): Promise<TrialRequest[]>;
  /** The largest number of calls to judges for one reply. */
  mostCalls(checks: CaseChecks): number;
}

export interface JudgeSources {
  readonly kinds: Kinds;
  readonly calls: PromptCalls;
  /** The definitions with the judges: those of the head, for the replies of both sides. */
  readonly judges: readonly Definition[];
  readonly findDeployed?: FindDeployed | undefined;
}
