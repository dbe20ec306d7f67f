// Where definitions are, and where the values are that an environment overrides. Loads `yaml`, which
// takes 30 ms, if there is anything to locate.
import type { Address } from "../../engine/model/resource.ts";
import { type LoadedFiles, fieldSource } from "./load.ts";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import type { OverridePlaces } from "../../engine/model/plan.ts";

/** The file, after the prefix, and the first line of each definition. */
export async function locateDefinitions(
  project: LoadedFiles,
  addresses: readonly Address[],
  prefix: string,
): Promise<ReadonlyMap<Address, { readonly file: string; readonly line: number }>> {
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

/** The places of the overridden values of definitions in promptctl.yaml, by address. */
export async function overridePlaces(
  project: Pick<LoadedFiles, "overridden" | "texts" | "yamlFiles">,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, OverridePlaces>> {
  const { overridden } = project;
  const wanted = addresses.filter((address) => overridden.has(address));
  if (wanted.length === 0) return new Map();
  const { createLocator } = await import("../../engine/parse/with-yaml.ts");
  const locate = createLocator(project);
  return new Map(
    wanted.map((address) => {
      const fields = [...overridden.get(address)!];
      const places = fields.map(([field, { override }]) => [
        field,
        fileAndLine(locate(override.place)),
      ]);
      return [address, Object.fromEntries(places) as OverridePlaces];
    }),
  );
}
