// promptctl fmt: formats definition files and promptctl.yaml.
import { findProjects } from "../project/find-projects.ts";
import { withPrefix } from "../../engine/text/diagnostic-text.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { byLocation, type Diagnostic } from "../../engine/model/diagnostic.ts";
import { redactSecrets } from "../../engine/text/secrets.ts";
import { isAmong } from "../../engine/model/source-file.ts";
import { configurationName } from "../../project/settings/configuration.ts";
import { definitionFiles, readNormalizedText } from "../../project/files/definitions.ts";
import { findStandIn, standInError } from "../../project/files/stand-ins.ts";
import { replaceText } from "../../io/files/file-changes.ts";
import { type FormattedFile, formatDefinitionFile, formatFile } from "../../sync/load/format.ts";
import { diagnosticsText } from "../../views/text/diagnostics.ts";
import {
  fmtSummary,
  formattedText,
  skippedFileText,
  unformattedText,
} from "../../views/definitions/fmt-text.ts";
import { type CommandHost, projectPrefix, screenOf } from "../host/command-host.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { configurationSchema, definitionSchemas, readSettings } from "../project/project.ts";

export interface FmtFlags {
  readonly check?: boolean;
}

interface FormattedProject {
  readonly root: string;
  /** The path from the working directory to the project. */
  readonly prefix: string;
  readonly files: readonly FormattedFile[];
  /** The errors in these files, and the files that cannot be read. */
  readonly diagnostics: readonly Diagnostic[];
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
  for (const [root, wanted] of pathsByRoot)
    projects.push(await formatProject(host, root, wanted, check));
  const isChanged = projects.flatMap((project) =>
    project.files.map((file) => reportFile(host, project, file, check)),
  );
  const diagnostics = projects.flatMap((project) => project.diagnostics);
  const broken = new Set(diagnostics.map(({ location }) => location.file)).size;
  const changed = isChanged.filter(Boolean).length;
  const counts = { files: isChanged.length, changed, broken };
  host.out(fmtSummary(counts, check, screenOf(host, "out")));
  if (broken > 0) host.err(diagnosticsText(diagnostics, screenOf(host, "err"), ""));
  return broken > 0 ? 3 : check && changed > 0 ? 2 : 0;
}

/** Formats the given files of a project in memory. Without `check`, removes leftovers first. */
async function formatProject(
  host: CommandHost,
  root: string,
  paths: readonly string[] | "all",
  check: boolean,
): Promise<FormattedProject> {
  const prefix = projectPrefix(host.cwd, root);
  const { definitions } = await readSettings(host, root);
  if (!check) removeLeftovers(host, { root, definitions });
  const isWanted = (path: string): boolean => paths === "all" || isAmong(paths, path);
  const configuration = join(root, configurationName);
  const formatted: FormattedFile[] = [];
  const unreadable: Diagnostic[] = [];
  if (isWanted(configurationName) && existsSync(configuration)) {
    const standIn = findStandIn(configuration, readFileSync(configuration));
    if (standIn) unreadable.push(standInError(configurationName, standIn));
    else {
      const { text } = readNormalizedText(configuration);
      formatted.push(formatFile({ path: configurationName, text }, () => configurationSchema));
    }
  }
  if (paths === "all" || paths.some((path) => path !== configurationName)) {
    const read = await definitionFiles(root, definitions).read();
    const wanted = read.files.filter(({ path }) => isWanted(path));
    formatted.push(...wanted.map((file) => formatDefinitionFile(definitionSchemas, file)));
    unreadable.push(...read.diagnostics.filter(({ location }) => isWanted(location.file)));
  }
  return {
    root,
    prefix,
    files: formatted.filter((file) => file.diagnostics.length === 0),
    diagnostics: [...unreadable, ...formatted.flatMap((file) => file.diagnostics)]
      .map((diagnostic) => withPrefix(redactSecrets(diagnostic), prefix))
      .sort(byLocation),
  };
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
  if (check) {
    const file = { path: prefix + path, before, text };
    host.out(unformattedText(file, raw, screenOf(host, "out")));
  } else {
    replaceText(root, path, text);
    host.out(formattedText(prefix + path));
  }
  return true;
}
