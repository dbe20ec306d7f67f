// promptctl apply: shows the plan, asks for confirmation and applies it.
import { exitCodes, refused } from "../../engine/model/failure.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { planAtoms } from "../../engine/review/atoms.ts";
import { planOfAtoms, unreviewedAtoms } from "../../engine/review/permission.ts";
import { heldBackSentence } from "../../views/plan/promotion-notes.ts";
import {
  applyAndReport,
  type ApplyFlags,
  planToApply,
  type PlanToApply,
  refuseReadKey,
  throwIfRefused,
} from "./apply-plan.ts";
import { confirmSavedPlan, isPlanFile } from "./apply-saved-plan.ts";
import { type CommandHost, formatOf } from "../host/command-host.ts";
import { confirmApply, isAutoApproved } from "./confirm-apply.ts";
import { printPlan } from "./print-plan.ts";
import { type PlanWithInput, preparePlan, type PreparedPlan } from "./prepare-plan.ts";
import { savePlanIfRequested } from "./save-plan.ts";

/** `source` is a project folder or a saved plan. Exit code: see applyAndReport. */
export async function applyCommand(
  host: CommandHost,
  source: string | undefined,
  options: ApplyFlags,
): Promise<number> {
  const flags = { ...options, json: formatOf(options) === "json" };
  const toApply = isPlanFile(host, source)
    ? await confirmSavedPlan(host, source, flags)
    : await confirmPlan(host, source, flags);
  if (!toApply) return exitCodes.refused;
  return (await applyAndReport(host, toApply)) || heldBackExitCode(host, toApply.plan);
}

/** Shows the plan of a project and asks for confirmation. Undefined if the answer is no. */
async function confirmPlan(
  host: CommandHost,
  source: string | undefined,
  flags: ApplyFlags,
): Promise<PlanToApply | undefined> {
  const project = { directory: source, flags, access: "write", isShown: true } as const;
  const prepared = await preparePlan(host, project);
  const { settings } = prepared;
  printPlan(host, prepared.plan, flags, prepared.paths);
  savePlanIfRequested(host, prepared, flags);
  throwIfRefused(prepared.plan);
  refuseReadKey(prepared.plan, prepared.connection);
  let planned: PlanWithInput = prepared;
  if (prepared.plan.steps.length > 0 && !isAutoApproved(host, settings.environment, flags)) {
    if (!(await confirmApply(host, prepared.plan, settings.environment, flags))) return undefined;
    planned = await prepared.planAgain(); // with current ids
    refuseUnconfirmed(host, prepared, planned, flags);
    if (planned.plan.steps.length === 0) host.err(`${nothingLeft}\n`);
  }
  return planToApply(host, prepared, flags, planned);
}

const nothingLeft =
  "No changes are left: the definitions or the service changed while waiting for confirmation. Nothing was applied.";

/** 4 if changes wait for another environment, else 0. Says so: the plan was printed long before. */
function heldBackExitCode(host: CommandHost, plan: Plan): number {
  const sentence = heldBackSentence(plan, "Held back, as listed above");
  if (sentence === "") return 0;
  host.err(`${sentence}\n`);
  return exitCodes.refused;
}

/** Throws a Failure if the new plan does something that the confirmed one does not. */
function refuseUnconfirmed(
  host: CommandHost,
  { plan, planInput, paths }: PreparedPlan,
  again: PlanWithInput,
  flags: ApplyFlags,
): void {
  const confirmed = planAtoms(plan, planInput.definitions).map(({ key }) => key);
  const planned = planAtoms(again.plan, again.planInput.definitions);
  const unreviewed = unreviewedAtoms(confirmed, planned);
  if (unreviewed.length + again.plan.refusals.length === 0) return;
  if (unreviewed.length > 0) host.err("\nChanges that were not confirmed:\n\n");
  printPlan(host, planOfAtoms(again.plan, unreviewed), flags, paths);
  throw refused(
    "stale",
    "The definitions or the service changed while waiting for confirmation. The changes shown above were not confirmed. Nothing was applied.",
    "Run the same command again to review the new plan.",
  );
}
