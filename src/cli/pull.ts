// promptctl pull: what the service holds into definition files.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import { addPins } from "../engine/edit/add-pins.ts";
import { fileCount, type PullResult } from "../engine/export/pull-result.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { yamlText } from "../engine/edit/yaml-writer.ts";
import { comparableUrl } from "../io/base-url.ts";
import { configurationName, configure, projectAbove, type Settings } from "../io/configuration.ts";
import { definitionFiles } from "../io/definitions.ts";
import { changedFiles } from "../io/git.ts";
import { carryOut, wholeFile } from "../io/new-files.ts";
import { refuseUnwritable, removeFile, rewrite } from "../io/rewrite.ts";
import { kinds } from "../kinds.ts";
import { load } from "../sync/load.ts";
import { pullAll } from "../sync/pull.ts";
import { pluralize, escapeText } from "../views/terminal-text.ts";
import { pullText } from "../views/pull-text.ts";
import { type ConnectFlags, connect } from "./connect.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { type CommandHost, isCi, screenOf } from "./command-host.ts";
import { InvalidProject } from "./invalid-project.ts";
import { relativePath, projectPrefix } from "./relative-path.ts";

export interface PullFlags extends ConnectFlags {
  readonly autoApprove?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly textFiles?: boolean;
  readonly prune?: boolean;
}

/** Exit code 0: all is written, or nothing was to be. */
export async function pullCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: PullFlags,
): Promise<number> {
  const { settings, isNew } = await projectOf(host, directory);
  const prefix = projectPrefix(host.cwd, settings.root);
  const connection = await connect(host, settings, flags, "read");
  try {
    const { reader } = connection;
    const isThere = existsSync(join(settings.root, settings.definitions));
    const { project, pulled } = await pullAll(kinds, grammars, reader, {
      files: isThere && !isNew ? definitionFiles(settings.root, settings.definitions) : noFiles,
      folder: settings.definitions === "." ? "" : settings.definitions,
      isThere: (path) => existsSync(join(settings.root, path)),
      textFiles: flags.textFiles ?? false,
      prune: flags.prune ?? false,
      comment: schemaComment,
      settings,
    });
    if (!pulled) throw new InvalidProject(project.diagnostics, prefix);
    const all = isNew
      ? withConfiguration(reader.baseUrl, settings, pulled)
      : pinned(settings, reader.baseUrl, pulled);
    refuseUnwritable(settings.root, all.changed);
    host.out(pullText(all, { prefix, baseUrl: reader.baseUrl }, screenOf(host, "out")));
    const count = fileCount(all);
    if (flags.dryRun || (isNew && pulled.files.length === 0) || count === 0) return 0;
    await refuseDirty(settings.root, flags);
    await consent(host, count, flags);
    for (const { path, text } of all.files) write(settings.root, path, text);
    for (const each of all.changed) rewrite(settings.root, each);
    for (const each of all.removed) removeFile(settings.root, each);
    host.out(`\nWritten. ${endOf(all, prefix)}\n`);
    return 0;
  } finally {
    connection.close();
  }
}

/** What comes next. */
function endOf({ stillDiffers }: PullResult, prefix: string): string {
  if (!stillDiffers) return "The files say what the service holds: plan has nothing to do.";
  const where = prefix === "" ? "" : ` ${escapeText(shellQuote(prefix.slice(0, -1)))}`;
  return `promptctl plan${where} shows what still differs.`;
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

/** The project around or given, or the folder that is to become one: it has no definitions. */
async function projectOf(
  host: CommandHost,
  directory: string | undefined,
): Promise<{ readonly settings: Settings; readonly isNew: boolean }> {
  const root =
    directory === undefined ? (projectAbove(host.cwd) ?? host.cwd) : resolve(host.cwd, directory);
  const { settings, diagnostics } = configure(kinds, configurationGrammar, host.cwd, root);
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, projectPrefix(host.cwd, root));
  const isNew = !existsSync(join(root, configurationName)) && !(await hasDefinitions(root));
  return { settings: isNew ? { ...settings, definitions: "prompts" } : settings, isNew };
}

async function hasDefinitions(root: string): Promise<boolean> {
  if (!existsSync(root)) return false;
  const { definitions } = await load(kinds, grammars, definitionFiles(root, "."));
  return definitions.length > 0;
}

const noFiles: DefinitionFiles = {
  read: async () => ({ files: [], diagnostics: [] }),
  include: async () => new Map(),
};

async function refuseDirty(root: string, { force }: PullFlags): Promise<void> {
  const changed = force || !existsSync(root) ? [] : ((await changedFiles(root)) ?? []);
  if (changed.length === 0) return;
  throw new Failure(
    "refused",
    "dirty-tree",
    `${pluralize(changed.length, "file")} here ${changed.length === 1 ? "is" : "are"} not committed (${changed[0]}${changed.length > 1 ? ", …" : ""}).`,
    "Commit first, so that git shows what pull does; or add --force.",
  );
}

async function consent(
  host: CommandHost,
  count: number,
  { autoApprove }: PullFlags,
): Promise<void> {
  if (autoApprove) return;
  if (!host.ask || isCi(host.env))
    throw new Failure(
      "refused",
      "no-consent",
      "Nobody can be asked here, so nothing was written.",
      "Add --auto-approve, or --dry-run to see what would be.",
    );
  if (!(await host.ask(`\nWrite ${pluralize(count, "file")}? (y/N) `)))
    throw new Failure("refused", "no-consent", "The answer was not yes, so nothing was written.");
}

/** `# yaml-language-server: …` with the path from the file to the schema of the installed package. */
function schemaComment(path: string, schema = "definition/definition"): string {
  const up = relativePath(join("/", path, ".."), "/") || ".";
  return `# yaml-language-server: $schema=${up}/node_modules/promptctl/schemas/${schema}.schema.json`;
}

function withConfiguration(
  baseUrl: string,
  { definitions }: Settings,
  pulled: PullResult,
): PullResult {
  const { pins } = pulled;
  const text = yamlText({
    definitions,
    baseUrl,
    ...(Object.keys(pins).length > 0 && { pins: { [baseUrl]: pins } }),
  });
  const comment = schemaComment(configurationName, "configuration");
  const file = { path: configurationName, text: `${comment}\n${text}` };
  return { ...pulled, files: [file, ...pulled.files] };
}

/** The pins among the changes of a project that is there. */
function pinned(settings: Settings, baseUrl: string, pulled: PullResult): PullResult {
  if (Object.keys(pulled.pins).length === 0) return pulled;
  const { root } = settings;
  if (!existsSync(join(root, configurationName)))
    return withConfiguration(baseUrl, settings, pulled);
  const raw = readFileSync(join(root, configurationName), "utf8");
  const before = raw.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const isSame = (url: string): boolean => comparableUrl(url) === baseUrl;
  const text = addPins(before, baseUrl, pulled.pins, isSame);
  if (text !== undefined)
    return {
      ...pulled,
      changed: [...pulled.changed, { path: configurationName, text, before }],
    };
  throw new Failure(
    "refused",
    "cannot-pin",
    `Some names are there more than once, and ${configurationName} cannot be given their pins in place. Nothing was written.`,
    [
      "Add to it, then pull again:",
      ...yamlText({ pins: { [baseUrl]: pulled.pins } })
        .trimEnd()
        .split("\n"),
    ],
  );
}
