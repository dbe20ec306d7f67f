// Finds and reads promptctl.yaml, and fills in the defaults.
import type { LimitingSettings } from "../../engine/environments/loosened-settings.ts";
import type { CompiledSchema } from "../../engine/validate/compiled-schema.ts";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  configurationIn,
  environmentsOf,
  type ProjectEnvironment,
} from "../../engine/environments/environment.ts";
import { type Diagnostic, error } from "../../engine/model/diagnostic.ts";
import { type Failure, invalid, isNamed, wrongUsage } from "../../engine/model/failure.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import type { ParsedDocument } from "../../engine/parse/parsed-document.ts";
import { parsePlain } from "../../engine/parse/plain-yaml.ts";
import type { Configuration } from "../../generated/types.ts";
import { comparableUrl } from "../../io/http/base-url.ts";
import { type CheckedConfiguration, checkConfiguration } from "./configuration-errors.ts";
import { readProblem } from "../../io/files/file-problems.ts";
import { decodeUtf8, notUtf8Problem } from "../../io/files/utf8.ts";
import { defaultMaxResponseMiB } from "../../io/http/limit-response.ts";
import { normalizedFolder } from "../files/included-folders.ts";
import { findFolderWith, isFolder, isInside, tryOr } from "../../io/files/paths.ts";
import { linkStatsOf } from "../../io/files/atomic-file.ts";
import { targetOfLink } from "../files/folder-tree.ts";
import { type ProjectTree, UnreadableFile } from "../files/project-tree.ts";
import { findStandIn, standInError } from "../files/stand-ins.ts";

export const configurationName = "promptctl.yaml";

/** The configuration of a project, defaults filled in. */
export interface Settings extends LimitingSettings {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The folder in commands, relative to the current folder; undefined if it is around that. */
  readonly directory?: string;
  /** The folder of the definitions, relative to the root. */
  readonly definitions: string;
  /** The folders outside the project from which definitions include files, relative to the root. */
  readonly include: readonly string[];
  readonly baseUrl: string | undefined;
  /** The command of the application that `test --on command` runs. */
  readonly testCommand: readonly string[] | undefined;
  /** Ids by base URL and address. */
  readonly pins: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** All environments of the project; undefined if it has none. */
  readonly environments?: readonly ProjectEnvironment[] | undefined;
  /** The environment whose settings these are. */
  readonly environment?: ProjectEnvironment | undefined;
}

/** The addresses with a pin, for any service. */
export function pinnedAddresses({
  pins,
  environments = [],
}: Pick<Settings, "pins" | "environments">): ReadonlySet<string> {
  const all = [...Object.values(pins), ...environments.map((each) => each.pins)];
  return new Set(all.flatMap((ids) => Object.keys(ids)));
}

