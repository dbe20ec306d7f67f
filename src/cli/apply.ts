// promptctl apply: shows the plan, asks, and makes it so. A saved plan is apply-file.ts.
import { Failure } from "../engine/model/failure.ts";
import type { Plan } from "../engine/model/plan.ts";
import { kinds } from "../kinds.ts";
import { counted, visible } from "../views/paint.ts";
import { deploysOf } from "../views/plan-words.ts";
import { applyFile, namesPlan } from "./apply-file.ts";
import { applyPlan, type ApplyPlanFlags, refuse, tellPlan } from "./apply-plan.ts";
import { type FormatFlags, formatOf } from "./flags.ts";
import { type Host, inCi } from "./host.ts";
import { textOf } from "./plan-page.ts";
import { type PlanFlags, type Prepared, prepare, save } from "./prepare.ts";

export interface ApplyFlags extends PlanFlags, ApplyPlanFlags, FormatFlags {
  readonly autoApprove?: boolean;
}

/** Exit code 0 when all is done, 1 when something failed, 130 when interrupted with work left. */
export async function apply(
  host: Host,
  given: string | undefined,
  asked: ApplyFlags,
): Promise<number> {
  const flags = { ...asked, json: isJson(asked) };
  if (namesPlan(host, given)) return applyFile(host, given, flags);
  const prepared = await prepare(host, given, flags, "write");
  try {
    let { plan } = prepared;
    tellPlan(host, plan, flags, () => textOf(host, "apply", prepared, flags));
    save(host, prepared, flags);
    refuse(plan);
    if (plan.steps.length > 0 && !flags.autoApprove) plan = await askFirst(host, prepared, flags);
    return await applyPlan(host, plan, prepared, flags);
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
async function askFirst(host: Host, prepared: Prepared, flags: ApplyFlags): Promise<Plan> {
  const { plan } = prepared;
  if (!host.ask || flags.json || inCi(host.env))
    throw new Failure(
      "refused",
      "no-consent",
      "Nobody can be asked here, so nothing was applied.",
      "Add --auto-approve where the plan was reviewed already.",
    );
  const deploys = deploysOf(plan, kinds);
  const also = deploys > 0 ? ` This deploys ${counted(deploys, "prompt")}.` : "";
  const changes =
    plan.changes.length === 1 ? "this change" : `these ${plan.changes.length} changes`;
  const yes = await host.ask(`\nApply ${changes} to ${visible(plan.baseUrl)}?${also} (y/N) `);
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
function agreedTo({ basis, steps, refusals }: Plan): string {
  return JSON.stringify([basis, steps, refusals]);
}
