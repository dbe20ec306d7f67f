// promptctl apply FILE: plans again, and applies the new plan if the saved one permits it.
import { basename, dirname, resolve } from "node:path";
import { type CommandTarget, commandText } from "../../engine/text/command-text.ts";
import { flattenChange } from "../../engine/model/flatten-change.ts";
import { someLines } from "../../engine/model/hint.ts";
import { exitCodes, Failure } from "../../engine/model/failure.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { addressOf } from "../../engine/model/resource.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import type { Plan as PlanDocument } from "../../generated/types.ts";
import { compareAtoms, planAtoms, planOfAtoms } from "../../engine/review/atoms.ts";
import { definitionsDigest } from "../../engine/review/executable-plan.ts";
import { impossibleDeletes } from "../../engine/review/impossible-deletes.ts";
import type { PlanBasis } from "../../engine/review/plan-document.ts";
import { isComplete, planFromDocument } from "../../engine/review/plan-from-document.ts";
import {
  configurationName,
  findProjectFolder,
  type Settings,
} from "../../project/settings/configuration.ts";
import { isFile, isFolder } from "../../io/files/paths.ts";
import { damagedPlanFailure, readPlan } from "../../project/local/plan-file.ts";
import { kinds } from "../../kinds.ts";
import { displayName } from "../../views/text/display-name.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import { applyAndReport, type ApplyFlags, printPlan, throwIfRefused } from "./apply-plan.ts";
import { type CommandHost, projectPrefix } from "../host/command-host.ts";
import { confirmApply, isAutoApproved } from "./confirm-apply.ts";
import { environmentName } from "../connect/environment.ts";
import {
  executable,
  type PlanSourcePaths,
  type PlanWithInput,
  type PreparedPlan,
  preparePlan,
} from "./prepare-plan.ts";
import { usesLocal } from "../connect/service-target.ts";

/**
 * Whether the argument of apply is a saved plan: a file, or a missing path that ends with .json.
 */
export function isPlanFile(host: CommandHost, source: string | undefined): source is string {
  if (source === undefined || basename(source) === configurationName) return false;
  const path = resolve(host.cwd, source);
  return isFile(path) || (source.endsWith(".json") && !isFolder(path));
}

/**
 * Plans again and applies what the saved plan permits, without confirmation. The exit codes are those of
 * apply.
 */
