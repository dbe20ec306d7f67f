// The values of an environment that pull writes into promptctl.yaml: those of the service that the
// definitions do not have, in entries for single prompts.
import { jsonEquals, type Json, type JsonObject, valueAt } from "../model/json.ts";
import type { Change } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import { withValue } from "./apply-overrides.ts";
import type { EnvironmentOverrides } from "./environment.ts";

/** The values of the service that updates would override: pattern → field → value. */
export function pulledValues(changes: readonly Change[]): EnvironmentOverrides["set"] {
  const entries = changes.flatMap((change) => {
    if (change.action !== "update") return [];
    const { address, overridden = {}, before, after } = change;
    const values = Object.keys(overridden).flatMap((field): [string, Json][] => {
      const [old, now] = [before, after].map((body) => valueAt(body, field.split(".")));
      return old === undefined || jsonEquals(old, now) ? [] : [[field, old]];
    });
    return values.length > 0 ? [[patternOf(address), Object.fromEntries(values)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The pattern that matches only this address. */
function patternOf(address: Address): string {
  return address.replaceAll("*", String.raw`\*`);
}

/** The entries of both; those of `more` take precedence. */
export function mergedSets(
  set: EnvironmentOverrides["set"],
  more: EnvironmentOverrides["set"],
): EnvironmentOverrides["set"] {
  const added = Object.entries(more).map(([pattern, values]) => [
    pattern,
    { ...(Object.hasOwn(set, pattern) ? set[pattern] : {}), ...values },
  ]);
  return { ...set, ...Object.fromEntries(added) };
}

/** A body with the values that the definition has without its environment. */
export function withBaseValues(
  body: JsonObject,
  fields: Iterable<string>,
  base: JsonObject,
): JsonObject {
  let changed = body;
  for (const field of fields) {
    const value = valueAt(base, field.split("."));
    if (value !== undefined) changed = withValue(changed, field, value);
  }
  return changed;
}
