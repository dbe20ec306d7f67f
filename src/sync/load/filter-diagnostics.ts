// Filters diagnostics by selected files: keeps those in the selected files, and those in other
// files that a change of the selected files can cause.
import type { Diagnostic, UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import { groupBy, reachable } from "../../engine/model/collections.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { referencesOf } from "../../engine/model/references.ts";
import type { Address } from "../../engine/model/resource.ts";
import { isAmong, type UnreadFile } from "../../engine/model/source-file.ts";
import { isBrokenReference } from "../../engine/resolve/resolve-diagnostics.ts";
import { dataFiles, includedFiles } from "../../engine/resolve/source.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { LoadedFiles } from "./load.ts";

export interface FilteredDiagnostics {
  readonly diagnostics: readonly (Diagnostic | UnlocatedDiagnostic)[];
  /** The selected definition files and included files. */
  readonly files: readonly string[];
  readonly unread: readonly UnreadFile[];
}

/** `wanted`: paths of files and folders, also of deleted files. */
export function filterDiagnostics(
  kinds: Kinds,
  project: LoadedFiles,
  diagnostics: FilteredDiagnostics["diagnostics"],
  {
    rules,
    wanted,
  }: { readonly rules: readonly Rule[]; readonly wanted: readonly string[] | "all" },
): FilteredDiagnostics {
  const includes = [...project.sources.values()].flatMap((source) =>
    includedFiles(source).map(({ path }) => ({ path, from: source.draft.document.file })),
  );
  const files = [...new Set([...project.sourceFiles, ...includes.map(({ path }) => path)])];
  if (wanted === "all") return { diagnostics, files, unread: project.unread };
  const isWanted = (file: string): boolean => isAmong(wanted, file);
  const includers = new Set(includes.filter(({ path }) => isWanted(path)).map(({ from }) => from));
  const isChanged = (file: string): boolean => isWanted(file) || includers.has(file);
  const data = new Set(
    [...project.sources.values()].flatMap((source) =>
      isWanted(source.draft.document.file) ? dataFiles(source) : [],
    ),
  );
  const near = nearFiles(project, isChanged);
  const betweenDefinitions = new Set(rules.flatMap(({ between = [] }) => between));
  /** Whether a change of the selected files can cause it in another file. */
  const canBeCaused = (code: string, file: string): boolean =>
    isBrokenReference(kinds, code) || (betweenDefinitions.has(code) && near.has(file));
  return {
    diagnostics: diagnostics.filter((each) => {
      const { file } = "place" in each ? each.place : each.location;
      return isChanged(file) || data.has(file) || canBeCaused(each.code, file);
    }),
    files: files.filter(isWanted),
    unread: project.unread.filter(({ file }) => isWanted(file)),
  };
}

/**
 * The changed files; the files whose definitions depend on theirs, directly or indirectly; and the
 * files that their definitions depend on directly.
 */
function nearFiles(
  { definitions, sources }: LoadedFiles,
  isChanged: (file: string) => boolean,
): Set<string> {
  const fileOf = (address: Address): string => sources.get(address)!.draft.document.file;
  const needs = definitions.flatMap(({ address, row, parent, spec }) => {
    const named = referencesOf(row, spec);
    return [...named, ...(parent === undefined ? [] : [parent])]
      .filter((each) => sources.has(each))
      .map((each) => ({ from: fileOf(address), to: fileOf(each) }));
  });
  const changed = new Set([...sources.keys()].map(fileOf).filter(isChanged));
  const needed = needs.filter(({ from }) => changed.has(from)).map(({ to }) => to);
  const users = groupBy(needs, ({ to }) => to);
  const dependent = reachable(changed, (file) => (users.get(file) ?? []).map(({ from }) => from));
  return new Set([...dependent, ...needed]);
}
