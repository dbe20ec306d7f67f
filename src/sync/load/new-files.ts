// Where pull and import write new definition files.
import { createPathNames } from "../../engine/export/titles.ts";
import { isReferredTo, type Kind, type Kinds } from "../../engine/model/kind.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { PlanChecks } from "./check-plan.ts";
import type { LoadedFiles } from "./load.ts";

export interface NewFileOptions {
  /** The existing files. */
  readonly files: DefinitionFiles;
  /** The folder of the definitions, relative to the project; empty for the project itself. */
  readonly folder: string;
  /** True if a file exists whose path equals this one in lower case. */
  pathExists(lowerPath: string): boolean;
  /** The first line of a file at a path, or empty: the comment that names its schema. */
  schemaComment(path: string): string;
  /** Finds the secrets in the files. */
  readonly checks: Pick<PlanChecks, "errorsIn">;
}

interface NewPath {
  readonly path: string;
  /** Returns a path for a text of the definition, relative to its folder, and relative to the project. */
  textPath(): readonly [included: string, path: string];
  /** The same for the schema of its replies. */
  schemaPath(): readonly [included: string, path: string];
}

/** Returns a function that gives each resource a path; kinds that other kinds refer to get a folder. */
export function createDefinitionPaths(
  kinds: Kinds,
  { sourceFiles }: Pick<LoadedFiles, "sourceFiles">,
  { folder, pathExists }: NewFileOptions,
): (row: Kind, name: string) => NewPath {
  const assignPath = createPathNames(sourceFiles, pathExists);
  return (row, name) => {
    const folders = [folder, isReferredTo(kinds, row.kind) ? row.plural : ""].filter(Boolean);
    const directory = folders.map((part) => `${part}/`).join("");
    const pathOf = (base: string): string => `${directory}${base}.${row.kind}.yaml`;
    const base = assignPath(name, pathOf);
    const includedPath = (prefix: string, ending: string): readonly [string, string] => {
      const included = (each: string): string => `${prefix}${each}${ending}`;
      const assigned = included(assignPath(base, (each) => directory + included(each)));
      return [assigned, directory + assigned];
    };
    return {
      path: pathOf(base),
      textPath: () => includedPath("texts/", ".md"),
      schemaPath: () => {
        const [included, path] = includedPath("", ".schema.json");
        return [`./${included}`, path];
      },
    };
  };
}
