// promptctl plan: prints the changes that apply would make. Sends no writing request.
import { exitCodes } from "../../engine/model/failure.ts";
import { heldBackIn } from "../../engine/model/plan.ts";
import { hasFindings, type PullRequestReport } from "../../views/plan/pull-request-sections.ts";
import { type CommandHost, type FormatFlags, formatOf } from "../host/command-host.ts";
import { openPlanNote } from "../connect/gitlab-note.ts";
import { changeReport } from "./change-report.ts";
import type { PlanFlags } from "./plan-flags.ts";
import { type PreparedPlan, preparePlan } from "./prepare-plan.ts";
import { planOutput, planPage } from "./print-plan.ts";
import { savePlanIfRequested } from "./save-plan.ts";

export interface PlanCommandFlags extends PlanFlags, FormatFlags {
  readonly detailedExitcode?: boolean;
  readonly gitlabNote?: boolean;
}

/** Exit code 4 if apply refuses the plan or holds a change back; else 2 for changes with --detailed-exitcode; else 0. */
export async function planCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: PlanCommandFlags,
): Promise<number> {
  const format = formatOf(flags);
  const note = flags.gitlabNote ? openPlanNote(host, directory, flags) : undefined;
  const { prepared, pullRequest } = await prepare(host, directory, flags).catch(
    async (error: unknown) => {
      await note?.writeFailure(error);
      throw error;
    },
  );
  host.out(planOutput(host, prepared, flags, format));
  savePlanIfRequested(host, prepared, flags);
  const { refusals, changes, alerts } = prepared.plan;
  const isHeldBack = heldBackIn(prepared.plan).length > 0;
  if (note && pullRequest)
    await note.write(planPage(prepared, flags, { ...note.layout, pullRequest }), {
      isUpdateOnly:
        changes.length === 0 &&
        refusals.length === 0 &&
        !isHeldBack &&
        !alerts &&
        !hasFindings(pullRequest),
    });
  if (refusals.length > 0) return exitCodes.refused;
  // What a merge request changes waits by nature: the job of its pipeline does not fail.
  if (isHeldBack && !note) return exitCodes.refused;
  return flags.detailedExitcode && changes.length > 0 ? 2 : 0;
}

/** The plan and, for a note, what the merge request changes. GitLab shows warnings as Code Quality. */
async function prepare(
  host: CommandHost,
  directory: string | undefined,
  flags: PlanCommandFlags,
): Promise<{ prepared: PreparedPlan; pullRequest?: PullRequestReport }> {
  const prepared = await preparePlan(host, { directory, flags, isShown: true });
  if (!flags.gitlabNote) return { prepared };
  const { plan, pullRequest } = await changeReport(host, prepared, flags);
  return { prepared: { ...prepared, plan }, pullRequest };
}
