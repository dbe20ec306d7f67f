// Where the values that an environment overrides are in promptctl.yaml.
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import type { OverridePlaces } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import type { LoadedFiles } from "./load.ts";

/**
 * The places of the overridden values of definitions, by address. Loads `yaml` if there are any.
 */
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
