// Which override of an environment counts for a definition: the one with the most specific pattern.
import { matchesPattern } from "../text/address-pattern.ts";
import type { SourcePlace } from "../model/diagnostic.ts";
import type { Json, Path } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import type { EnvironmentOverrides } from "./environment.ts";

/** One value in `set` of an environment. */
export interface Override {
  readonly pattern: string;
  /** `parameters.temperature`, for example. */
  readonly field: string;
  readonly value: Json;
  /** Where it is in promptctl.yaml. */
  readonly place: SourcePlace;
}

/** What is not known of definitions because of their errors. */
export interface UnknownDefinitions {
  readonly hasErrors: boolean;
  /** Whether there may be definitions that are not known. */
  readonly mayLackDefinitions: boolean;
  /** Whether the values of a definition may be wrong. */
  isBroken(address: Address): boolean;
}

/** All values in `set`, in the order of the file. */
export function overridesIn({ environment, file, set }: EnvironmentOverrides): Override[] {
  return Object.entries(set).flatMap(([pattern, values]) =>
    Object.entries(values).map(([field, value]) => {
      const path: Path = ["environments", environment, "set", pattern, field];
      return { pattern, field, value, place: { file: file.path, document: 0, path } };
    }),
  );
}

/** The override of a field of one definition. */
export interface ChosenOverride {
  readonly override: Override;
  /** Others that are as specific. */
  readonly others: readonly Override[];
}

/** The override of each field of a definition, by field. */
export function chooseOverrides(
  overrides: readonly Override[],
  address: Address,
): Map<string, ChosenOverride> {
  const matching = overrides.filter(({ pattern }) => matchesPattern(pattern, address));
  const chosen = new Map<string, ChosenOverride>();
  for (const { field } of matching) {
    if (chosen.has(field)) continue;
    const candidates = matching.filter((each) => each.field === field);
    const [override, ...others] = mostSpecific(candidates) as [Override, ...Override[]];
    chosen.set(field, { override, others });
  }
  return chosen;
}

/** The candidates that no other one is more specific than. */
function mostSpecific(candidates: readonly Override[]): Override[] {
  const isBeaten = (each: Override): boolean =>
    candidates.some((other) => isMoreSpecific(other.pattern, each.pattern));
  return candidates.filter((each) => !isBeaten(each));
}

/** A pattern is more specific than another one that matches its own text, but not the reverse. */
function isMoreSpecific(pattern: string, other: string): boolean {
  return matchesPattern(other, pattern) && !matchesPattern(pattern, other);
}
