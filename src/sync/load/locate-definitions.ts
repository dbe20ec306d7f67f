// The lines of definitions in the files of a project.
import type { Address } from "../../engine/model/resource.ts";
import { type LoadedFiles, fieldSource } from "./load.ts";

export interface DefinitionPlace {
  /** The path of the file, with a prefix. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The first line of each definition. Loads `yaml`, which takes 30 ms, if there are addresses. */
export async function locateDefinitions(
  project: LoadedFiles,
  addresses: readonly Address[],
  prefix: string,
): Promise<ReadonlyMap<Address, DefinitionPlace>> {
  if (addresses.length === 0) return new Map();
  const { createLocator } = await import("../../engine/parse/with-yaml.ts");
  const locate = createLocator(project);
  return new Map(
    [...new Set(addresses)].flatMap((address) => {
      const source = fieldSource(project, address, "");
      if (!source) return [];
      const { file, line } = locate(source.place);
      return [[address, { file: `${prefix}${file}`, line }] as const];
    }),
  );
}