export interface LoadedConfiguration {
  readonly settings: Settings;
  /** The settings in each environment; undefined if the project has none. */
  readonly inEnvironments?: readonly Settings[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the settings of the project in a folder, relative to `cwd`; a folder without promptctl.yaml is
 * its own folder of definitions.
 */
export async function readConfiguration(
  kinds: Kinds,
  schema: CompiledSchema,
  cwd: string,
  directory: string,
): Promise<LoadedConfiguration> {
  const root = projectFolder(resolve(cwd, directory), directory);
  const path = join(root, configurationName);
  if (!hasConfiguration(root))
    return { settings: settingsOf(root, { definitions: "." }), diagnostics: [] };
  const content = readConfigurationContent(root, path);
  const standIn = findStandIn(path, content);
  if (standIn)
    return {
      settings: settingsOf(root, {}),
      diagnostics: [standInError(configurationName, standIn)],
    };
  return loadedFrom(root, content, (documents) =>
    checkConfiguration(kinds, schema, documents, root),
  );
}

/**
 * Reads promptctl.yaml from a commit; undefined if the commit does not have it. `root`: the folder of
 * the project on this machine.
 */
export async function readConfigurationIn(
  kinds: Kinds,
  schema: CompiledSchema,
  tree: ProjectTree,
  root: string,
): Promise<LoadedConfiguration | undefined> {
  if (tree.follow(configurationName).type === "missing") return undefined;
  await tree.fetch?.([configurationName]);
  return loadedFrom(
    root,
    readContent(tree),
    (documents) => checkConfiguration(kinds, schema, documents, undefined), // the folders of a commit are not on disk
  );
}

/** Finds the errors in the documents of promptctl.yaml. */
type Check = (documents: readonly ParsedDocument[]) => CheckedConfiguration;

async function loadedFrom(
  root: string,
  content: Buffer,
  check: Check,
): Promise<LoadedConfiguration> {
  const { config, text, diagnostics } = await parseContent(content, check);
  const settings = settingsOf(root, config);
  if (config.environments === undefined) return { settings, diagnostics };
  const environments = environmentsOf(config, { path: configurationName, text });
  const inEnvironments = environments.map((environment) => ({
    ...settingsOf(root, configurationIn(config, environment.name)),
    environments,
    environment,
  }));
  return { settings: { ...settings, environments }, inEnvironments, diagnostics };
}

function readContent(tree: ProjectTree): Buffer {
  try {
    return tree.read(tree.realPath(configurationName));
  } catch (problem) {
    const reason = isNamed<UnreadableFile>(problem, "UnreadableFile")
      ? `${configurationName} ${problem.message}.`
      : readProblem(configurationName, problem);
    throw invalid("unreadable-configuration", reason);
  }
}

/** A parsed promptctl.yaml; the configuration has the values without errors. */
interface ParsedConfiguration {
  readonly config: Configuration;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

async function parseContent(content: Buffer, check: Check): Promise<ParsedConfiguration> {
  const text = decodeUtf8(content);
  if (text === undefined) {
    const { line, column, problem, hint } = notUtf8Problem(configurationName, content);
    const endColumn = column + 1;
    const location = { file: configurationName, line, column, endColumn, text: "" };
    const notText = error("unreadable-file", location, `${configurationName} ${problem}.`, hint);
    return { config: {}, text: "", diagnostics: [notText] };
  }
  const file = { path: configurationName, text };
  const parsed = parsePlain(file) ?? (await import("../../engine/parse/with-yaml.ts")).parse(file);
  const { errors: found, value } = check(parsed.documents);
  const errors = [...parsed.diagnostics, ...found];
  if (errors.length === 0) return { config: value, text, diagnostics: [] };
  const { locateDiagnostics } = await import("../../engine/parse/with-yaml.ts");
  const diagnostics = locateDiagnostics(errors, { texts: new Map([[configurationName, text]]) });
  return { config: parsed.diagnostics.length > 0 ? {} : value, text, diagnostics };
}

function readConfigurationContent(root: string, path: string): Buffer {
  const unreadable = (problem: string, hint?: string): Failure =>
    invalid("unreadable-configuration", `${configurationName} ${problem}.`, hint);
  try {
    // Files outside the project are not read, because error messages quote them.
    if (lstatSync(path).isSymbolicLink() && !isInside(realpathSync(root), targetOfLink(path)))
      throw new UnreadableFile(
        "is a symbolic link to a file outside the project",
        "Replace the link with the file.",
      );
    return readFileSync(path);
  } catch (problem) {
    if (isNamed<UnreadableFile>(problem, "UnreadableFile"))
      throw unreadable(problem.message, problem.hint);
    const { code } = problem as NodeJS.ErrnoException;
    throw unreadable(
      `cannot be read: ${code === "EISDIR" ? "it is a folder" : systemMessage(problem)}`,
    );
  }
}

/** The nearest folder with a promptctl.yaml, upwards from `cwd`. */
export function findProjectFolder(cwd: string): string | undefined {
  return findFolderWith(cwd, configurationName, isThere);
}

/** Whether a folder has a promptctl.yaml, even as a symbolic link that leads to nothing. */
export function hasConfiguration(root: string): boolean {
  return isThere(join(root, configurationName));
}

/** False too if a folder above the path may not be searched. */
function isThere(path: string): boolean {
  return tryOr(false, () => linkStatsOf(path) !== undefined);
}

function projectFolder(path: string, directory: string): string {
  const folder = basename(path) === configurationName ? dirname(path) : path;
  if (isFolder(folder)) return folder;
  throw wrongUsage(
    "no-folder",
    `No such folder: ${directory}`,
    "Name the folder with promptctl.yaml, relative to the current folder.",
  );
}

/** The settings of a configuration. */
export function settingsOf(root: string, config: Configuration): Settings {
  const pins: Record<string, Record<string, string>> = {};
  for (const [url, ids] of Object.entries(config.pins ?? {}))
    pins[comparableUrl(url)] = { ...pins[comparableUrl(url)], ...ids };
  return {
    root,
    definitions: config.definitions ?? "prompts",
    include: (config.include ?? []).map(normalizedFolder),
    baseUrl: config.baseUrl,
    testCommand: config.test?.command,
    prune: config.prune ?? false,
    scope: config.scope ?? ["*"],
    hasScope: config.scope !== undefined,
    keep: config.keep ?? [],
    conflicts: config.conflicts ?? "warn",
    maxDeletePercent: config.limits?.maxDeletePercent ?? 30,
    maxResponseMiB: config.limits?.maxResponseMiB ?? defaultMaxResponseMiB,
    pins,
    capabilities: {
      evaluationUpdate: config.service?.evaluationUpdate ?? false,
      evaluationDeleteCascades: config.service?.evaluationDeleteCascades ?? false,
    },
  };
}
