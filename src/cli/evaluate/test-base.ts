// What promptctl test compares with: a commit, the service, or nothing.
import type { ProjectEnvironment } from "../../engine/environments/environment.ts";
import { isFailure, wrongUsage } from "../../engine/model/failure.ts";
import { hintLines } from "../../engine/model/hint.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import type { Definition } from "../../engine/model/resource.ts";
import type { TestBase } from "../../generated/types.ts";
import { findBaseCommit, type GitRepository, resolveCommit } from "../../io/git/git-repository.ts";
import { kinds, testedKinds } from "../../kinds.ts";
import { load } from "../../sync/load/load.ts";
import { deployedDefinitions } from "../../sync/deployed-prompts.ts";
import { isCi } from "../host/command-host.ts";
import { errorsAt, openCommit } from "../project/definitions-at.ts";
import { definitionSchemas } from "../project/project.ts";
import type { TestedProject } from "./test-flags.ts";
import type { MatchedService } from "./test-service.ts";

export interface Baseline {
  readonly base: TestBase | null;
  /** undefined without a base. */
  readonly definitions: readonly Definition[] | undefined;
  /** Those of promptctl.yaml in the commit. */
  readonly environments?: readonly ProjectEnvironment[] | undefined;
  /** The command of the application, as promptctl.yaml in the commit has it. */
  readonly testCommand?: readonly string[] | undefined;
  /** In CI, if the base is the tested commit: why nothing is compared, in sentences. */
  readonly sameCommit?: string | undefined;
  readonly warnings: readonly string[];
}

/** Finds the base of the flags, and loads its definitions. `service`: what --base service names. */
export async function findBaseline(
  tested: TestedProject,
  service: MatchedService | undefined,
): Promise<Baseline> {
  const { host, settings, project, flags } = tested;
  const { base } = flags;
  if (base === "none") return withoutBase();
  if (base === "service") {
    const { baseUrl, matches } = service!;
    const definitions = [...deployedDefinitions(matches), ...neverSent(project.definitions)];
    return { base: { type: "service", name: baseUrl }, definitions, warnings: [] };
  }
  if (base === undefined) return defaultBaseline(tested);
  const repository = await host.openRepository(settings.root);
  const commit = await resolveCommit(repository, base);
  return loadBaseline(tested, repository, { type: "ref", name: base, commit });
}

/** The checks of the files: a service has none to compare them with. */
function neverSent(definitions: readonly Definition[]): Definition[] {
  return definitions.filter(({ row }) => !kinds.some(({ kind }) => kind === row.kind));
}

function withoutBase(...warnings: readonly string[]): Baseline {
  return { base: null, definitions: undefined, warnings };
}

/** Where the branch begins. In CI and with --fail-on it must be known, because the gate depends on it. */
async function defaultBaseline(tested: TestedProject): Promise<Baseline> {
  const { host, settings, flags } = tested;
  try {
    const repository = await host.openRepository(settings.root);
    const { commit, origin: name } = await findBaseCommit(repository, flags.ref);
    return await loadBaseline(tested, repository, { type: "ref", name, commit });
  } catch (error) {
    if (!isFailure(error) || error.class !== "usage") throw error;
    const { code, message, hint } = error;
    if (isCi(host.env) || flags.failOn !== undefined) {
      const without = flags.failOn === undefined ? ["To test without a base: --base none"] : [];
      const hints = [...hintLines(hint), ...without];
      throw wrongUsage(code, `The base is unknown. ${message}`, hints);
    }
    return withoutBase(`No base: ${message}`);
  }
}

/** Why a run in CI compares nothing, if its base is the commit that it tests. */
async function sameCommitReason(
  { host, flags: { ref = "HEAD" } }: TestedProject,
  repository: GitRepository,
  { commit }: { readonly commit: string },
): Promise<string | undefined> {
  if (!isCi(host.env) || (await resolveCommit(repository, ref)) !== commit) return undefined;
  const history = repository.isShallow
    ? " The clone is shallow, so fetch that commit first: fetch-depth: 0 in GitHub Actions, GIT_DEPTH: 0 in GitLab CI."
    : "";
  return `Nothing is compared: the base is the tested commit itself, ${shortHash(commit)}. To judge all cases alone: --base none. To compare with the commit before it: --base ${ref}~1.${history}`;
}

async function loadBaseline(
  tested: TestedProject,
  repository: GitRepository,
  base: TestBase & { readonly commit: string },
): Promise<Baseline> {
  const at = await openCommit(repository, base, tested.settings.environment?.name);
  if (!at.project)
    return { base, definitions: [], warnings: ["The base does not have the project."] };
  const loaded = await load(testedKinds, definitionSchemas, at.project.files, at.overrides)
    .catch((error: unknown) => {
      if (isFailure(error) && error.code === "no-definitions-folder") return undefined;
      throw error;
    })
    .finally(at.close);
  if (!loaded)
    return {
      base,
      definitions: [],
      warnings: ["The base does not have the folder of definitions."],
    };
  const { definitions, diagnostics } = loaded;
  const errors = errorsAt(at, diagnostics);
  const warning = `The base is invalid: ${errors} Cases without a valid base are new.`;
  const { environments, testCommand } = at.project.settings;
  const sameCommit = await sameCommitReason(tested, repository, base);
  const warnings = errors === undefined ? [] : [warning];
  return { base, definitions, environments, testCommand, sameCommit, warnings };
}
