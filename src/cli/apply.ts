// promptctl apply: shows the plan, asks, and makes it so. A saved plan is apply-file.ts.
import { Failure } from "../engine/model/failure.ts";
import type { ExecutablePlan } from "../engine/model/plan.ts";
import { kinds } from "../kinds.ts";
import { pluralize, escapeText } from "../views/terminal-text.ts";
import { countDeploys } from "../views/plan-summary.ts";
import { applySavedPlan, isPlanFile } from "./apply-saved-plan.ts";
import { applyAndReport, type ApplyPlanFlags, throwIfRefused, printPlan } from "./apply-plan.ts";
import { type FormatFlags, formatOf } from "./flags.ts";
import { type CommandHost, isCi } from "./command-host.ts";
import { planOutputText } from "./plan-output.ts";
import {
  executable,
  type PlanFlags,
  type PreparedPlan,
  preparePlan,
  savePlanIfRequested,
} from "./prepare-plan.ts";

export interface ApplyFlags extends PlanFlags, ApplyPlanFlags, FormatFlags {
  readonly autoApprove?: boolean;
}

/** Exit code 0 when all is done, 1 when something failed, 130 when interrupted with work left. */
export async function applyCommand(
  host: CommandHost,
  given: string | undefined,
  asked: ApplyFlags,
): Promise<number> {
  const flags = { ...asked, json: isJson(asked) };
  if (isPlanFile(host, given)) return applySavedPlan(host, given, flags);
  const prepared = await preparePlan(host, given, flags, "write");
  try {
    let plan = executable(prepared);
    printPlan(host, plan, flags, () => planOutputText(host, "apply", prepared, flags));
    savePlanIfRequested(host, prepared, flags);
    throwIfRefused(plan);
    if (plan.steps.length > 0 && !flags.autoApprove)
      plan = await askFirst(host, plan, prepared, flags);
    return await applyAndReport(host, plan, prepared, flags);
  } finally {
    prepared.connection.close();
  }
}

function isJson(flags: ApplyFlags): boolean {
  const format = formatOf(flags);
  if (format !== "markdown") return format === "json";
  throw new Failure(
    "usage",
    "wrong-format",
    "apply tells how it goes as text or as JSON; --format markdown is for plan.",
    "promptctl plan --format markdown shows what apply would do.",
  );
}

/** Asks, and makes sure that what was agreed to is what will be done; gives the plan to carry out. */
async function askFirst(
  host: CommandHost,
  plan: ExecutablePlan,
  prepared: PreparedPlan,
  flags: ApplyFlags,
): Promise<ExecutablePlan> {
  if (!host.ask || flags.json || isCi(host.env))
    throw new Failure(
      "refused",
      "no-consent",
      "Nobody can be asked here, so nothing was applied.",
      "Add --auto-approve where the plan was reviewed already.",
    );
  const deploys = countDeploys(plan, kinds);
  const also = deploys > 0 ? ` This deploys ${pluralize(deploys, "prompt")}.` : "";
  const changes =
    plan.changes.length === 1 ? "this change" : `these ${plan.changes.length} changes`;
  const yes = await host.ask(`\nApply ${changes} to ${escapeText(plan.baseUrl)}?${also} (y/N) `);
  if (!yes)
    throw new Failure("refused", "no-consent", "The answer was not yes, so nothing was applied.");
  const again = await prepared.planAgain();
  if (agreedTo(again) === agreedTo(plan)) return again; // its ids are those of now
  throw new Failure(
    "refused",
    "stale",
    "While the question stood here, the definitions or the service changed. Nothing was applied.",
    "Run the same command again to see the new plan.",
  );
}

/** What a yes is about: the calls, and the state of all that they touch. */
function agreedTo({ basis, steps, refusals }: ExecutablePlan): string {
  return JSON.stringify([basis, steps, refusals]);
}
