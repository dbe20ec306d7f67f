// Warns where the parameters that promptctl test uses are not those of production.
import {
  environmentsOfBoth,
  type ProjectEnvironment,
} from "../../engine/environments/environment.ts";
import { parameterDifferences } from "../../engine/environments/parameter-differences.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import type { Project } from "../../sync/load/load.ts";

/** How many differences a warning names. */
const maxNamed = 3;

/**
 * One warning for each environment that is protected, on the base too, or has the name production.
 */
export function environmentWarnings(
  { sources, overridden }: Project,
  { environments, environment }: Settings,
  baseEnvironments: readonly ProjectEnvironment[] | undefined,
): string[] {
  const prompts = new Map(
    [...sources].filter(
      ([, { draft }]) => draft.row.overridable !== undefined && draft.value["external"] !== true,
    ),
  );
  return environmentsOfBoth(baseEnvironments, environments)
    .filter((each) => each.name !== environment?.name)
    .filter(({ name, isProtected }) => isProtected || name === "production")
    .flatMap(({ name, overrides }) => {
      const differences = parameterDifferences(prompts, overridden, overrides).map(
        ({ address, field, own, other }) =>
          `${field} of ${address} is ${JSON.stringify(other)}, not ${JSON.stringify(own)}`,
      );
      if (differences.length === 0) return [];
      return [
        `The environment ${name} has other parameters than these tests: ${someOf(differences, maxNamed)}.`,
      ];
    });
}
