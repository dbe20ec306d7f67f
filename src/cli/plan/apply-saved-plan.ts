// promptctl apply FILE: applies a saved plan if the definitions and the resources are unchanged.
import { basename, dirname, resolve } from "node:path";
import { type CommandTarget, commandText } from "../../engine/text/command-text.ts";
import { exitCodes, Failure } from "../../engine/model/failure.ts";
import type { ExecutablePlan, Plan } from "../../engine/model/plan.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import type { Plan as PlanDocument } from "../../generated/types.ts";
import { definitionsDigest } from "../../engine/review/executable-plan.ts";
import { isComplete, planFromDocument } from "../../engine/review/plan-from-document.ts";
import type { ResumedPlan } from "../../engine/review/resume.ts";
import {
  configurationName,
  findProjectFolder,
  type Settings,
} from "../../project/settings/configuration.ts";
import { isFile, isFolder } from "../../io/files/paths.ts";
import { damagedPlanFailure, readPlan } from "../../project/local/plan-file.ts";
import { kinds } from "../../kinds.ts";
import { remainingPrunes, takenOver } from "../../engine/review/taken-over.ts";
import { resumePlan } from "../../sync/apply/resume.ts";
import { ageText, staleLines, takenOverLines } from "../../views/plan/stale-text.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import { applyAndReport, type ApplyFlags, printPlan, throwIfRefused } from "./apply-plan.ts";
import { type CommandHost, projectPrefix } from "../host/command-host.ts";
import { confirmApply, isAutoApproved } from "./confirm-apply.ts";
import { connect } from "../connect/connect.ts";
import { loadProject } from "../project/definitions-at.ts";
import { environmentName, readEnvironmentSettings } from "../connect/environment.ts";
import { otherProjectDefinitions } from "../project/other-projects.ts";
import { openReplaceJournal } from "./open-replace-journal.ts";
import { usesLocal } from "../connect/service-target.ts";

/**
 * Whether the argument of apply is a saved plan: a file, or a missing path that ends with .json.
 */
export function isPlanFile(host: CommandHost, source: string | undefined): source is string {
  if (source === undefined || basename(source) === configurationName) return false;
  const path = resolve(host.cwd, source);
  return isFile(path) || (source.endsWith(".json") && !isFolder(path));
}

/** Applies without confirmation: the plan was reviewed. The exit codes are those of apply. */
export async function applySavedPlan(
  host: CommandHost,
  file: string,
  flags: ApplyFlags,
): Promise<number> {
  refusePlanFlags(flags);
  const document = readPlan(resolve(host.cwd, file), file);
  if (!isComplete(kinds, document)) throw damagedPlanFailure(file);
  const plan = planFromDocument(kinds, document);
  refuseUnnamed(host, plan, file, flags);
  const settings = await unchangedProject(host, plan, document, { file, flags });
  const connection = await connect(host, {
    settings,
    flags,
    access: "write",
    checkBaseUrl: (baseUrl) => refuseOtherService(plan, file, baseUrl),
  });
  const resumed =
    plan.refusals.length > 0
      ? { plan, stale: [] }
      : await resumePlan(kinds, plan, connection.reader);
  const isApplied = plan.steps.length > 0 && resumed.plan.steps.length === 0;
  if (flags.json || !isApplied)
    printPlan(host, plan, flags, {
      folder: file,
      isSaved: true,
      includedFrom: () => [],
      commit: document.commit,
    });
  throwIfRefused(plan, `Resolve this and create a new plan: ${planCommand(plan)}`);
  const refuseOutdated = async (current: ResumedPlan): Promise<void> => {
    refuseStale(current, host.time().getTime() - Date.parse(document.createdAt!));
    await refuseTakenOver(host, current.plan, settings);
  };
  await refuseOutdated(resumed);
  if (!flags.quiet) printApplied(host, plan, resumed.plan);
  if (asksForPlan(host, resumed.plan, settings, flags)) {
    const isConfirmed = await confirmApply(host, resumed.plan, settings.environment, flags);
    if (!isConfirmed) return exitCodes.refused;
    await refuseOutdated(await resumePlan(kinds, plan, connection.reader));
  }
  const journal = await openReplaceJournal(host, settings.root);
  return applyAndReport(host, { plan: resumed.plan, connection, journal, settings, flags });
}

/** A saved plan was reviewed, so only a protected environment asks. */
function asksForPlan(
  host: CommandHost,
  { steps }: Plan,
  { environment }: Settings,
  flags: ApplyFlags,
): boolean {
  if (!environment?.isProtected || steps.length === 0) return false;
  return !isAutoApproved(host, environment, flags);
}

/** The flags that decide what a plan contains have no effect on a saved one. */
function refusePlanFlags(flags: ApplyFlags): void {
  const { target, exclude, prune, overwrite, history, allowMassDelete, ref, out } = flags;
  const planFlags = Object.entries({
    "--target": target,
    "--exclude": exclude,
    [prune === false ? "--no-prune" : "--prune"]: prune,
    "--overwrite": overwrite,
    "--no-history": history === false ? true : undefined,
    "--allow-mass-delete": allowMassDelete,
    "--ref": ref,
    "--out": out,
  });
  const used = planFlags.find(([, value]) => value !== undefined);
  if (!used) return;
  throw new Failure(
    "usage",
    "flag-of-plan",
    `${used[0]} cannot be used with a saved plan, which is applied exactly as reviewed.`,
    `Use it when creating the plan: ${planCommand({ environment: flags.env, baseUrl: flags.local ? "local" : undefined }, `${used[0]} … `)}`,
  );
}

