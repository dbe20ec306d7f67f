// What a report on a pull request or merge request shows besides the plan: what changed since the
// commit that it is based on, from local git. A base that cannot be found is a Failure.
import { loosenedAlerts } from "../../engine/alerts/loosened-alerts.ts";
import { withAlerts } from "../../engine/alerts/plan-alerts.ts";
import { findRemovedDefinitions } from "../../engine/diff/removed-definitions.ts";
import {
  type LoosenedSetting,
  loosenedSettings,
} from "../../engine/environments/loosened-settings.ts";
import { compareDefinitions } from "../../engine/history/compare-definitions.ts";
import { unrelatedChanges } from "../../engine/history/unrelated-changes.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import { isFailure, messageWithHint } from "../../engine/model/failure.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { resolvePath } from "../../engine/text/relative-path.ts";
import type { Definition } from "../../engine/model/resource.ts";
import { findBaseCommit, resolveCommit } from "../../io/git/git-repository.ts";
import { kinds, testedKinds } from "../../kinds.ts";
import { filesChangedBetween } from "../../project/commits/git-line.ts";
import { configurationName, readConfiguration } from "../../project/settings/configuration.ts";
import { load } from "../../sync/load/load.ts";
import type { PullRequestReport } from "../../views/plan/pull-request-sections.ts";
import { type CommandHost, projectPrefix } from "../host/command-host.ts";
import {
  type DefinitionsAt,
  errorsAt,
  loadProject,
  openCommit,
} from "../project/definitions-at.ts";
import { configurationSchema, definitionSchemas } from "../project/project.ts";
import { type ChangedChecks, compareChecks } from "./changed-checks.ts";
import { isPruning, type PlanFlags } from "./plan-flags.ts";
import type { PreparedPlan } from "./prepare-plan.ts";

type ComparedPlan = Pick<PreparedPlan, "plan" | "planInput" | "project" | "settings">;

interface BaseComparison extends Pick<PullRequestReport, "removed" | "unrelated">, ChangedChecks {
  readonly loosened: readonly LoosenedSetting[];
}

/** A plan with the alerts about promptctl.yaml, and what the pull request changes besides. */
export interface ComparedWithBase {
  readonly plan: Plan;
  readonly pullRequest: PullRequestReport;
}

/** What a plan is compared with. */
interface ChangeComparison {
  /** The warnings of validate, with paths relative to the current folder. */
  readonly diagnostics?: readonly Diagnostic[];
  /** The commit to compare with; undefined for the one that the branch is based on. */
  readonly base?: string | undefined;
}

/**
 * The report about a plan. Throws a Failure if the base is not in the clone: `shallow-clone`,
 * `no-default-branch`, `unknown-ref`.
 */
export async function changeReport(
  host: CommandHost,
  prepared: ComparedPlan,
  flags: PlanFlags,
  { diagnostics: warnings = [], base }: ChangeComparison = {},
): Promise<ComparedWithBase> {
  const { plan, settings, project } = prepared;
  const repository = await host.openRepository(settings.root);
  const { commit, origin } =
    base === undefined
      ? await findBaseCommit(repository)
      : { commit: await resolveCommit(repository, base), origin: base };
  const changed = new Set(await filesChangedBetween(repository, [commit, "HEAD"]));
  const prefix = projectPrefix(host.cwd, settings.root);
  const shown = new Set([...changed].map((path) => resolvePath(prefix, path)));
  const own = warnings.filter(({ location }) => shown.has(location.file));
  const files = [configurationName, ...project.sourceFiles, ...project.included.keys()];
  const openBase = (): Promise<DefinitionsAt> =>
    openCommit(repository, { name: origin, commit }, settings.environment?.name);
  const comparison = await compareWithBase(host, openBase, prepared, flags);
  const { unrelated, loosened, changedChecks, ...compared } = comparison;
  const pullRequest: PullRequestReport = {
    isTouched: files.some((path) => changed.has(path)),
    ...compared,
    // Settings decide too what a plan changes.
    ...(unrelated && !changed.has(configurationName) && { unrelated }),
    warnings: own,
    otherWarnings: warnings.length - own.length,
    namesOnly: false,
  };
  const tests = (plan.alerts ?? []).filter(({ code }) => code === "tests");
  const guarded = withAlerts(plan, "guard", loosenedAlerts(loosened));
  return { plan: withAlerts(guarded, "tests", [...tests, ...changedChecks]), pullRequest };
}

/** Compares the definitions and promptctl.yaml. What has errors at the base is a problem. */
async function compareWithBase(
  host: CommandHost,
  openBase: () => Promise<DefinitionsAt>,
  { plan, planInput, project, settings }: ComparedPlan,
  flags: PlanFlags,
): Promise<BaseComparison> {
  let loosened: readonly LoosenedSetting[] | undefined;
  const nothing = { removed: [], changedChecks: [] };
  try {
    const at = await openBase();
    if (!at.project) return { ...nothing, loosened: [], problems: [] }; // a new project
    const { files } = at.project;
    const after = await readConfiguration(kinds, configurationSchema, settings.root, ".");
    loosened = loosenedSettings(at.project, after);
    const before = await load(testedKinds, definitionSchemas, files, at.overrides).finally(
      at.close,
    );
    const isSent = ({ row }: Definition): boolean => kinds.some(({ kind }) => kind === row.kind);
    const sides = { before: before.definitions.filter(isSent), after: project.definitions };
    const prune = isPruning(settings, flags);
    const { pins } = planInput.facts;
    const removed = findRemovedDefinitions({ ...sides, pins, plan, prune });
    const errors = errorsAt(at, before.diagnostics);
    if (errors !== undefined)
      return {
        ...nothing,
        removed,
        loosened,
        problems: [`${unknownRemovals} in files with errors. ${errors}`],
      };
    const differences = compareDefinitions(kinds, sides.before, sides.after);
    const unrelated = unrelatedChanges(kinds, plan.changes, differences);
    const loadAfter = () => loadProject(host, settings, flags.ref, testedKinds);
    const checks = await compareChecks(before, project, loadAfter);
    return { removed, loosened, unrelated, ...checks };
  } catch (error) {
    if (!isFailure(error) || error.class !== "invalid") throw error;
    const settingsToo = loosened
      ? ""
      : ", and whether promptctl.yaml permits more than at the base commit";
    const problem = `${unknownRemovals}${settingsToo}. ${messageWithHint(error)}`;
    return { ...nothing, loosened: loosened ?? [], problems: [problem] };
  }
}

const unknownRemovals = "Not determined: definitions that are removed";
