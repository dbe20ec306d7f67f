// promptctl apply: shows the plan, asks for confirmation and applies it.
import { exitCodes, Failure } from "../../engine/model/failure.ts";
import type { ExecutablePlan } from "../../engine/model/plan.ts";
import { applyAndReport, type ApplyFlags, printPlan, throwIfRefused } from "./apply-plan.ts";
import { applySavedPlan, isPlanFile } from "./apply-saved-plan.ts";
import type { CommandHost } from "../host/command-host.ts";
import { confirmApply, isAutoApproved } from "./confirm-apply.ts";
import { formatOf } from "../host/output-format.ts";
import { executable, preparePlan, type PreparedPlan, savePlanIfRequested } from "./prepare-plan.ts";

/** `source` is a project folder or a saved plan. Exit code: see applyAndReport. */
export async function applyCommand(
  host: CommandHost,
  source: string | undefined,
  options: ApplyFlags,
): Promise<number> {
  const flags = { ...options, json: formatOf(options) === "json" };
  if (isPlanFile(host, source)) return applySavedPlan(host, source, flags);
  const project = { directory: source, flags, access: "write", isShown: true } as const;
  const prepared = await preparePlan(host, project);
  const { connection, journal, settings } = prepared;
  let plan = executable(prepared);
  printPlan(host, plan, flags, prepared.paths);
  savePlanIfRequested(host, prepared, flags);
  throwIfRefused(plan);
  if (plan.steps.length > 0 && !isAutoApproved(host, settings.environment, flags)) {
    const confirmed = await confirmPlan(host, plan, prepared, flags);
    if (!confirmed) return exitCodes.refused;
    plan = confirmed;
  }
  return applyAndReport(host, { plan, connection, journal, settings, flags });
}

/**
 * Asks for confirmation, then plans again. Returns undefined if the answer is no. Throws a Failure
 * if the new plan is not the confirmed one.
 */
async function confirmPlan(
  host: CommandHost,
  plan: ExecutablePlan,
  { planAgain, settings }: PreparedPlan,
  flags: ApplyFlags,
): Promise<ExecutablePlan | undefined> {
  if (!(await confirmApply(host, plan, settings.environment, flags))) return undefined;
  const newPlan = await planAgain();
  if (confirmedContent(newPlan) === confirmedContent(plan)) return newPlan; // with current ids
  throw new Failure(
    "refused",
    "stale",
    "The definitions or the service changed while waiting for confirmation. Nothing was applied.",
    "Run the same command again to review the new plan.",
  );
}

/** What a confirmation covers: the steps, and the state of all resources that they touch. */
function confirmedContent({ basis, steps, refusals }: ExecutablePlan): string {
  return JSON.stringify([basis, steps, refusals]);
}