export async function applySavedPlan(
  host: CommandHost,
  file: string,
  flags: ApplyFlags,
): Promise<number> {
  refusePlanFlags(flags);
  const document = readPlan(resolve(host.cwd, file), file);
  if (!isComplete(kinds, document)) throw damagedPlanFailure(file);
  const reviewed = planFromDocument(kinds, document);
  const source = { folder: file, isSaved: true, includedFrom: () => [], commit: document.commit };
  if (reviewed.refusals.length > 0) printPlan(host, reviewed, flags, source);
  const newPlan = `Resolve this and create a new plan: ${planCommand(reviewed)}`;
  throwIfRefused(reviewed, newPlan);
  refuseUnnamed(host, reviewed, file, flags);
  const prepared = await planWithin(host, reviewed, document, { file, flags });
  const { connection, journal, settings, planAgain } = prepared;
  const review = { host, file, flags, reviewed, document, source };
  refuseUnreviewed(review, prepared);
  const isApplied = reviewed.changes.length > 0 && prepared.plan.steps.length === 0;
  if (flags.json || !isApplied) printPlan(host, prepared.plan, flags, source);
  printApplied(review, prepared);
  let planned: PlanWithInput = prepared;
  if (asksForPlan(host, prepared.plan, settings, flags)) {
    const isConfirmed = await confirmApply(host, prepared.plan, settings.environment, flags);
    if (!isConfirmed) return exitCodes.refused;
    planned = await planAgain();
    refuseUnreviewed(review, planned);
  }
  return applyAndReport(host, { plan: executable(planned), connection, journal, settings, flags });
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

/** The project that the plan was created from, else the one around the current folder. */
function projectOf(host: CommandHost, file: string, { project = "." }: PlanDocument): string {
  const recorded = resolve(host.cwd, dirname(file), project);
  if (findProjectFolder(recorded) === recorded) return recorded;
  const root = findProjectFolder(host.cwd) ?? (isFolder(recorded) ? recorded : undefined);
  if (root !== undefined) return root;
  throw new Failure(
    "refused",
    "no-project",
    `The project of ${file} was not found: apply compares its definitions with the plan.`,
    "Change to the folder of the project and run promptctl apply with the path of the plan there.",
  );
}

/** Plans what the saved plan changes, from the same definitions and settings, with the same values. */
async function planWithin(
  host: CommandHost,
  reviewed: Plan,
  document: PlanDocument,
  { file, flags }: { readonly file: string; readonly flags: ApplyFlags },
): Promise<PreparedPlan> {
  const {
    definitionsDigest: digest,
    values,
    journalEntries,
    commit,
  } = document as object as PlanBasis & Pick<PlanDocument, "commit">;
  const { lacksScope, ...planFlags } = values;
  const changes = reviewed.changes.flatMap(flattenChange);
  const ids = changes.flatMap((change) =>
    "id" in change ? [addressOf(change.kind, change.id)] : [],
  );
  const prepared = await preparePlan(host, {
    directory: projectOf(host, file, document),
    flags: { ...flags, ...planFlags, ...(commit !== undefined && { ref: commit }) },
    access: "write",
    hidesWarnings: true,
    isShown: true,
    limits: {
      reviewed: new Set([...changes.map(({ address }) => address), ...ids]),
      lacksScope,
      journalEntries,
      checkEnvironment: (settings) => refuseOtherEnvironment(reviewed, file, settings),
      checkBaseUrl: (baseUrl) => refuseOtherService(reviewed, file, baseUrl),
    },
  });
  if (definitionsDigest(kinds, prepared.planInput) === digest) return prepared;
  const folder = projectPrefix(host.cwd, prepared.settings.root) || "this folder";
  throw new Failure(
    "refused",
    "stale",
    `The definitions or settings in ${folder} are not those that ${file} was created from.`,
    newPlanHint(reviewed),
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

/** A saved plan and how its apply was started. */
interface SavedReview {
  readonly host: CommandHost;
  readonly file: string;
  readonly flags: ApplyFlags;
  readonly reviewed: Plan;
  readonly document: PlanDocument;
  readonly source: PlanSourcePaths;
}

/**
 * Throws a Failure if the plan is refused, does something that was not reviewed, or cannot do what was
 * reviewed and is not done.
 */
function refuseUnreviewed(
  { host, file, flags, reviewed, document, source }: SavedReview,
  { plan, planInput }: PlanWithInput,
): void {
  const { definitions, matching } = planInput;
  const atoms = planAtoms(kinds, reviewed, definitions);
  const keys = atoms.map(({ key }) => key);
  const { unreviewed, unplanned } = compareAtoms(keys, planAtoms(kinds, plan, definitions));
  if (plan.refusals.length > 0) printPlan(host, plan, flags, source);
  throwIfRefused(plan, newPlanHint(reviewed));
  if (unreviewed.length > 0) {
    printPlan(host, planOfAtoms(plan, unreviewed), flags, source);
    throw new Failure(
      "refused",
      "not-reviewed",
      `The service changed: to reach the definitions, the changes shown above are needed, which ${file} does not have. Nothing was applied.`,
      newPlanHint(reviewed),
    );
  }
  const left = new Set(unplanned);
  const missing = atoms.filter(({ key }) => left.has(key));
  const impossible = impossibleDeletes(missing, { plan, matching, history: document.history });
  if (impossible.length === 0) return;
  const reasons = [...new Set(impossible.map(({ reason }) => reason))];
  throw new Failure(
    "refused",
    "not-possible",
    `${pluralize(impossible.length, "reviewed change")} cannot be made here: ${reasons.join("; ")}. Nothing was applied.`,
    [
      ...someLines(impossible.map(({ address }) => `delete ${displayName(reviewed, address)}`)),
      newPlanHint(reviewed),
    ],
  );
}

/** Says how much of the saved plan was made before. */
function printApplied(
  { host, flags, reviewed }: SavedReview,
  { plan, planInput: { definitions } }: PlanWithInput,
): void {
  const [total, planned] = [reviewed, plan].map(
    (each) => planAtoms(kinds, each, definitions).filter(({ action }) => action).length,
  ) as [number, number];
  if (flags.quiet || planned === total) return;
  host.err(
    planned === 0
      ? "This plan was already applied.\n"
      : `${total - planned} of ${pluralize(total, "reviewed change")} were made already.\n`,
  );
}
