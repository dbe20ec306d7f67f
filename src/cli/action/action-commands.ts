// Implements the commands that src/github calls, with the flags that the inputs are.
import { resolve } from "node:path";
import { refused, wrongUsage } from "../../engine/model/failure.ts";
import type { ReplaceJournal } from "../../engine/model/ports.ts";
import type { JournalEntry } from "../../engine/model/replace-journal.ts";
import type { ApplyEvent } from "../../engine/apply/apply-event.ts";
import { planAtoms } from "../../engine/review/atoms.ts";
import { atomsDigest } from "../../engine/review/permission.ts";
import type { ActionInputs } from "../../github/inputs.ts";
import type {
  ActionCommands,
  ActionPlan,
  ActionPlanOptions,
  ActionBranch,
  ActionTest,
} from "../../github/commands.ts";
import {
  configurationName,
  hasConfiguration,
  type Settings,
} from "../../project/settings/configuration.ts";
import { kinds } from "../../kinds.ts";
import { heldBackIn } from "../../engine/model/plan.ts";
import type { ApplyResult } from "../../views/apply/apply-markdown.ts";
import { actionClone, hasSameFiles } from "./action-clone.ts";
import { parseInputs } from "./action-inputs.ts";
import {
  type ApplyFlags,
  type PlanToApply,
  applyAndReport,
  planToApply,
} from "../plan/apply-plan.ts";
import { createTextReporter } from "../plan/apply-progress.ts";
import type { CommandHost } from "../host/command-host.ts";
import { changeReport } from "../plan/change-report.ts";
import { pullOptions, refuseSecrets } from "../plan/pull-flags.ts";
import { planBranch } from "../plan/branch-commits.ts";
import { connect } from "../connect/connect.ts";
import { fieldPath } from "../../engine/json/field-path.ts";
import { preparePlan } from "../plan/prepare-plan.ts";
import { savePlanAt } from "../plan/save-plan.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { makeTestResult } from "../evaluate/test.ts";
import type { TestFlags } from "../evaluate/test-flags.ts";
import { writeReports } from "../evaluate/test-reports.ts";
import { validateProjectAt } from "../definitions/validate.ts";

/**
 * Parses the inputs, and creates the commands for the project in the input directory. `given.cwd`
 * is the top of the checkout. `readIdToken`: for the input api-key.
 */
export function openAction(
  given: CommandHost,
  readIdToken: NonNullable<CommandHost["serviceKey"]>,
): {
  readonly inputs: ActionInputs;
  readonly commands: ActionCommands;
} {
  const { inputs, applyFlags, testFlags } = parseInputs(given.env);
  const host = inputs.apiKey === "oidc" ? { ...given, serviceKey: readIdToken } : given;
  const root = resolve(host.cwd, inputs.directory);
  const commands: ActionCommands = {
    kinds,
    clone: actionClone(host, root),
    validate: async () => {
      checkProjectExists(root, inputs.directory);
      return validateProjectAt(host, root, "all");
    },
    plan: (options) => makeActionPlan(host, root, applyFlags, options),
    test: (base = "") =>
      runActionTest(host, root, base === "" ? testFlags : { base, ...testFlags }),
    driftBranch: () => driftBranch(host, root, applyFlags),
  };
  return { inputs, commands };
}

/** Secrets are never written: the commits are public where the repository is. */
async function driftBranch(
  host: CommandHost,
  root: string,
  { target, ...flags }: ApplyFlags,
): Promise<ActionBranch> {
  const settings = await readEnvironmentSettings(host, root, flags);
  const options = await pullOptions(host, settings, {
    ...flags,
    target: target ?? [],
    prune: false,
  });
  const { reader } = await connect(host, { settings, flags });
  const { result, branch } = await planBranch(host, settings, reader, options);
  refuseSecrets(result, "", undefined);
  const conflicts = result.conflicts.map(({ address, fields }) => ({
    address,
    fields: fields.map(({ path }) => fieldPath(path) || "all fields"),
  }));
  return { branch, conflicts };
}

/** Throws if the folder has no promptctl.yaml. The other commands accept such a folder. */
function checkProjectExists(root: string, directory: string): void {
  if (hasConfiguration(root)) return;
  throw wrongUsage(
    "no-project",
    `There is no ${configurationName} in ${directory === "." ? "the checkout" : directory}.`,
    "The input directory names the folder of the project; a step with actions/checkout comes before this one.",
  );
}

async function makeActionPlan(
  host: CommandHost,
  root: string,
  flags: ApplyFlags,
  { access, comparedWith }: ActionPlanOptions,
): Promise<ActionPlan> {
  const journal = inMemoryReplaceJournal();
  const options = {
    directory: root,
    flags,
    access,
    journal,
    hidesWarnings: true,
    isShown: true,
  };
  const prepared = await preparePlan(host, options);
  const { planInput, settings } = prepared;
  const { plan, pullRequest } = comparedWith
    ? await changeReport(host, prepared, flags, comparedWith)
    : { plan: prepared.plan };
  const atoms = planAtoms(plan, planInput.definitions);
  const heldBack = heldBackIn(plan).map(({ change }) => change);
  return {
    plan,
    pullRequest,
    digest: atomsDigest(plan, atoms),
    atoms,
    heldBackAtoms: planAtoms({ ...plan, changes: heldBack }, planInput.definitions),
    ...prepared.paths,
    hasSameFilesIn: (commit) => hasSameFiles(host, settings, prepared.project, commit),
    save: (path) => savePlanAt(host, { ...prepared, plan }, path),
    apply: (quiet) => {
      refuseProtected(settings, flags);
      return applyActionPlan(host, planToApply(host, prepared, flags), quiet);
    },
  };
}

/** Throws a Failure unless the input env names the protected environment. */
function refuseProtected({ environment }: Settings, { env }: Pick<ApplyFlags, "env">): void {
  if (!environment?.isProtected || env === environment.name) return;
  throw refused(
    "no-consent",
    `The environment ${environment.name} is protected. Nothing was applied.`,
    `Name it with the input env: ${environment.name}. PROMPTCTL_ENV does not confirm it.`,
  );
}

/** Runs the tests. The warnings of the definitions are already annotated. */
async function runActionTest(
  host: CommandHost,
  root: string,
  flags: TestFlags,
): Promise<ActionTest> {
  const settings = await readEnvironmentSettings(host, root, flags);
  const result = await makeTestResult(host, settings, flags, { hidesWarnings: true });
  return { result, save: (saved, path) => writeReports(host, saved, [path]) };
}

/** A journal in a checkout comes from a commit, and could make apply delete any resource. */
function inMemoryReplaceJournal(): ReplaceJournal {
  let entries: readonly JournalEntry[] = [];
  return { read: () => entries, write: (newEntries) => void (entries = newEntries) };
}

/** Applies a plan and collects the result. Logs each step unless `quiet`. */
async function applyActionPlan(
  host: CommandHost,
  toApply: PlanToApply,
  quiet: boolean,
): Promise<ApplyResult> {
  const report = quiet ? undefined : createTextReporter(host, toApply.plan);
  const failures: ApplyResult["failures"][number][] = [];
  let finished: Extract<ApplyEvent, { readonly type: "finished" }>;
  const exitCode = await applyAndReport(host, toApply, (event) => {
    if (event.type === "failed") failures.push({ address: event.step.address, error: event.error });
    if (event.type === "finished") finished = event;
    report?.(event);
  });
  const { type: _, ids: _ids, ...summary } = finished!;
  return { ...summary, exitCode, failures };
}
