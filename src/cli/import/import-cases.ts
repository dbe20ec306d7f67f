// promptctl import cases: writes the rows of a table as evaluations into definition files.
import { withReadableStandIns } from "../../project/files/definitions.ts";
import { basename, extname, posix, resolve } from "node:path";
import { caseColumns, type CaseColumns, checkNames } from "../../importers/convert/case-columns.ts";
import { importedCase, type ImportedCase } from "../../importers/convert/imported-case.ts";
import { testDefinitions } from "../../engine/evaluate/cases/test-definitions.ts";
import { type Diagnostic, type UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import { didYouMean } from "../../engine/text/did-you-mean.ts";
import type { Failure } from "../../engine/model/failure.ts";
import { someLines } from "../../engine/text/word-lists.ts";
import { messageTexts } from "../../engine/text/message-texts.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import type { Definition } from "../../engine/model/resource.ts";
import { variablesOf } from "../../engine/render/template.ts";
import { drafts } from "../../engine/resolve/draft.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { refuseUnwritable, writeFileChanges } from "../../io/files/file-changes.ts";
import { readTable, type Table, wrongLine, wrongTable } from "../../io/files/table-file.ts";
import { kinds } from "../../kinds.ts";
import { type CaseImport, importCases } from "../../sync/import/import-cases.ts";
import { type LoadedFiles, loadFiles, type Project } from "../../sync/load/load.ts";
import { newSecrets } from "../../sync/load/new-secrets.ts";
import { overlayFiles } from "../../sync/load/overlay-files.ts";
import { importText } from "../../views/definitions/import-text.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, projectPrefix, screenOf } from "../host/command-host.ts";
import {
  definitionSchemas,
  loadValidProject,
  readSettings,
  projectFiles,
  schemaComments,
} from "../project/project.ts";
import { refuseImportedSecrets } from "./import-flags.ts";
import { findPromptDefinition } from "../definitions/find-prompt.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { openPlanChecks } from "../project/definition-checks.ts";

export interface CaseFlags {
  readonly prompt: string;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly allowSecrets?: boolean;
}

/** Exit code 0: all rows are in the files. Throws a Failure for a mistake in the table. */
export async function importCasesCommand(
  host: CommandHost,
  file: string,
  flags: CaseFlags,
): Promise<number> {
  const { dryRun = false, prune = false } = flags;
  const settings = await readSettings(host, undefined);
  if (!dryRun) removeLeftovers(host, settings);
  const project = await loadValidProject(
    host,
    settings,
    kinds,
    withReadableStandIns(projectFiles(host, settings)),
  );
  const definitions = testDefinitions(kinds, project.definitions);
  const prompt = findPromptDefinition(project.definitions, flags.prompt);
  const rows = readCases(host, file, prompt);
  const path = defaultPath(project, prompt, file);
  const result = importCases(project, {
    schemas: definitionSchemas,
    definitions,
    prompt,
    cases: rows.map(({ content }) => content),
    path,
    prune,
    schemaComment: schemaComments(settings.root)(path),
  });
  const loaded = await refuseInvalidResult(host, settings, result, { file, rows });
  const prefix = projectPrefix(host.cwd, settings.root);
  if (!flags.allowSecrets) {
    const secrets = await newSecrets(await openPlanChecks(host), project, loaded);
    refuseImportedSecrets(host, { secrets, prefix, files: [file] });
  }
  const write = dryRun ? refuseUnwritable : writeFileChanges;
  write(settings.root, result.files);
  const { added, changed, unchanged, extra, files } = result;
  const paths = [...files.added, ...files.changed, ...files.removed].map((each) => each.path);
  const summary = {
    table: file,
    added,
    changed,
    unchanged,
    extra,
    prune,
    dryRun,
    path: prefix + result.path,
    files: paths.map((each) => prefix + each),
  };
  host.out(maskSecrets(importText(summary, screenOf(host, "out"))));
  return 0;
}

interface CaseRow {
  readonly line: number;
  readonly content: ImportedCase;
}

/** The cases of a table. Throws a Failure with all mistakes in its rows. */
function readCases(host: CommandHost, file: string, prompt: Definition): CaseRow[] {
  const table = readTable(resolve(host.cwd, file), file);
  const columns = columnsOf(table, file, prompt);
  const warning = screenOf(host, "err").colors.yellow("Warning:");
  for (const column of columns.ignored) {
    const hint = didYouMean(column, checkNames);
    host.err(
      `${warning} Column "${escapeText(column)}" is not a variable of ${escapeText(prompt.address)}. It is not imported.${hint === undefined ? "" : ` ${hint}`}\n`,
    );
  }
  const problems: string[] = [];
  const rows: CaseRow[] = [];
  const lines = new Map<string, number>();
  for (const { line, cells } of table.rows) {
    const content = importedCase(columns, cells);
    if (typeof content === "string") {
      problems.push(`${file}:${line}: ${content}`);
      continue;
    }
    const first = lines.get(content.name);
    if (first !== undefined)
      problems.push(`${file}:${line}: ${repeated(columns, content.name, first)}`);
    else lines.set(content.name, line);
    rows.push({ line, content });
  }
  if (problems.length > 0) throw wrongRows(file, problems);
  return rows;
}

function columnsOf({ columns }: Table, file: string, { spec, external }: Definition): CaseColumns {
  const variables = [...new Set(messageTexts(spec["messages"]).flatMap(variablesOf))];
  const found = caseColumns(columns, external ? undefined : variables);
  if (typeof found === "string") throw wrongLine(file, 1, found);
  return found;
}

function repeated({ name: column }: CaseColumns, name: string, line: number): string {
  return column === undefined
    ? `The variables are those of line ${line}. Remove a row, or add a column "name".`
    : `The name "${name}" is that of line ${line}. Names are unique.`;
}

/** One mistake, or a list of the first ones. */
function wrongRows(file: string, problems: readonly string[]): Failure {
  if (problems.length === 1) return wrongTable(file, problems[0]!);
  return wrongTable(file, `${file} has ${problems.length} mistakes.`, someLines(problems));
}

/** A file beside that of the prompt, with the name of the table. */
function defaultPath({ sources }: Project, { address }: Definition, file: string): string {
  const folder = posix.dirname(sources.get(address)!.draft.document.file);
  return posix.join(folder, `${basename(file, extname(file))}.eval.yaml`);
}

interface ImportedTable {
  readonly file: string;
  readonly rows: readonly CaseRow[];
}

/** The project with the cases. It is valid before the import, so new errors come from the table. */
async function refuseInvalidResult(
  host: CommandHost,
  settings: Settings,
  { files: { added, changed, removed } }: CaseImport,
  table: ImportedTable,
): Promise<LoadedFiles> {
  const files = withReadableStandIns(projectFiles(host, settings));
  const overlay = overlayFiles(files, [...added, ...changed], removed);
  const loaded = await loadFiles(kinds, definitionSchemas, overlay);
  const errors = loaded.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return loaded;
  const mistakes = errors.map((error) => mistakeOf(error, loaded, table));
  throw wrongRows(table.file, [...new Set(mistakes)]);
}

/** The error with the line of the row whose evaluation has it. */
function mistakeOf(
  error: Diagnostic | UnlocatedDiagnostic,
  { documents }: LoadedFiles,
  { file, rows }: ImportedTable,
): string {
  const text = [error.message, error.hint ?? []].flat().join(" ");
  const place = "place" in error ? error.place : undefined;
  const document = documents.find(
    (each) => each.file === place?.file && each.index === place.document,
  );
  const own = drafts(kinds, document ? [document] : []).find(
    ({ row, path }) => row.tests && path.every((key, index) => key === place!.path[index]),
  );
  const row = rows.find(({ content }) => content.name === own?.value["name"]);
  return row ? `${file}:${row.line}: ${text}` : `${file}: ${text}`;
}
