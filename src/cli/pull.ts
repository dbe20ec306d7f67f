// promptctl pull: what the service holds into definition files.
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { Failure } from "../engine/failure.ts";
import type { DefinitionFiles } from "../engine/ports.ts";
import type { NewFile, Pulled } from "../engine/pulled.ts";
import { mappingLines } from "../engine/yaml-lines.ts";
import { configurationName, configure, projectAbove, type Settings } from "../io/configuration.ts";
import { definitionFiles } from "../io/definitions.ts";
import { changedFiles } from "../io/git.ts";
import { carryOut, wholeFile } from "../io/new-files.ts";
import { rewrite } from "../io/whole-file.ts";
import { kinds } from "../kinds.ts";
import { pullAll } from "../sync/pull.ts";
import { counted, visible } from "../views/paint.ts";
import { pullText } from "../views/pull-text.ts";
import { type ConnectFlags, connect } from "./connect.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { type Host, inCi, screenOf } from "./host.ts";
import { InvalidProject } from "./invalid.ts";
import { prefixOf } from "./prefix.ts";

export interface PullFlags extends ConnectFlags {
  readonly autoApprove?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly textFiles?: boolean;
}

/** Exit code 0: all is written, or nothing was to be. */
export async function pull(
  host: Host,
  directory: string | undefined,
  flags: PullFlags,
): Promise<number> {
  const { settings, isNew } = projectOf(host, directory);
  const prefix = prefixOf(host.cwd, settings.root);
  const connection = await connect(host, settings, flags, "read");
  try {
    const { reader } = connection;
    const isThere = existsSync(join(settings.root, settings.definitions));
    const { project, pulled } = await pullAll(kinds, grammars, reader, {
      files: isThere && !isNew ? definitionFiles(settings.root, settings.definitions) : noFiles,
      folder: settings.definitions === "." ? "" : settings.definitions,
      isThere: (path) => existsSync(join(settings.root, path)),
      textFiles: flags.textFiles ?? false,
      comment: schemaComment,
      settings,
    });
    if (!pulled) throw new InvalidProject(project.diagnostics, prefix);
    refuseOtherLineEnds(settings.root, pulled);
    const all: Pulled = {
      ...pulled,
      files: isNew ? [configuration(reader.baseUrl, pulled), ...pulled.files] : pulled.files,
    };
    host.out(pullText(all, { prefix, baseUrl: reader.baseUrl }, screenOf(host, "out")));
    if (flags.dryRun || pulled.files.length + pulled.changed.length === 0) return 0;
    refuseDirty(settings.root, flags);
    await consent(host, all, flags);
    for (const { path, text } of all.files) write(settings.root, path, text);
    for (const { path, text } of all.changed) rewrite(settings.root, path, text);
    host.out(
      `\nWritten. promptctl plan${prefix === "" ? "" : ` ${visible(prefix.slice(0, -1))}`} shows what still differs.\n`,
    );
    if (!isNew && Object.keys(pulled.pins).length > 0) host.out(pinsText(reader.baseUrl, pulled));
    return 0;
  } finally {
    connection.close();
  }
}

/** Their texts were read without byte order marks and with other line ends: they would be lost. */
function refuseOtherLineEnds(root: string, { changed }: Pulled): void {
  const other = changed.find(
    ({ path, before }) => readFileSync(join(root, path), "utf8") !== before,
  );
  if (other)
    throw new Failure(
      "refused",
      "line-ends",
      `${other.path} begins with a byte order mark or has CRLF line ends, and would lose them.`,
      "Save it as UTF-8 with LF line ends first.",
    );
}

function write(root: string, path: string, text: string): void {
  const done = carryOut(root, wholeFile(root, path, text));
  if (done.does === "leave")
    throw new Failure(
      "refused",
      "not-written",
      `${path} is not written: ${done.because}.`,
      "What stands before it in the list is there; run the same command again for the rest.",
    );
}

/** The project around or given, or the folder that is to become one. */
function projectOf(
  host: Host,
  directory: string | undefined,
): { readonly settings: Settings; readonly isNew: boolean } {
  const root =
    directory === undefined ? (projectAbove(host.cwd) ?? host.cwd) : resolve(host.cwd, directory);
  const isNew = !existsSync(join(root, configurationName));
  const { settings, diagnostics } = configure(kinds, configurationGrammar, host.cwd, root);
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, prefixOf(host.cwd, root));
  return { settings: isNew ? { ...settings, definitions: "prompts" } : settings, isNew };
}

const noFiles: DefinitionFiles = {
  read: async () => ({ files: [], diagnostics: [] }),
  include: async () => new Map(),
};

function refuseDirty(root: string, { force }: PullFlags): void {
  const changed = force || !existsSync(root) ? [] : (changedFiles(root) ?? []);
  if (changed.length === 0) return;
  throw new Failure(
    "refused",
    "dirty-tree",
    `${counted(changed.length, "file")} here ${changed.length === 1 ? "is" : "are"} not committed (${changed[0]}${changed.length > 1 ? ", …" : ""}).`,
    "Commit first, so that git shows what pull does; or add --force.",
  );
}

async function consent(
  host: Host,
  { files, changed }: Pulled,
  { autoApprove }: PullFlags,
): Promise<void> {
  if (autoApprove) return;
  if (!host.ask || inCi(host.env))
    throw new Failure(
      "refused",
      "no-consent",
      "Nobody can be asked here, so nothing was written.",
      "Add --auto-approve, or --dry-run to see what would be.",
    );
  if (!(await host.ask(`\nWrite ${counted(files.length + changed.length, "file")}? (y/N) `)))
    throw new Failure("refused", "no-consent", "The answer was not yes, so nothing was written.");
}

/** `# yaml-language-server: …` with the path from the file to the schema of the installed package. */
function schemaComment(path: string, schema = "definition/definition"): string {
  const up = relative(join("/", path, ".."), "/").replaceAll("\\", "/") || ".";
  return `# yaml-language-server: $schema=${up}/node_modules/promptctl/schemas/${schema}.schema.json`;
}

function configuration(baseUrl: string, { pins }: Pulled): NewFile {
  const lines = mappingLines({
    definitions: "prompts",
    baseUrl,
    ...(Object.keys(pins).length > 0 && { pins: { [baseUrl]: pins } }),
  });
  const comment = schemaComment(configurationName, "configuration");
  return { path: configurationName, text: `${[comment, ...lines].join("\n")}\n` };
}

function pinsText(baseUrl: string, { pins }: Pulled): string {
  const lines = mappingLines({ pins: { [baseUrl]: pins } }).map(visible);
  return `\nSome names are there more than once. Add to ${configurationName}:\n${lines.join("\n")}\n`;
}
