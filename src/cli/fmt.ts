// promptctl fmt: definition files and promptctl.yaml in their one layout.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { byLocation, type Diagnostic, withPrefix } from "../engine/model/diagnostic.ts";
import { configurationName, configure } from "../io/configuration.ts";
import { definitionFiles, textAt } from "../io/definitions.ts";
import { replaceText } from "../io/rewrite.ts";
import { kinds } from "../kinds.ts";
import {
  type Formatted,
  type FormattedFile,
  formatDefinitions,
  formatFile,
} from "../sync/format.ts";
import { diagnosticsText } from "../views/diagnostics.ts";
import { fmtSummary, formattedText, leftText, unformattedText } from "../views/fmt-text.ts";
import { findProjects } from "./find-projects.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { InvalidProject } from "./invalid-project.ts";
import { projectPrefix } from "./relative-path.ts";

export interface FmtFlags {
  readonly check?: boolean;
}

interface Found {
  readonly root: string;
  /** From where the user stands to the project. */
  readonly prefix: string;
  readonly formatted: Formatted;
}

/** Exit code 0; with --check 2 where a file is not in the layout; 3 where one has mistakes of YAML. */
export async function fmtCommand(
  host: CommandHost,
  paths: readonly string[],
  { check = false }: FmtFlags,
): Promise<number> {
  const chosen = await findProjects(host, paths, { missingNote: "" });
  if (chosen.size === 0) return 0;
  const found: Found[] = [];
  for (const [root, wanted] of chosen) found.push(await formattedIn(host, root, wanted));
  const counts = found.map((each) => (check ? show(host, each) : write(host, each)));
  const diagnostics = found.flatMap(({ formatted, prefix }) =>
    formatted.diagnostics.map((each) => withPrefix(each, prefix)),
  );
  const files = sum(found.map(({ formatted }) => formatted.files.length));
  const broken = new Set(diagnostics.map(({ location }) => location.file)).size;
  const changed = sum(counts);
  host.out(fmtSummary({ files, changed, broken }, check, screenOf(host, "out")));
  if (broken > 0) host.err(diagnosticsText(diagnostics, screenOf(host, "err"), ""));
  return broken > 0 ? 3 : check && changed > 0 ? 2 : 0;
}

/** The files of a project that are wanted, laid out. */
async function formattedIn(
  host: CommandHost,
  root: string,
  wanted: readonly string[] | "all",
): Promise<Found> {
  const prefix = projectPrefix(host.cwd, root);
  const { settings, diagnostics } = configure(kinds, configurationGrammar, host.cwd, root);
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, prefix);
  const parts: Formatted[] = [];
  const isNamed = wanted === "all" || wanted.includes(configurationName);
  if (isNamed && existsSync(join(root, configurationName))) parts.push(formattedSettings(root));
  if (wanted === "all" || wanted.some((path) => path !== configurationName))
    parts.push(
      await formatDefinitions(grammars, definitionFiles(root, settings.definitions), wanted),
    );
  const all: Diagnostic[] = parts.flatMap((each) => each.diagnostics);
  const files = parts.flatMap((each) => each.files);
  return { root, prefix, formatted: { files, diagnostics: all.toSorted(byLocation) } };
}

function formattedSettings(root: string): Formatted {
  const { text } = textAt(join(root, configurationName));
  return formatFile({ path: configurationName, text }, () => configurationGrammar);
}

/** Writes what is not in the layout; gives how many files that are. */
function write(host: CommandHost, { root, prefix, formatted }: Found): number {
  let written = 0;
  for (const each of formatted.files) {
    const { path, text, left } = each;
    if (left > 0) host.err(leftText(prefix + path, left));
    if (isSettled(each, asItIs(root, path))) continue;
    replaceText(root, path, text);
    host.out(formattedText(prefix + path));
    written++;
  }
  return written;
}

/** Shows what is not in the layout; gives how many files that are. */
function show(host: CommandHost, { root, prefix, formatted }: Found): number {
  let shown = 0;
  for (const each of formatted.files) {
    const { path, before, text, left } = each;
    if (left > 0) host.err(leftText(prefix + path, left));
    const raw = asItIs(root, path);
    if (isSettled(each, raw)) continue;
    host.out(unformattedText({ path: prefix + path, raw, before, text }, screenOf(host, "out")));
    shown++;
  }
  return shown;
}

/** Whether a file stays: it is in the layout, or nothing of it can be laid out. */
function isSettled({ before, text, left }: FormattedFile, raw: string): boolean {
  return text === raw || (text === before && left > 0);
}

/** The text of a file with its byte order mark and line ends, which reading drops. */
function asItIs(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
