// Reads the project of a command: its settings and its definitions.
import { once } from "../../engine/model/collections.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import { Failure, wrongUsage } from "../../engine/model/failure.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import type { CompiledSchema, Validator } from "../../engine/validate/compiled-schema.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import { bundled } from "../../engine/validate/schema-bundle.ts";
import { configuration, definitions } from "../../generated/definition-validators.js";
import { schemas } from "../../generated/schemas.ts";
import {
  configurationName,
  findProjectFolder,
  hasConfiguration,
  type LoadedConfiguration,
  readConfiguration,
  type Settings,
} from "../../project/settings/configuration.ts";
import { definitionFiles } from "../../project/files/definitions.ts";
import { patternMatcher } from "../../io/files/path-patterns.ts";
import { findWorkspaceRoot, hasPackage } from "../../io/files/npm-workspace.ts";
import { isInside } from "../../io/files/paths.ts";
import { kinds } from "../../kinds.ts";
import { load, type Project } from "../../sync/load/load.ts";
import { diagnosticCounts } from "../../views/text/diagnostics.ts";
import { type CommandHost, relativePath } from "../host/command-host.ts";
import { dirname, join } from "node:path";

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
  await refuseFolderOfProjects(host, loaded.settings.root);
  return loaded;
}

/** A folder that contains projects and has no promptctl.yaml is no project: it would read their files. */
async function refuseFolderOfProjects({ cwd }: CommandHost, root: string): Promise<void> {
  if (hasConfiguration(root)) return;
  const found = (await patternMatcher())(root, `*/**/${configurationName}`);
  if (found.length === 0) return;
  const projects = found.map((path) => relativePath(cwd, dirname(join(root, path))));
  const folder = relativePath(cwd, root) || "The current folder";
  throw wrongUsage(
    "folder-of-projects",
    `${folder} is not a project: it has no ${configurationName}, but contains projects: ${someOf(projects)}.`,
    `To use one, name its folder: ${shellQuote(projects[0]!)}`,
  );
}

/** A folder of a project is no project of its own: it lacks the settings, such as protected environments. */
function refusePartOfProject({ cwd }: CommandHost, root: string): void {
  const project = findProjectFolder(root);
  if (project === undefined || project === root) return;
  const path = relativePath(cwd, project) || "the current folder";
  const folder = relativePath(cwd, root) || "The current folder";
  throw wrongUsage(
    "part-of-project",
    `${folder} is a folder of the project in ${path}, not a project: it has no ${configurationName}.`,
    isInside(project, cwd)
      ? "To use the project, omit the folder."
      : `To use the project, name its folder: ${shellQuote(path)}`,
  );
}

function noProject({ cwd, argv: [command = ""] }: CommandHost): never {
  const takesFolder = !["diff", "import", "log", "render", "run"].includes(command);
  throw wrongUsage(
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
  files: DefinitionFiles = projectFiles(host, settings),
): Promise<Project> {
  const { root } = settings;
  const overrides = settings.environment?.overrides;
  const project = await load(table, definitionSchemas, files, overrides);
  if (project.diagnostics.some(({ severity }) => severity === "error"))
    throw new InvalidProject(project.diagnostics, root);
  return project;
}

/**
 * Returns the first line of a file, by which editors find its schema in the installed package. Empty if the
 * project does not have promptctl as a package: the path would lead to nothing.
 */
export function schemaComments(root: string): (path: string, schema?: string) => string {
  const packages = findWorkspaceRoot(root) ?? root;
  if (![root, packages].some((folder) => hasPackage(folder, "promptctl"))) return () => "";
  return (path, schema = "definition/definition") => {
    const up = relativePath(join(root, path, ".."), packages) || ".";
    return `# yaml-language-server: $schema=${up}/node_modules/promptctl/schemas/${schema}.schema.json\n`;
  };
}