/**
 * The settings of the project that the plan was created from, else of the project around the
 * current folder. Throws a Failure if its definitions or settings have changed since.
 */
async function unchangedProject(
  host: CommandHost,
  plan: ExecutablePlan,
  { project = ".", commit }: PlanDocument,
  { file, flags }: { readonly file: string; readonly flags: ApplyFlags },
): Promise<Settings> {
  const recorded = resolve(host.cwd, dirname(file), project);
  const exists =
    findProjectFolder(recorded) === recorded || (plan.baseUrl === "local" && isFolder(recorded));
  const root = exists ? recorded : findProjectFolder(host.cwd);
  if (root === undefined && plan.baseUrl === "local") throw projectNotFound(file);
  const settings = await readEnvironmentSettings(host, root ?? ".", flags);
  if (root === undefined) return settings;
  refuseOtherEnvironment(plan, file, settings);
  const { definitions } = await loadProject(host, settings, commit);
  const pins = { ...settings.pins[plan.baseUrl], ...settings.environment?.pins };
  const digest = definitionsDigest(kinds, definitions, { ...settings, pins });
  if (digest === plan.basis.definitions) return settings;
  const folder = projectPrefix(host.cwd, root) || "this folder";
  throw new Failure(
    "refused",
    "stale",
    `The definitions or settings in ${folder} are not those that ${file} was created from.`,
    newPlanHint(plan),
  );
}

/** Each project has an embedded store of its own. */
function projectNotFound(file: string): Failure {
  return new Failure(
    "refused",
    "no-project",
    `${file} was created for the embedded store of a project that was not found.`,
    "Change to the folder of the project and run promptctl apply with the path of the plan there.",
  );
}

function planCommand(target: CommandTarget, flags = ""): string {
  return commandText(`plan ${flags}--out FILE`, target);
}

function newPlanHint(target: CommandTarget): string {
  return `Create a new plan: ${planCommand(target)}`;
}

function refuseOtherService(plan: Plan, file: string, configured: string): void {
  const { baseUrl, environment } = plan;
  if (baseUrl === configured) return;
  const toEnvironment = environment === undefined ? undefined : newPlanHint(plan);
  throw new Failure(
    "refused",
    "another-service",
    `${file} was created for ${baseUrl}, but the configured service is ${configured}.`,
    baseUrl === "local"
      ? "To apply it to the embedded service: --local"
      : (toEnvironment ?? `To apply it to that service: --base-url ${shellQuote(baseUrl)}`),
  );
}

/** Throws a Failure unless the plan was created for the environment of the command. */
function refuseOtherEnvironment(plan: Plan, file: string, settings: Settings): void {
  const { environment } = settings;
  if (plan.environment === environment?.name) return;
  refuseRemovedEnvironment(plan, file, settings);
  const [made, used] = [plan.environment, environment?.name].map((name) =>
    name === undefined ? "no environment" : `the environment ${name}`,
  );
  const hasTarget = plan.environment !== undefined || plan.baseUrl === "local";
  const hint = hasTarget ? applyHint(plan, file) : newPlanHint({ environment: environment?.name });
  throw new Failure(
    "refused",
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
  throw new Failure(
    "refused",
    "removed-environment",
    `${file} was created for the environment ${environment}, which ${configurationName} does not have any more.`,
    "Create a new plan for an environment that it has.",
  );
}

function applyHint(plan: Plan, file: string): string {
  return `To apply it there: ${commandText(`apply ${shellQuote(file)}`, plan)}`;
}

/** Throws a Failure if the command does not say that it is for the environment of the plan. */
function refuseUnnamed(host: CommandHost, plan: Plan, file: string, flags: ApplyFlags): void {
  if (plan.environment === undefined || usesLocal(flags)) return;
  if (environmentName(host, flags) !== undefined) return;
  throw new Failure(
    "usage",
    "no-environment",
    `No environment named. ${file} was created for the environment ${plan.environment}.`,
    applyHint(plan, file),
  );
}

function refuseStale({ plan, stale }: ResumedPlan, ageMs: number): void {
  if (stale.length === 0) return;
  const resources = stale.length === 1 ? "1 resource has" : `${stale.length} resources have`;
  throw new Failure(
    "refused",
    "stale",
    `The saved plan is ${ageText(ageMs)} old, and ${resources} changed since then.`,
    [...staleLines(kinds, plan, stale), newPlanHint(plan)],
  );
}

/** Another project of the repository may define by now what the plan deletes. */
async function refuseTakenOver(
  host: CommandHost,
  plan: ExecutablePlan,
  settings: Settings,
): Promise<void> {
  if (remainingPrunes(plan).length === 0) return;
  const taken = takenOver(plan, await otherProjectDefinitions(host, settings));
  if (taken.length === 0) return;
  throw new Failure(
    "refused",
    "stale",
    `The saved plan deletes ${pluralize(taken.length, "resource")} that may belong to other projects of the repository now.`,
    [...takenOverLines(plan, taken), newPlanHint(plan)],
  );
}

/** Says how much of the plan an earlier apply has done. */
function printApplied(host: CommandHost, plan: Plan, remaining: Plan): void {
  const total = plan.steps.length;
  const done = total - remaining.steps.length;
  if (done === 0) return;
  const requests = pluralize(total, "request");
  host.err(
    done === total
      ? `This plan was already applied: ${requests} succeeded before.\n`
      : `${done} of ${requests} succeeded before, ${total - done} remaining.\n`,
  );
}
