// Asks before a plan is applied. A protected environment needs its name to be typed.
import type { ProjectEnvironment } from "../../engine/environments/environment.ts";
import { commandText } from "../../engine/text/command-text.ts";
import { type Failure, refused } from "../../engine/model/failure.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { kinds } from "../../kinds.ts";
import { serviceName } from "../../views/text/display-name.ts";
import { alertTexts } from "../../views/plan/alert-lines.ts";
import { consequences } from "../../views/plan/plan-summary.ts";
import type { ApplyFlags } from "./apply-plan.ts";
import { type CommandHost, isCi, questionText, screenOf } from "../host/command-host.ts";

const cancelled = "Cancelled. Nothing was applied.";

/**
 * Whether --auto-approve answers the question. That of a protected environment only in CI, and only
 * if --env names the environment: PROMPTCTL_ENV may be set for a whole pipeline.
 */
export function isAutoApproved(
  { env }: CommandHost,
  environment: ProjectEnvironment | undefined,
  flags: Pick<ApplyFlags, "autoApprove" | "env">,
): boolean {
  if (!flags.autoApprove) return false;
  return !environment?.isProtected || (isCi(env) && flags.env === environment.name);
}

/** Asks whether to apply a plan. Throws a Failure without an interactive terminal. */
export async function confirmApply(
  host: CommandHost,
  plan: Plan,
  environment: ProjectEnvironment | undefined,
  flags: Pick<ApplyFlags, "autoApprove" | "json">,
): Promise<boolean> {
  if (!host.ask || flags.json || isCi(host.env)) throw noConsent(host, plan, environment, flags);
  const { changes, baseUrl } = plan;
  const subject = changes.length === 1 ? "this change" : `these ${changes.length} changes`;
  const service = environment
    ? `${environment.name} (${serviceName(baseUrl)})`
    : serviceName(baseUrl);
  const question = `Apply ${subject} to ${service}?${consequences(plan, kinds)}`;
  const { name, isProtected = false } = environment ?? {};
  const unused = flags.autoApprove ? ", and --auto-approve confirms it only in CI" : "";
  const request = isProtected
    ? `${name} is protected${unused}. Type its name to confirm:`
    : "(y/N)";
  const lines = alertTexts(plan, screenOf(host, "err"), { mask: maskSecrets });
  const alerts = lines.map((line) => `${line}\n`).join("");
  const isConfirmed = await host.ask(
    `\n${alerts}${questionText(host, `${question} ${request}`)}`,
    cancelled,
    isProtected ? name : undefined,
  );
  if (!isConfirmed)
    host.err(
      isProtected
        ? `Not confirmed: the answer is not "${name}". Nothing was applied.\n`
        : `${cancelled}\n`,
    );
  return isConfirmed;
}

function noConsent(
  { env }: CommandHost,
  plan: Plan,
  environment: ProjectEnvironment | undefined,
  { autoApprove = false }: Pick<ApplyFlags, "autoApprove">,
): Failure {
  if (!environment?.isProtected)
    return refused(
      "no-consent",
      "No interactive terminal: use --auto-approve. Nothing was applied.",
      `To review the changes first: ${commandText("plan", plan)}`,
    );
  const { name } = environment;
  const reason = autoApprove
    ? `--auto-approve confirms it only in CI, together with --env ${name}`
    : "No interactive terminal";
  return refused(
    "no-consent",
    `The environment ${name} is protected. ${reason}. Nothing was applied.`,
    isCi(env)
      ? `To apply in CI: --env ${name} --auto-approve`
      : `Run the command in a terminal${autoApprove ? " without --auto-approve" : ""}, and type the name.`,
  );
}
