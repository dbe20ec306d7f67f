// Finds and reads the projects of a command.
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { memo, once } from "../../engine/model/collections.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import { Failure } from "../../engine/model/failure.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import { resolvePath } from "../../engine/text/relative-path.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { isAmong } from "../../engine/model/source-file.ts";
import { isUnknownName } from "../../engine/resolve/resolve-diagnostics.ts";
import type { CompiledSchema, Validator } from "../../engine/validate/compiled-schema.ts";
import type { CompiledSchemas } from "../../engine/validate/validate-document.ts";
import { bundled } from "../../engine/validate/schema-bundle.ts";
import { configuration, definitions } from "../../generated/definition-validators.js";
import { schemas } from "../../generated/schemas.ts";
import {
  configurationName,
  findProjectFolder,
  type LoadedConfiguration,
  readConfiguration,
  type Settings,
} from "../../project/settings/configuration.ts";
import { definitionFiles } from "../../project/files/definitions.ts";
import { isCommitted } from "../../io/git/git.ts";
import { isIncluded } from "../../project/files/included-folders.ts";
import { expandPatterns } from "../../io/files/path-patterns.ts";
import { isInside } from "../../io/files/paths.ts";
import { kinds, testedKinds } from "../../kinds.ts";
import { load, loadFiles, type Project } from "../../sync/load/load.ts";
import { diagnosticCounts } from "../../views/text/diagnostics.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, relativePath } from "../host/command-host.ts";

/** Validates the definitions of each kind. */
export const definitionSchemas: CompiledSchemas = Object.fromEntries(
  Object.entries(definitions).map(([kind, validate]) => [
    kind,
    compiledSchema(validate, `definition/${kind}`),
  ]),
);

/** Validates promptctl.yaml. */
export const configurationSchema: CompiledSchema = compiledSchema(configuration, "configuration");

export function compiledSchema(validate: Validator, name: string): CompiledSchema {
  return { validate, schema: once(() => bundled(schemas(), name)) };
}

/** The failure for a project with errors in its files. */
export class InvalidProject extends Failure {
  readonly diagnostics: readonly Diagnostic[];
  /** The folder of the project. */
  readonly root: string;

  constructor(diagnostics: readonly Diagnostic[], root: string) {
    const counts = diagnosticCounts(diagnostics);
    super("invalid", "invalid-definitions", `Invalid definitions: ${counts}`);
    this.diagnostics = diagnostics;
    this.root = root;
  }
}

/**
 * The settings of the project in a folder, with the errors in promptctl.yaml; undefined for the
 * project around the current folder.
 */
export async function readProject(
  host: CommandHost,
  directory: string | undefined,
): Promise<LoadedConfiguration> {
  const folder = directory ?? findProjectFolder(host.cwd) ?? noProject(host);
  const loaded = await readConfiguration(kinds, configurationSchema, host.cwd, folder);
  refusePartOfProject(host, loaded.settings.root);
  return loaded;
}

/** A folder of a project is no project of its own: it lacks the settings, such as protected environments. */
function refusePartOfProject({ cwd }: CommandHost, root: string): void {
  const project = findProjectFolder(root);
  if (project === undefined || project === root) return;
  const path = relativePath(cwd, project) || "the current folder";
  const folder = relativePath(cwd, root) || "The current folder";
  throw new Failure(
    "usage",
    "part-of-project",
    `${folder} is a folder of the project in ${path}, not a project: it has no ${configurationName}.`,
    isInside(project, cwd)
      ? "To use the project, omit the folder."
      : `To use the project, name its folder: ${shellQuote(path)}`,
  );
}

function noProject({ cwd, argv: [command = ""] }: CommandHost): never {
  const takesFolder = !["diff", "export", "import", "log", "render", "run"].includes(command);
  throw new Failure(
    "usage",
    "no-project",
    `No ${configurationName} found in ${cwd} or its parent folders.`,
    `Change to the folder of the project, ${takesFolder ? `name it (promptctl ${command} my-project), ` : ""}or create a project: promptctl init`,
  );
}

/** The settings of a project without errors in promptctl.yaml. Throws a Failure otherwise. */
export async function readSettings(
  host: CommandHost,
  directory: string | undefined,
): Promise<Settings> {
  const { settings, diagnostics } = await readProject(host, directory);
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, settings.root);
  return settings;
}

/** The files of a project whose folder of definitions does not exist yet. */
export const noFiles: DefinitionFiles = {
  read: async () => ({ files: [], diagnostics: [] }),
  readIncluded: ({ file }) => ({ problem: `There is no file ${file}.` }),
};

