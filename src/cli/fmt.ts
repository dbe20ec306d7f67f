// promptctl fmt: formats definition files and promptctl.yaml.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { byLocation, withPrefix } from "../engine/model/diagnostic.ts";
import { configurationName } from "../io/configuration.ts";
import { definitionFiles, readNormalizedText } from "../io/definitions.ts";
import { replaceText } from "../io/rewrite-file.ts";
import {
  type FormattedFile,
  type FormattedFiles,
  formatDefinitions,
  formatFile,
} from "../sync/format.ts";
import { diagnosticsText } from "../views/diagnostics.ts";
import { fmtSummary, formattedText, skippedFileText, unformattedText } from "../views/fmt-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { findProjects } from "./find-projects.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { readSettings } from "./read-project.ts";
import { projectPrefix } from "./relative-path.ts";

export interface FmtFlags {
  readonly check?: boolean;
}

interface FormattedProject {
  readonly root: string;
  /** The path from the working directory to the project. */
  readonly prefix: string;
  readonly formatted: FormattedFiles;
}

/** Exit code 0; 2 for unformatted files with --check; 3 for files with YAML errors. */
export async function fmtCommand(
  host: CommandHost,
  paths: readonly string[],
  { check = false }: FmtFlags,
): Promise<number> {
  const pathsByRoot = await findProjects(host, paths, { missingNote: "" });
  if (pathsByRoot.size === 0) return 0;
  const projects: FormattedProject[] = [];
  for (const [root, wanted] of pathsByRoot) projects.push(await formatProject(host, root, wanted));
  const changed = projects.flatMap((project) =>
    project.formatted.files.filter((file) => reportFile(host, project, file, check)),
  ).length;
  const diagnostics = projects.flatMap(({ formatted, prefix }) =>
    formatted.diagnostics.map((diagnostic) => withPrefix(diagnostic, prefix)),
  );
  const files = projects.flatMap(({ formatted }) => formatted.files).length;
  const broken = new Set(diagnostics.map(({ location }) => location.file)).size;
  host.out(fmtSummary({ files, changed, broken }, check, screenOf(host, "out")));
  if (broken > 0) host.err(diagnosticsText(diagnostics, screenOf(host, "err"), ""));
  return broken > 0 ? 3 : check && changed > 0 ? 2 : 0;
}

/** Formats the given files of a project in memory. */
async function formatProject(
  host: CommandHost,
  root: string,
  paths: readonly string[] | "all",
): Promise<FormattedProject> {
  const prefix = projectPrefix(host.cwd, root);
  const settings = await readSettings(host.cwd, root);
  const results: FormattedFiles[] = [];
  const isConfigurationWanted = paths === "all" || paths.includes(configurationName);
  if (isConfigurationWanted && existsSync(join(root, configurationName)))
    results.push(formatConfiguration(root));
  if (paths === "all" || paths.some((path) => path !== configurationName)) {
    const files = definitionFiles(root, settings.definitions);
    results.push(await formatDefinitions(grammars, files, paths));
  }
  const formatted = {
    files: results.flatMap(({ files }) => files),
    diagnostics: results.flatMap((result) => result.diagnostics).sort(byLocation),
  };
  return { root, prefix, formatted };
}

function formatConfiguration(root: string): FormattedFiles {
  const { text } = readNormalizedText(join(root, configurationName));
  return formatFile({ path: configurationName, text }, () => configurationGrammar);
}

/** Writes a file that is not formatted, or shows its diff; true if it was not formatted. */
function reportFile(
  host: CommandHost,
  { root, prefix }: FormattedProject,
  { path, before, text, skipped }: FormattedFile,
  check: boolean,
): boolean {
  if (skipped > 0) host.err(skippedFileText(prefix + path, skipped));
  const raw = readFileSync(join(root, path), "utf8"); // with byte order mark and CRLF
  if (text === raw || (text === before && skipped > 0)) return false;
  if (check)
    host.out(unformattedText({ path: prefix + path, raw, before, text }, screenOf(host, "out")));
  else {
    replaceText(root, path, text);
    host.out(formattedText(prefix + path));
  }
  return true;
}
