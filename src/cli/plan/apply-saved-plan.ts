// promptctl apply FILE: plans again, and returns the new plan if the saved one permits it.
import { basename, resolve } from "node:path";
import { changedResources, flattenChange, type Plan } from "../../engine/model/plan.ts";
import { refused } from "../../engine/model/failure.ts";
import type { Plan as PlanDocument } from "../../generated/types.ts";
import { definitionsDigest } from "../../engine/review/executable-plan.ts";
import type { PlanBasis } from "../../engine/review/plan-document.ts";
import { isComplete, planFromDocument } from "../../engine/review/plan-from-document.ts";
import { configurationName, type Settings } from "../../project/settings/configuration.ts";
import { isFile, isFolder } from "../../io/files/paths.ts";
import { damagedPlanFailure, readPlan } from "../../project/local/plan-file.ts";
import { kinds } from "../../kinds.ts";
import {
  type ApplyFlags,
  planToApply,
  type PlanToApply,
  refuseReadKey,
  throwIfRefused,
} from "./apply-plan.ts";
import { type CommandHost, projectPrefix } from "../host/command-host.ts";
import { confirmApply, isAutoApproved } from "./confirm-apply.ts";
import { printPlan } from "./print-plan.ts";
import { type PlanWithInput, type PreparedPlan, preparePlan } from "./prepare-plan.ts";
import { printApplied, refuseUnreviewed } from "./refuse-unreviewed.ts";
import {
  newPlanHint,
  projectOfPlan,
  refuseOtherEnvironment,
  refuseOtherService,
  refusePlanFlags,
  refuseUnnamed,
} from "./saved-plan-target.ts";

/**
 * Whether the argument of apply is a saved plan: a file, or a missing path that ends with .json.
 */
export function isPlanFile(host: CommandHost, source: string | undefined): source is string {
  if (source === undefined || basename(source) === configurationName) return false;
  const path = resolve(host.cwd, source);
  return isFile(path) || (source.endsWith(".json") && !isFolder(path));
}

/**
 * Plans again and returns what the saved plan permits. Only a protected environment asks for
 * confirmation; undefined if the answer is no.
 */
export async function confirmSavedPlan(
  host: CommandHost,
  file: string,
  flags: ApplyFlags,
): Promise<PlanToApply | undefined> {
  refusePlanFlags(flags);
  const document = readPlan(resolve(host.cwd, file), file);
  if (!isComplete(kinds, document)) throw damagedPlanFailure(file);
  const reviewed = planFromDocument(kinds, document);
  const paths = { folder: file, isSaved: true, includedFrom: () => [], commit: document.commit };
  if (reviewed.refusals.length > 0) printPlan(host, reviewed, flags, paths);
  throwIfRefused(reviewed, newPlanHint(reviewed));
  refuseUnnamed(host, reviewed, file, flags);
  const prepared = await planWithin(host, reviewed, document, { file, flags });
  const { settings, planAgain } = prepared;
  const review = { host, file, flags, reviewed, document, paths };
  refuseUnreviewed(review, prepared);
  const isApplied = reviewed.changes.length > 0 && prepared.plan.steps.length === 0;
  if (flags.json || !isApplied) printPlan(host, prepared.plan, flags, paths);
  printApplied(review, prepared);
  refuseReadKey(prepared.plan, prepared.connection);
  let planned: PlanWithInput = prepared;
  if (asksForPlan(host, prepared.plan, settings, flags)) {
    const isConfirmed = await confirmApply(host, prepared.plan, settings.environment, flags);
    if (!isConfirmed) return undefined;
    planned = await planAgain();
    refuseUnreviewed(review, planned);
  }
  return planToApply(host, prepared, flags, planned);
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
  const prepared = await preparePlan(
    host,
    {
      directory: projectOfPlan(host, file, document),
      flags: { ...flags, ...planFlags, ref: commit },
      access: "write",
      hidesWarnings: true,
      isShown: true,
    },
    {
      reviewed: new Set([...changes.map(({ address }) => address), ...changedResources(changes)]),
      lacksScope,
      journalEntries,
      checkEnvironment: (settings) => refuseOtherEnvironment(reviewed, file, settings),
      checkBaseUrl: (baseUrl) => refuseOtherService(reviewed, file, baseUrl),
    },
  );
  if (definitionsDigest(prepared.planInput) === digest) return prepared;
  const folder = projectPrefix(host.cwd, prepared.settings.root) || "this folder";
  throw refused(
    "stale",
    `The definitions or settings in ${folder} are not those that ${file} was created from.`,
    newPlanHint(reviewed),
  );
}
