// What a saved plan is for: its project, service and environment. Other ones are refused.
import { dirname, resolve } from "node:path";
import { refused, wrongUsage } from "../../engine/model/failure.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { type CommandTarget, commandText } from "../../engine/text/command-text.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import type { Plan as PlanDocument } from "../../generated/types.ts";
import { isFolder } from "../../io/files/paths.ts";
import {
  configurationName,
  findProjectFolder,
  type Settings,
} from "../../project/settings/configuration.ts";
import { environmentName } from "../connect/environment.ts";
import { usesLocal } from "../connect/service-target.ts";
import type { CommandHost } from "../host/command-host.ts";
import type { ApplyFlags } from "./apply-plan.ts";

/** Throws a Failure for flags that decide what a plan contains: they have no effect on a saved one. */
export function refusePlanFlags(flags: ApplyFlags): void {
  const { target, exclude, prune, overwrite, history, ref, out } = flags;
  const planFlags = Object.entries({
    "--target": target,
    "--exclude": exclude,
    [prune === false ? "--no-prune" : "--prune"]: prune,
    "--overwrite": overwrite,
    "--no-history": history === false ? true : undefined,
    "--allow-mass-delete": flags.allowMassDelete,
    "--allow-unpromoted": flags.allowUnpromoted,
    "--ref": ref,
    "--out": out,
  });
  const used = planFlags.find(([, value]) => value !== undefined);
  if (!used) return;
  throw wrongUsage(
    "flag-of-plan",
    `${used[0]} cannot be used with a saved plan, which is applied exactly as reviewed.`,
    `Use it when creating the plan: ${planCommandText({ environment: flags.env, baseUrl: flags.local ? "local" : undefined }, `${used[0]} … `)}`,
  );
}

/** The folder of the project that the plan was created from, else of the one around the current folder. */
export function projectOfPlan(
  host: CommandHost,
  file: string,
  { project = "." }: PlanDocument,
): string {
  const recorded = resolve(host.cwd, dirname(file), project);
  if (findProjectFolder(recorded) === recorded) return recorded;
  const root = findProjectFolder(host.cwd) ?? (isFolder(recorded) ? recorded : undefined);
  if (root !== undefined) return root;
  throw refused(
    "no-project",
    `The project of ${file} was not found: apply compares its definitions with the plan.`,
    "Change to the folder of the project and run promptctl apply with the path of the plan there.",
  );
}

function planCommandText(target: CommandTarget, flags = ""): string {
  return commandText(`plan ${flags}--out FILE`, target);
}

/** How to make a plan like this again. */
export function newPlanHint(target: CommandTarget): string {
  return `Create a new plan: ${planCommandText(target)}`;
}

/** Throws a Failure unless the plan was created for the configured service. */
export function refuseOtherService(plan: Plan, file: string, configured: string): void {
  const { baseUrl, environment } = plan;
  if (baseUrl === configured) return;
  const toEnvironment = environment === undefined ? undefined : newPlanHint(plan);
  throw refused(
    "another-service",
    `${file} was created for ${baseUrl}, but the configured service is ${configured}.`,
    baseUrl === "local"
      ? "To apply it to the embedded service: --local"
      : (toEnvironment ?? `To apply it to that service: --base-url ${shellQuote(baseUrl)}`),
  );
}

/** Throws a Failure unless the plan was created for the environment of the command. */
export function refuseOtherEnvironment(plan: Plan, file: string, settings: Settings): void {
  const { environment } = settings;
  if (plan.environment === environment?.name) return;
  refuseRemovedEnvironment(plan, file, settings);
  const [made, used] = [plan.environment, environment?.name].map((name) =>
    name === undefined ? "no environment" : `the environment ${name}`,
  );
  const hasTarget = plan.environment !== undefined || plan.baseUrl === "local";
  const hint = hasTarget ? applyHint(plan, file) : newPlanHint({ environment: environment?.name });
  throw refused(
    "another-environment",
    `${file} was created for ${made}, but the command uses ${used}.`,
    hint,
  );
}

/** Throws a Failure if promptctl.yaml does not have the environment of the plan any more. */
function refuseRemovedEnvironment(
  { environment }: Plan,
  file: string,
  { environments = [] }: Settings,
): void {
  if (environment === undefined || environments.some(({ name }) => name === environment)) return;
  throw refused(
    "removed-environment",
    `${file} was created for the environment ${environment}, which ${configurationName} does not have any more.`,
    "Create a new plan for an environment that it has.",
  );
}

function applyHint(plan: Plan, file: string): string {
  return `To apply it there: ${commandText(`apply ${shellQuote(file)}`, plan)}`;
}

/** Throws a Failure if the command does not say that it is for the environment of the plan. */
export function refuseUnnamed(
  host: CommandHost,
  plan: Plan,
  file: string,
  flags: ApplyFlags,
): void {
  if (plan.environment === undefined || usesLocal(flags)) return;
  if (environmentName(host, flags) !== undefined) return;
  throw wrongUsage(
    "no-environment",
    `Name the environment of ${file}: --env ${plan.environment}`,
    applyHint(plan, file),
  );
}
