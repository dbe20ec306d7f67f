// The definitions of a project before a pull request: those of the checkout, with the files that
// the pull request changes as its base commit has them. Needs no git history: checkouts are
// shallow.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { Definition } from "../../engine/model/resource.ts";
import type { SourceFile } from "../../engine/model/source-file.ts";
import type { PullRequestFiles } from "../../github/commands.ts";
import {
  configurationName,
  type LoadedConfiguration,
  readConfigurationText,
  type Settings,
} from "../../project/settings/configuration.ts";
import { definitionPathFilter } from "../../project/files/definition-listing.ts";
import { definitionFiles, normalizeText } from "../../project/files/definitions.ts";
import { isFolder } from "../../io/files/paths.ts";
import { createLimit } from "../../io/http/request-limit.ts";
import { kinds } from "../../kinds.ts";
import { load } from "../../sync/load/load.ts";
import { overlayFiles } from "../../sync/load/overlay-files.ts";
import { configurationSchema, definitionSchemas } from "../project/project.ts";

/** The maximum number of files that are requested at once. */
const maxConcurrentReads = 10;

export interface BaseDefinitions {
  readonly definitions: readonly Definition[];
  /**
   * promptctl.yaml at the base commit: "same" if the pull request does not change it or adds it,
   * undefined if it cannot be read.
   */
  readonly configuration: LoadedConfiguration | "same" | undefined;
  /** The paths at the base commit of changed files that could not be read completely. */
  readonly notCompared: readonly string[];
}

/** `prefix`: the path of the project, relative to the workspace: empty, or with a final `/`. */
export async function loadBaseDefinitions(
  settings: Settings,
  prefix: string,
  pullRequest: PullRequestFiles,
): Promise<BaseDefinitions> {
  const { root } = settings;
  const { changes } = pullRequest;
  const change = changes.find(({ path }) => path === prefix + configurationName);
  if (change && change.basePath === undefined)
    return { definitions: [], configuration: "same", notCompared: [] }; // a new project
  const basePath = change?.basePath ?? prefix + configurationName;
  const basePrefix = basePath.slice(0, -configurationName.length);
  const mayDiffer = change || pullRequest.isCut || isLink(join(root, configurationName));
  const configuration = mayDiffer
    ? await readBaseConfiguration(root, basePath, pullRequest)
    : "same";
  const folder =
    configuration === undefined || configuration === "same"
      ? settings.definitions
      : configuration.settings.definitions;
  const isDefinition = definitionPathFilter(root, folder);
  const changed = changes.map(({ path, basePath }) => ({
    current: withoutPrefix(path, prefix),
    base: basePath === undefined ? undefined : withoutPrefix(basePath, basePrefix),
  }));
  const wanted = changed.flatMap(({ base }) =>
    base !== undefined && isDefinition(base) ? base : [],
  );
  const { files, unread } = await readAll(wanted, basePrefix, pullRequest);
  const isKept = (base: string | undefined): boolean => base !== undefined && unread.includes(base);
  const replaced = changed.flatMap(({ current, base }) =>
    current === undefined || isKept(base) ? [] : [{ path: current }],
  );
  const project = await load(
    kinds,
    definitionSchemas,
    overlayFiles(filesOnDisk(root, folder), files, replaced),
    settings.environment?.overrides,
  );
  // A pull request can delete included texts. The addresses of definitions do not need them.
  const invalid = project.diagnostics
    .filter(({ severity, code }) => severity === "error" && code !== "include")
    .map(({ location }) => location.file)
    .filter((file) => files.some(({ path }) => path === file));
  const notCompared = [...new Set([...unread, ...invalid])].map((path) => basePrefix + path);
  return { definitions: project.definitions, configuration, notCompared };
}

/** promptctl.yaml at the base commit; undefined if it cannot be read. */
async function readBaseConfiguration(
  root: string,
  basePath: string,
  { read }: PullRequestFiles,
): Promise<LoadedConfiguration | undefined> {
  const text = decode(await read(basePath));
  if (text === undefined) return undefined;
  return readConfigurationText(kinds, configurationSchema, text, root);
}

/** Whether a file is a symbolic link: the pull request may change what it points to. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** The path without the prefix; undefined if it does not start with it. */
function withoutPrefix(path: string, prefix: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

async function readAll(
  paths: readonly string[],
  prefix: string,
  { read }: PullRequestFiles,
): Promise<{ files: readonly SourceFile[]; unread: readonly string[] }> {
  const limit = createLimit({ maximum: maxConcurrentReads });
  const texts = await Promise.all(
    paths.map(async (path) => decode(await limit.run(() => read(prefix + path)))),
  );
  return {
    files: paths.flatMap((path, index) => {
      const text = texts[index];
      return text === undefined ? [] : [{ path, text }];
    }),
    unread: paths.filter((_path, index) => texts[index] === undefined),
  };
}

/** The text of a file; undefined if it is missing or not UTF-8. */
function decode(content: Uint8Array | undefined): string | undefined {
  try {
    return content && normalizeText(content).text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The files of a folder, which may not exist any more. */
function filesOnDisk(root: string, folder: string): DefinitionFiles {
  const files = definitionFiles(root, folder);
  if (isFolder(join(root, folder))) return files;
  return { ...files, read: () => Promise.resolve({ files: [], diagnostics: [] }) };
}
