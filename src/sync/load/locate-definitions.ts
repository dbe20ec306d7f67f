// Where definitions are, and where the values are that an environment overrides. Loads `yaml`, which
// takes 30 ms, if there is anything to locate.
import type { Address } from "../../engine/model/resource.ts";
import { type LoadedFiles, fieldSource } from "./load.ts";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import type { Change, OverridePlaces } from "../../engine/model/plan.ts";

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

/** What of a project the places of overridden values are found in. */
type OverriddenProject = Pick<LoadedFiles, "overridden" | "texts" | "yamlFiles">;

/** The places of the overridden values of definitions in promptctl.yaml, by address. */
export async function overridePlaces(
  project: OverriddenProject,
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

/** The changes with the places of the values that the environment overrides. */
export async function withOverridePlaces(
  project: OverriddenProject,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const written = changes.filter(({ action }) => action !== "delete");
  const places = await overridePlaces(
    project,
    written.map(({ address }) => address),
  );
  return changes.map((change) => {
    const overridden = change.action === "delete" ? undefined : places.get(change.address);
    return overridden ? { ...change, overridden } : change;
  });
}
