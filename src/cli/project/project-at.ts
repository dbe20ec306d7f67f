// Reads a project as a commit has it, from the object database of git.
import { shortHash } from "../../engine/text/commit-hash.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, fileAndLine } from "../../engine/model/diagnostic.ts";
import { type Failure, invalid } from "../../engine/model/failure.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { CommitFolder } from "../../project/commits/commit-listing.ts";
import { commitTree } from "../../project/commits/commit-tree.ts";
import {
  configurationName,
  type LoadedConfiguration,
  readConfigurationIn,
  type Settings,
  settingsOf,
} from "../../project/settings/configuration.ts";
import { definitionFilesIn } from "../../project/files/definitions.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import { findMovedFolder } from "../../project/commits/moved-folder.ts";
import { kinds } from "../../kinds.ts";
import { configurationSchema } from "./project.ts";

/** A project in a commit. */
export interface ProjectAt {
  readonly commit: string;
  /** The folder of the project in the commit: empty, or with a final `/`. */
  readonly folder: string;
  /** The content of promptctl.yaml in the commit. */
  readonly settings: Settings;
  /** The settings in each environment; undefined if the project has none. */
  readonly inEnvironments?: readonly Settings[] | undefined;
  /** The definitions in the commit. Reading them starts git; `objects.close()` ends it. */
  readonly files: DefinitionFiles;
}

/**
 * Finds the project around which `objects` was opened in a commit, also if its folder had another
 * name. Undefined if the commit does not have it. Throws a Failure for an invalid promptctl.yaml.
 */
export async function readProjectAt(
  objects: GitObjects,
  commit: string,
): Promise<ProjectAt | undefined> {
  const { repository } = objects;
  const inFolder = await readProjectIn(objects, { commit, folder: repository.prefix });
  const hasName = existsSync(join(repository.folder, configurationName));
  if (inFolder || !hasName) return inFolder;
  const after = { commit: "HEAD", folder: repository.prefix };
  const moved = await findMovedFolder(objects, { before: commit, after }, configurationName);
  return moved && readProjectIn(objects, moved);
}

/** The project in a folder of a commit. */
export async function readProjectIn(
  objects: GitObjects,
  at: CommitFolder,
): Promise<ProjectAt | undefined> {
  const { folder: root } = objects.repository;
  const tree = await commitTree(objects, at);
  if (!tree) return undefined;
  const read = await readConfigurationIn(kinds, configurationSchema, tree, root);
  if (!read && existsSync(join(root, configurationName))) return undefined; // added later
  const { settings, inEnvironments, diagnostics }: LoadedConfiguration = read ?? {
    settings: settingsOf(root, { definitions: "." }),
    diagnostics: [],
  };
  if (diagnostics.length > 0) throw invalidConfiguration(at.commit, diagnostics);
  const { definitions, include } = settings;
  const whole = include.length > 0 ? await commitTree(objects, at, include) : tree;
  return { ...at, settings, inEnvironments, files: definitionFilesIn(whole!, definitions) };
}

function invalidConfiguration(commit: string, [first]: readonly Diagnostic[]): Failure {
  const { location, message } = first!;
  return invalid(
    "invalid-definitions",
    `${fileAndLine(location)} in commit ${shortHash(commit)}: ${message}`,
    "Name a commit in which promptctl.yaml is valid.",
  );
}
