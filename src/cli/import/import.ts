// promptctl import: writes definitions from files of other tools. It never calls a service.
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import { withReadableStandIns } from "../../project/files/definitions.ts";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { exitCodes, refused } from "../../engine/model/failure.ts";
import { relativeFile } from "../../engine/text/relative-path.ts";
import { someLines } from "../../engine/text/word-lists.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import { isSentField } from "../../importers/convert/sent-fields.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { refuseUnwritable, writeFileChanges } from "../../io/files/file-changes.ts";
import { isFolder } from "../../io/files/paths.ts";
import { testedKinds } from "../../kinds.ts";
import { type DefinitionImport, importPrompts } from "../../sync/import/import-definitions.ts";
import { load, type Project } from "../../sync/load/load.ts";
import { locateFields } from "../../sync/import/read-sources.ts";
import {
  definitionImportText,
  type DefinitionImportSummary,
  notImportedText,
} from "../../views/definitions/definition-import-text.ts";
import { type CommandHost, projectPrefix, relativePath, screenOf } from "../host/command-host.ts";
import { type ImportFlags, refuseImportedSecrets, refuseImportFlags } from "./import-flags.ts";
import { type importFormats, toolFormats } from "./import-formats.ts";
import { type ReadPrompts, readPrompts, wrongSource } from "./import-sources.ts";
import {
  definitionSchemas,
  type InvalidProject,
  loadValidProject,
  noFiles,
  projectFiles,
  readSettings,
  schemaComments,
} from "../project/project.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { openPlanChecks } from "../project/definition-checks.ts";
import { importCasesCommand } from "./import-cases.ts";

/**
 * Exit code 0; 1 if a prompt is not imported, without --partial if requests would differ, and with
 * --strict if a field is not imported.
 */
export async function importCommand(
  host: CommandHost,
  format: (typeof importFormats)[number],
  files: readonly string[],
  flags: ImportFlags,
): Promise<number> {
  refuseImportFlags(format, files, flags);
  if (format === "cases")
    return importCasesCommand(host, files[0]!, { ...flags, prompt: flags.prompt! });
  const settings = await readSettings(host, undefined);
  if (!flags.dryRun) removeLeftovers(host, settings);
  const source = await readPrompts(host, format, files, flags);
  const isNew = !isFolder(join(settings.root, settings.definitions));
  const own = withReadableStandIns(projectFiles(host, settings));
  const { readIncluded } = own;
  const project = isNew
    ? await load(testedKinds, definitionSchemas, noFiles)
    : await loadTargetProject(host, settings, own, files);
  const imported = await importPrompts(project, source.result.prompts, {
    kinds: testedKinds,
    schemas: definitionSchemas,
    files: isNew ? { ...noFiles, readIncluded } : own,
    folder: settings.definitions === "." ? "" : settings.definitions,
    includedPath: (from, text) => {
      const path = relativePath(settings.root, resolve(host.cwd, text.file));
      const file = relativeFile(from, path);
      const found = readIncluded({ from, file, form: "text" });
      return "text" in found && found.text.trim() === text.text.trim() ? file : undefined;
    },
    pathExists: (path) => existsSync(join(settings.root, path)),
    schemaComment: schemaComments(settings.root),
    checks: await openPlanChecks(host),
  });
  refuseDifferent(imported, settings, host);
  const prefix = projectPrefix(host.cwd, settings.root);
  if (!flags.allowSecrets)
    refuseImportedSecrets(host, { secrets: imported.secrets, prefix, files: source.files });
  const all = imported.added.flatMap(({ file, included }) => [file, ...included]);
  const added = [...new Set(all)];
  const write = flags.dryRun ? refuseUnwritable : writeFileChanges;
  write(settings.root, { added, changed: [], removed: [] });
  const unused = source.files.filter((file) => {
    const path = relativePath(settings.root, resolve(host.cwd, file));
    return !imported.included.has(path);
  });
  const what = toolFormats.includes(format) ? ("tool" as const) : ("prompt" as const);
  const about = { what, flags, prefix, sources: files.length, unused };
  return printImport(host, { ...source, imported }, about);
}

interface WrittenImport extends Pick<ReadPrompts, "result" | "broken"> {
  readonly imported: DefinitionImport;
}

/** Prints what was written, and what was not imported. Returns the exit code. */
async function printImport(
  host: CommandHost,
  { result, broken, imported }: WrittenImport,
  {
    flags,
    ...about
  }: { flags: ImportFlags } & Pick<
    DefinitionImportSummary,
    "what" | "prefix" | "sources" | "unused"
  >,
): Promise<number> {
  const { dryRun = false, strict = false, partial = false } = flags;
  const refused = await locateFields([...result.refused, ...imported.refused]);
  const allLeft = [...result.left, ...imported.left];
  const left = await locateFields(allLeft);
  const different = (await locateFields(allLeft.filter(isSentField))).map(({ field }) => field);
  const unread = await locateFields(result.unread ?? []);
  const changed = await locateFields(result.changed);
  const reordered = await locateFields(result.reordered);
  const notImported = { what: about.what, broken, unread, refused, left, changed, reordered };
  host.err(notImportedText(notImported, screenOf(host, "err")));
  const summary = { ...about, ...notImported, imported, different, partial, dryRun };
  host.out(maskSecrets(definitionImportText(summary, screenOf(host, "out"))));
  const isDifferent = different.length > 0 && !partial;
  const errors = [...broken, ...unread, ...refused];
  return errors.length > 0 || isDifferent || (strict && left.length > 0) ? exitCodes.failed : 0;
}

/** The project. Throws a Failure if it reads a file to import as a definition, which has errors. */
async function loadTargetProject(
  host: CommandHost,
  settings: Settings,
  own: DefinitionFiles,
  files: readonly string[],
): Promise<Project> {
  try {
    return await loadValidProject(host, settings, testedKinds, own);
  } catch (problem) {
    const { diagnostics } = problem as Partial<InvalidProject>;
    if (!diagnostics) throw problem;
    const wrong = new Set(diagnostics.map(({ location }) => location.file));
    const path = files.find((each) =>
      wrong.has(relativePath(settings.root, resolve(host.cwd, each))),
    );
    if (path === undefined) throw problem;
    throw wrongSource(
      `${path} is in the folder of the definitions, so promptctl reads it as a definition.`,
      "Move it to a folder outside the definitions, then import it again.",
    );
  }
}

/** Throws a Failure if the project defines something in another way. */
function refuseDifferent(
  { different }: DefinitionImport,
  { root }: Settings,
  host: CommandHost,
): void {
  if (different.length === 0) return;
  const prefix = projectPrefix(host.cwd, root);
  const lines = different.map(
    ({ address, place, fields }) => `${address} (${prefix}${place}): ${fields.join(", ")}`,
  );
  const count =
    different.length === 1 ? "A definition differs" : `${lines.length} definitions differ`;
  throw refused("different-definition", `${count} from the imported one. Nothing was written.`, [
    ...someLines(lines),
    "Make the fields after the colon equal, or remove or rename the definition in the file. Then import again.",
  ]);
}
