// Compares the definitions of a plan with those at the base commit of a pull request.
import {
  type LoosenedSetting,
  loosenedSettings,
} from "../../engine/environments/loosened-settings.ts";
import { findRemovedDefinitions } from "../../engine/diff/removed-definitions.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { compareDefinitions } from "../../engine/history/compare-definitions.ts";
import { unrelatedChanges } from "../../engine/history/unrelated-changes.ts";
import { resolvePath } from "../../engine/model/relative-path.ts";
import type { Address } from "../../engine/model/resource.ts";
import { includedFiles } from "../../engine/resolve/source.ts";
import type { ComparedWithBase, PullRequestFiles } from "../../github/commands.ts";
import { configurationName, readConfiguration } from "../../project/settings/configuration.ts";
import { kinds } from "../../kinds.ts";
import type { Project } from "../../sync/load/load.ts";
import { type BaseDefinitions, loadBaseDefinitions } from "./base-definitions.ts";
import type { PreparedPlan } from "../plan/prepare-plan.ts";
import { configurationSchema } from "../project/project.ts";

interface BaseSource {
  /** The path of the project, relative to the workspace: empty, or with a final `/`. */
  readonly prefix: string;
  readonly pullRequest: PullRequestFiles;
}

/** What a pull request removes and permits, and which changes of the plan are not its own. */
export async function compareWithBase(
  { plan, planInput, project, settings }: PreparedPlan,
  prune: boolean,
  { prefix, pullRequest }: BaseSource,
): Promise<ComparedWithBase> {
  const base = await loadBaseDefinitions(settings, prefix, pullRequest);
  const { definitions, notCompared } = base;
  const sides = { before: definitions, after: project.definitions };
  const { pins } = planInput.settings;
  const removed = findRemovedDefinitions({ kinds, ...sides, pins, plan, prune });
  const loosened = await loosenedSince(base, settings.root);
  const changed = new Set(pullRequest.changes.map(({ path }) => path));
  const own = [configurationName, ...project.sourceFiles, ...project.included.keys()];
  const isTouched = own.some((path) => changed.has(resolvePath(prefix, path)));
  const isBaseKnown =
    changed.size > 0 && // GitHub lists no files until it has compared the commits
    !pullRequest.isCut &&
    notCompared.length === 0 &&
    !changed.has(prefix + configurationName);
  const compared = { isTouched, removed, loosened, notCompared };
  if (!isBaseKnown) return { ...compared, unrelated: undefined };
  const touched = {
    differences: compareDefinitions(kinds, sides.before, sides.after),
    others: definitionsIncluding(project, (path) => changed.has(resolvePath(prefix, path))),
  };
  return { ...compared, unrelated: unrelatedChanges(kinds, plan.changes, touched) };
}

/** The settings that permit more than at the base commit; undefined if that is not known. */
async function loosenedSince(
  { configuration }: BaseDefinitions,
  root: string,
): Promise<readonly LoosenedSetting[] | undefined> {
  if (configuration === "same") return [];
  if (configuration === undefined || configuration.diagnostics.length > 0) return undefined;
  return loosenedSettings(
    configuration,
    await readConfiguration(kinds, configurationSchema, root, "."),
  );
}

/** The definitions that include one of some files. The base has no contents of included files. */
function definitionsIncluding(
  { definitions, sources }: Project,
  isOneOf: (path: string) => boolean,
): Set<Address> {
  const including = definitions.filter(({ address }) => {
    const source = sources.get(address);
    return source && includedFiles(source).some(({ path }) => isOneOf(path));
  });
  return new Set(including.map((each) => versionedAddress(kinds, each)));
}
