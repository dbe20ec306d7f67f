// promptctl.yaml: finds it, reads it and fills in what it leaves out.
import type { Grammar } from "../engine/validate/grammar.ts";
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  type Diagnostic,
  error,
  errorAt,
  type UnlocatedDiagnostic,
} from "../engine/model/diagnostic.ts";
import { Failure, isFailure } from "../engine/model/failure.ts";
import type { Capabilities, Kinds } from "../engine/model/kind.ts";
import { type ParsedDocument, refTo } from "../engine/parse/parsed-document.ts";
import { parsePlain } from "../engine/parse/plain-yaml.ts";
import { validate } from "../engine/validate/validate.ts";
import type { Configuration } from "../generated/types.ts";
import { checkedBaseUrl, comparableUrl } from "./base-url.ts";
import { isInside } from "./is-inside.ts";

export const configurationName = "promptctl.yaml";

/** The configuration of a project, defaults filled in. */
export interface Settings {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The folder of the definitions, relative to the root. */
  readonly definitions: string;
  readonly baseUrl: string | undefined;
  readonly prune: boolean;
  readonly scope: readonly string[];
  readonly maxDeletePercent: number;
  /** Base address → address → id. */
  readonly pins: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly capabilities: Capabilities;
}

export interface LoadedConfiguration {
  readonly settings: Settings;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The project of a folder. A folder that is given is never searched upwards, and without a
 * promptctl.yaml it is itself the definitions folder; without one given, the nearest folder
 * with a promptctl.yaml, upwards from the current one.
 */
export async function readConfiguration(
  kinds: Kinds,
  grammar: Grammar,
  cwd: string,
  given: string | undefined,
): Promise<LoadedConfiguration> {
  const root =
    given === undefined
      ? (findProjectFolder(cwd) ?? noProject(cwd))
      : namedFolder(resolve(cwd, given), given);
  const path = join(root, configurationName);
  if (!existsSync(path))
    return { settings: settingsOf(root, { definitions: "." }), diagnostics: [] };
  refuseLinkOutside(root, path);
  const text = readConfigurationText(path);
  if (text === undefined) {
    const location = { file: configurationName, line: 1, column: 1, endColumn: 2, text: "" };
    const wrong = error("unreadable-file", location, `${configurationName} is not UTF-8 text.`);
    return { settings: settingsOf(root, {}), diagnostics: [wrong] };
  }
  const file = { path: configurationName, text };
  const { documents, diagnostics } =
    parsePlain(file) ?? (await import("../engine/parse/parse.ts")).parse(file);
  const found = [...diagnostics, ...configurationErrors(kinds, grammar, documents)];
  if (found.length === 0)
    return { settings: settingsOf(root, documents[0]?.value ?? {}), diagnostics: [] };
  const { locateDiagnostics } = await import("../engine/parse/locate.ts");
  const located = locateDiagnostics(found, new Map([[configurationName, text]]));
  return { settings: settingsOf(root, {}), diagnostics: located };
}

/** All errors in the documents of promptctl.yaml. */
function configurationErrors(
  kinds: Kinds,
  grammar: Grammar,
  [document, second]: readonly ParsedDocument[],
): UnlocatedDiagnostic[] {
  const several =
    second &&
    errorAt("several-documents", refTo(second, []), `${configurationName} holds one document.`);
  const found = [...(several ? [several] : []), ...(document ? validate(grammar, document) : [])];
  if (!document || found.length > 0) return found;
  return [...baseUrlDiagnostics(document), ...pinDiagnostics(kinds, document)];
}

/** A link that leads out of the project: what it leads to is not read, and so not quoted. */
function refuseLinkOutside(root: string, path: string): void {
  if (!lstatSync(path).isSymbolicLink() || isInside(realpathSync(root), realpathSync(path))) return;
  throw new Failure(
    "invalid",
    "unreadable-configuration",
    `${configurationName} is a link that leads out of the project.`,
    "Put the file itself there.",
  );
}

/** The text of the file; undefined where it is not UTF-8. */
function readConfigurationText(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (problem) {
    if (problem instanceof TypeError) return undefined;
    const isFolder = (problem as NodeJS.ErrnoException).code === "EISDIR";
    const why = isFolder ? "it is a folder" : (problem as Error).message;
    throw new Failure(
      "invalid",
      "unreadable-configuration",
      `${configurationName} cannot be read: ${why}.`,
    );
  }
}

/** The nearest folder with a promptctl.yaml, upwards from this one. */
export function findProjectFolder(cwd: string): string | undefined {
  return findFolderWith(cwd, configurationName);
}

/** The nearest folder that holds something of this name, upwards from this one. */
export function findFolderWith(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function noProject(cwd: string): never {
  throw new Failure(
    "usage",
    "no-project",
    `There is no ${configurationName} in ${cwd} or above it.`,
    `Go to the folder of your project, name one (promptctl plan my-project), or start one: promptctl init`,
  );
}

function namedFolder(path: string, given: string): string {
  const folder = basename(path) === configurationName ? dirname(path) : path;
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new Failure(
    "usage",
    "no-folder",
    `There is no folder ${given}.`,
    "Name the folder of your project, the one with promptctl.yaml, from where you are.",
  );
}

function settingsOf(root: string, config: Configuration): Settings {
  const pins: Record<string, Record<string, string>> = {};
  for (const [url, ids] of Object.entries(config.pins ?? {}))
    pins[comparableUrl(url)] = { ...pins[comparableUrl(url)], ...ids };
  return {
    root,
    definitions: config.definitions ?? "prompts",
    baseUrl: config.baseUrl,
    prune: config.prune ?? false,
    scope: config.scope ?? ["*"],
    maxDeletePercent: config.limits?.maxDeletePercent ?? 30,
    pins,
    capabilities: {
      evaluationUpdate: config.service?.evaluationUpdate ?? false,
      evaluationDeleteCascades: config.service?.evaluationDeleteCascades ?? false,
    },
  };
}

/** A base URL that no command can use. */
function baseUrlDiagnostics(document: ParsedDocument): UnlocatedDiagnostic[] {
  const { baseUrl } = document.value;
  if (typeof baseUrl !== "string" || baseUrl === "local") return [];
  try {
    checkedBaseUrl(baseUrl);
    return [];
  } catch (problem) {
    if (!isFailure(problem)) throw problem;
    const { message, hint } = problem;
    return [
      { ...errorAt("wrong-value", refTo(document, ["baseUrl"]), message, hint), hidesText: true },
    ];
  }
}

/** Pins are of named things: a pin of anything else would never be looked at. */
function pinDiagnostics(kinds: Kinds, document: ParsedDocument): UnlocatedDiagnostic[] {
  const { pins } = document.value;
  const named = kinds.filter((row) => row.identifiedBy.by === "name").map((row) => row.kind);
  return Object.entries((pins ?? {}) as Record<string, Record<string, string>>).flatMap(
    ([url, ids]) =>
      Object.keys(ids)
        .filter((address) => !named.some((kind) => address.startsWith(`${kind}/`)))
        .map((address) =>
          errorAt(
            "wrong-pin",
            { ...refTo(document, ["pins", url, address]), part: "key" },
            `"${address}" cannot be pinned.`,
            `Only what has a name can: ${named.map((kind) => `${kind}/…`).join(" and ")}.`,
          ),
        ),
  );
}
