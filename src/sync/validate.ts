// Validation: loads the project and checks it with the rules, without a service.
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import type { Definition } from "../engine/model/resource.ts";
import { check, withoutIgnored } from "../engine/rules/check.ts";
import type { Rule } from "../engine/rules/rule.ts";
import type { CompiledSchemas } from "../engine/validate/validate-document.ts";
import { filterDiagnostics, type FilteredDiagnostics } from "./filter-diagnostics.ts";
import { type LoadedFiles, loadFiles } from "./load.ts";
import { locateAll } from "./parse-files.ts";

export interface Validated extends Pick<FilteredDiagnostics, "files" | "unread"> {
  readonly project: LoadedFiles;
  /** Errors and warnings, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ValidateOptions {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  readonly rules: readonly Rule[];
  /** The codes that comments can ignore. */
  readonly warnings: readonly string[];
  /** The current date: models have an announced end. */
  readonly now: Date;
  /** The files and folders whose diagnostics are returned, with those that they can cause in others. */
  readonly wanted: readonly string[] | "all";
}

/** Finds the errors and warnings of a project. */
export async function validateProject(
  files: DefinitionFiles,
  { kinds, schemas, rules, warnings, now, wanted }: ValidateOptions,
): Promise<Validated> {
  const project = await loadFiles(kinds, schemas, files);
  const found = [
    ...withoutIgnored(project.diagnostics, project.documents),
    ...check([...(await jsonPathRules(project.definitions)), ...rules], {
      ...project,
      kinds,
      warnings,
      today: now.toISOString().slice(0, 10),
    }),
  ];
  const filtered = filterDiagnostics(kinds, project, found, wanted);
  return { ...filtered, project, diagnostics: await locateAll(filtered.diagnostics, project) };
}

/** The rule about JSONPaths, if a definition has one other than the default. */
async function jsonPathRules(definitions: readonly Definition[]): Promise<Rule[]> {
  const isUsed = definitions.some(({ spec }) => (spec["jsonPath"] ?? "$") !== "$");
  return isUsed ? [(await import("../engine/rules/json-path-rule.ts")).jsonPaths] : [];
}