/** The definition files of a project, and the files that they include. */
export function projectFiles(
  { env }: Pick<CommandHost, "env">,
  { root, definitions, include }: Pick<Settings, "root" | "definitions" | "include">,
): DefinitionFiles {
  return definitionFiles(root, definitions, { include, env });
}

/** The definitions of a project, which may have warnings; of the kinds of the service by default. */
export async function loadValidProject(
  host: CommandHost,
  settings: Settings,
  table: Kinds = kinds,
): Promise<Project> {
  const { root } = settings;
  const files = projectFiles(host, settings);
  const overrides = settings.environment?.overrides;
  const project = await load(table, definitionSchemas, files, overrides);
  if (project.diagnostics.some(({ severity }) => severity === "error"))
    throw new InvalidProject(project.diagnostics, root);
  return project;
}

export interface FindProjectsOptions {
  /** Follows "… does not exist" for a deleted file: pre-commit hooks also name deleted files. */
  readonly missingNote: string;
  /** Makes it wrong usage if no path is in a project. */
  readonly strict?: boolean | undefined;
}

/**
 * The projects that contain the paths, by root, each with its paths; "all" if the root itself is
 * one of them. Without paths, the project around the current folder. Throws a Failure for a missing
 * path, unless it is a deleted file: one that git has in a commit, or that definitions refer to.
 */
export async function findProjects(
  host: CommandHost,
  paths: readonly string[],
  { missingNote, strict }: FindProjectsOptions,
): Promise<Map<string, readonly string[] | "all">> {
  if (paths.length === 0) {
    const { settings } = await readProject(host, undefined);
    return new Map([[settings.root, "all"]]);
  }
  const projects = new Map<string, string[] | "all">();
  const deletedFileCheckOf = memo((root: string) => deletedFileCheck(host, root));
  const expanded = await expandPatterns(host.cwd, paths);
  for (const path of expanded) {
    const full = resolve(host.cwd, path);
    const exists = existsSync(full);
    const isFolder = exists && statSync(full).isDirectory();
    const root =
      findProjectFolder(isFolder ? full : dirname(full)) ?? (isFolder ? full : undefined);
    if (!exists) {
      const isReferred =
        root !== undefined && (await deletedFileCheckOf(root))(relativePath(root, full));
      const isDeleted =
        isReferred || (await isCommitted({ folder: host.cwd, env: host.env }, full));
      if (!isDeleted) throw missingPath(path);
      host.err(`${escapeText(path)} does not exist${missingNote}.\n`);
    }
    if (root === undefined) continue; // a hook passes all changed files, also those outside projects
    const previous = projects.get(root) ?? [];
    if (full === root) projects.set(root, "all");
    else if (previous !== "all") projects.set(root, [...previous, relativePath(root, full)]);
  }
  await addIncludedPaths(host, projects, expanded);
  if (projects.size > 0) return projects;
  const message = "None of the paths is in a project (a folder with promptctl.yaml).";
  if (strict) throw new Failure("usage", "no-project", message);
  host.err(`${message}\n`);
  return projects;
}

/**
 * Adds the paths in folders of `include` to the found projects that include them, and to the
 * project around the current folder.
 */
async function addIncludedPaths(
  host: CommandHost,
  projects: Map<string, readonly string[] | "all">,
  paths: readonly string[],
): Promise<void> {
  const around = findProjectFolder(host.cwd);
  for (const root of new Set([...projects.keys(), ...(around === undefined ? [] : [around])])) {
    const selected = projects.get(root) ?? [];
    const { settings } = await readProject(host, root);
    const included = paths
      .map((path) => relativePath(root, resolve(host.cwd, path)))
      .filter((path) => isIncluded(settings.include, path));
    if (selected !== "all" && included.length > 0) projects.set(root, [...selected, ...included]);
  }
}

/**
 * Returns a function that decides whether a missing path was deleted: a definition includes it, or
 * uses a name that no file defines.
 */
async function deletedFileCheck(
  host: CommandHost,
  root: string,
): Promise<(path: string) => boolean> {
  const { settings } = await readProject(host, root);
  const files = projectFiles(host, settings);
  const included: string[] = [];
  const { diagnostics } = await loadFiles(testedKinds, definitionSchemas, {
    ...files,
    readIncluded: (request) => {
      included.push(resolvePath(request.from, request.file));
      return files.readIncluded(request);
    },
  });
  const lacksDefinition = diagnostics.some(({ code }) => isUnknownName(kinds, code));
  return (path) => lacksDefinition || included.some((file) => isAmong([path], file));
}

function missingPath(path: string): Failure {
  return new Failure(
    "usage",
    "no-path",
    `No such file or folder: ${path}`,
    "Paths are relative to the current folder. Without paths, the whole project is used.",
  );
}
