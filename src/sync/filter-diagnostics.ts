// What of a validation is told where only some files are asked about: what is wrong in them, and
// what in others may come of a change in them.
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import { type Kinds, kindNamed } from "../engine/model/kind.ts";
import { referencesOf } from "../engine/model/references.ts";
import type { Address } from "../engine/model/resource.ts";
import type { LoadedFiles } from "./load.ts";
import type { Validated } from "./validate.ts";

export interface FilteredDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  /** How many of the project's files were asked about; undefined where all were. */
  readonly named?: number;
}

/** `wanted`: paths of files and folders, those of files that are gone too. */
export function filterDiagnostics(
  kinds: Kinds,
  { project, diagnostics }: Validated,
  wanted: readonly string[] | "all",
): FilteredDiagnostics {
  if (wanted === "all") return { diagnostics: diagnostics };
  const isWanted = (file: string): boolean => isAmong(wanted, file);
  const including = [...project.sources.values()].flatMap(({ draft, includes }) =>
    [...includes.values()].map(({ path }) => ({ file: path, from: draft.document.file })),
  );
  const concerned = new Set(including.filter(({ file }) => isWanted(file)).map(({ from }) => from));
  const isChanged = (file: string): boolean => isWanted(file) || concerned.has(file);
  const near = nearFiles(kinds, project, isChanged);
  const all = new Set([...project.sourceFiles, ...including.map(({ file }) => file)]);
  return {
    diagnostics: diagnostics.filter(
      ({ code, location: { file } }) =>
        isChanged(file) ||
        brokenReferences.test(code) ||
        (betweenDefinitions.has(code) && near.has(file)),
    ),
    named: [...all].filter(isWanted).length,
  };
}

/** Whether a file is one of these files, or in one of these folders. */
export function isAmong(paths: readonly string[], file: string): boolean {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}

/** A file that changed, or is gone, may be the cause of what is wrong in any other one. */
const brokenReferences = /^(?:unknown-(?:tool|prompt|evaluation|kind)|duplicate-.*|include)$/;

/** Warnings about two definitions, of which either may be the cause. */
const betweenDefinitions = new Set([
  "unknown-called-tool",
  "unknown-argument",
  "missing-variable",
  "unused-variable",
  "unused-declaration",
  "json-path-on-text",
  "no-assertions",
  "zero-weights",
  "result-without-call",
]);

/**
 * The changed files; those whose definitions stand beneath theirs or refer to them, and so on; and
 * those that hold what theirs stand beneath or refer to.
 */
function nearFiles(
  kinds: Kinds,
  { definitions, sources }: LoadedFiles,
  isChanged: (file: string) => boolean,
): Set<string> {
  const fileOf = (address: Address): string => sources.get(address)!.draft.document.file;
  const needs = definitions.flatMap(({ address, kind, parent, spec }) => {
    const named = referencesOf(kindNamed(kinds, kind), spec);
    return [...named, ...(parent === undefined ? [] : [parent])]
      .filter((each) => sources.has(each))
      .map((each) => ({ from: fileOf(address), to: fileOf(each) }));
  });
  const near = new Set([...sources.keys()].map(fileOf).filter(isChanged));
  const needed = needs.filter(({ from }) => near.has(from)).map(({ to }) => to);
  for (let before = -1; before < near.size;) {
    before = near.size;
    for (const { from, to } of needs) if (near.has(to)) near.add(from);
  }
  return new Set([...near, ...needed]);
}
