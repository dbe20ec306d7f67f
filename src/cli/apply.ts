// promptctl apply: shows the plan, asks for confirmation and applies it.
import { exitCodes, Failure } from "../engine/model/failure.ts";
import type { ExecutablePlan } from "../engine/model/plan.ts";
import { kinds } from "../kinds.ts";
import { serviceName } from "../views/display-name.ts";
import { consequences } from "../views/plan-summary.ts";
import { applyAndReport, type ApplyFlags, printPlan, throwIfRefused } from "./apply-plan.ts";
import { applySavedPlan, isPlanFile } from "./apply-saved-plan.ts";
import { type CommandHost, isCi } from "./command-host.ts";
import { formatOf } from "./output-format.ts";
import { executable, preparePlan, type PreparedPlan, savePlanIfRequested } from "./prepare-plan.ts";

/** `source` is a project folder or a saved plan. Exit code: see applyAndReport. */
export async function applyCommand(
  host: CommandHost,
  source: string | undefined,
  options: ApplyFlags,
): Promise<number> {
  const flags = { ...options, json: formatOf(options) === "json" };
  if (isPlanFile(host, source)) return applySavedPlan(host, source, flags);
  const prepared = await preparePlan(host, { directory: source, flags, access: "write" });
  const { connection, journal, settings } = prepared;
  let plan = executable(prepared);
  printPlan(host, plan, flags, prepared.paths);
  savePlanIfRequested(host, prepared, flags);
  throwIfRefused(plan);
  if (plan.steps.length > 0 && !flags.autoApprove) {
    const confirmed = await confirmPlan(host, plan, prepared, flags);
    if (!confirmed) return exitCodes.refused;
    plan = confirmed;
  }
  return applyAndReport(host, { plan, connection, journal, settings, flags });
}

const cancelled = "Cancelled. Nothing was applied.";

/**
 * Asks for confirmation, then plans again. Returns undefined if the answer is no. Throws a Failure if
 * the new plan is not the confirmed one.
 */
async function confirmPlan(
  host: CommandHost,
  plan: ExecutablePlan,
  { planAgain }: PreparedPlan,
  flags: ApplyFlags,
): Promise<ExecutablePlan | undefined> {
  if (!host.ask || flags.json || isCi(host.env))
    throw new Failure(
      "refused",
      "no-consent",
      "No interactive terminal: use --auto-approve. Nothing was applied.",
      "To review the changes first: promptctl plan",
    );
  const changes =
    plan.changes.length === 1 ? "this change" : `these ${plan.changes.length} changes`;
  const isConfirmed = await host.ask(
    `\nApply ${changes} to ${serviceName(plan.baseUrl)}?${consequences(plan, kinds)} (y/N) `,
    cancelled,
  );
  if (!isConfirmed) {
    host.err(`${cancelled}\n`);
    return undefined;
  }
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
