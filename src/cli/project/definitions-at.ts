// The definitions of a commit, for --ref, diff and the base of test.
import {
  type EnvironmentOverrides,
  findEnvironment,
} from "../../engine/environments/environment.ts";
import { type Diagnostic, fileAndLine } from "../../engine/model/diagnostic.ts";
import { invalid, wrongUsage } from "../../engine/model/failure.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { openObjects } from "../../io/git/git-objects.ts";
import { type GitRepository, resolveCommit } from "../../io/git/git-repository.ts";
import { kinds } from "../../kinds.ts";
import { load, type Project } from "../../sync/load/load.ts";
import { commitTitle } from "../../views/text/commit-title.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import type { CommandHost } from "../host/command-host.ts";
import { definitionSchemas, loadValidProject } from "./project.ts";
import { type ProjectAt, readProjectAt } from "./project-at.ts";
import { refuseProjectSecrets } from "./definition-checks.ts";

export interface DefinitionsAt {
  /** The hash of the commit. */
  readonly commit: string;
  /** Whether the commit is not HEAD. */
  readonly isOther: boolean;
  /** `v1.4.0 (3f2a91c)`. */
  readonly title: string;
  /** Undefined if the commit does not have it. */
  readonly project: ProjectAt | undefined;
  /**
   * The values of the environment, as the commit has them; undefined if it has no such environment.
   */
  readonly overrides: EnvironmentOverrides | undefined;
  /** Ends git. The next read starts it again. */
  close(this: void): void;
}

/** Opens the definitions of the commit that a ref names. */
export async function openDefinitionsAt(
  host: CommandHost,
  { root, environment }: Pick<Settings, "root" | "environment">,
  ref: string,
): Promise<DefinitionsAt> {
  const repository = await host.openRepository(root);
  const commit = await resolveCommit(repository, ref);
  return openCommit(repository, { name: ref, commit }, environment?.name);
}

/**
 * Opens the definitions of a commit. `name`: what it is called in messages. `environment`: the name
 * of the environment whose values it reads.
 */
export async function openCommit(
  repository: GitRepository,
  { name, commit }: { readonly name: string; readonly commit: string },
  environment: string | undefined,
): Promise<DefinitionsAt> {
  const isOther = commit !== (await resolveCommit(repository, "HEAD"));
  const objects = openObjects(repository);
  try {
    const project = await readProjectAt(objects, commit);
    if (!project) objects.close();
    const title = commitTitle({ name, commit });
    return {
      commit,
      isOther,
      title,
      project,
      overrides: findEnvironment(project?.settings.environments, environment)?.overrides,
      close: objects.close,
    };
  } catch (error) {
    objects.close();
    throw error;
  }
}

/** The files of the commit. Throws a Failure if it does not have the project. */
export function projectFilesAt({ title, project }: DefinitionsAt): DefinitionFiles {
  if (project) return project.files;
  throw wrongUsage(
    "no-project-in-commit",
    `The commit ${title} does not have the project.`,
    "Name a commit that has it.",
  );
}

/** The definitions of the commit. Throws a Failure if they have errors. */
export async function loadDefinitionsAt(at: DefinitionsAt, table: Kinds = kinds): Promise<Project> {
  const project = await load(table, definitionSchemas, projectFilesAt(at), at.overrides).finally(
    at.close,
  );
  throwIfInvalidAt(at, project.diagnostics);
  return project;
}

/**
 * The definitions of the files, or of the commit that a ref names. Throws a Failure for errors, and
 * for secrets in the files: a commit cannot be corrected.
 */
export async function loadProject(
  host: CommandHost,
  settings: Settings,
  ref: string | undefined,
  table: Kinds = kinds,
): Promise<Project> {
  if (ref === undefined) {
    const project = await loadValidProject(host, settings, table);
    await refuseProjectSecrets(host, project, settings.root);
    return project;
  }
  return loadDefinitionsAt(await openDefinitionsAt(host, settings, ref), table);
}

/** Throws a Failure for the errors of definitions in a commit. */
export function throwIfInvalidAt(at: DefinitionsAt, diagnostics: readonly Diagnostic[]): void {
  const message = errorsAt(at, diagnostics);
  if (message === undefined) return;
  const hint = "Name a commit whose definitions are valid.";
  throw invalid("invalid-definitions", message, hint);
}

/**
 * The first error of definitions in a commit and the number of the others; undefined without one.
 */
export function errorsAt(
  { title }: DefinitionsAt,
  diagnostics: readonly Diagnostic[],
): string | undefined {
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === "error");
  if (!first) return undefined;
  const more = others.length > 0 ? ` And ${pluralize(others.length, "more error")}.` : "";
  return `${fileAndLine(first.location)} in ${title}: ${first.message}${more}`;
}
