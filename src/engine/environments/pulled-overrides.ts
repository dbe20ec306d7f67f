// The values of an environment that pull writes into promptctl.yaml: those of the service that the
// definitions do not have, in entries for single prompts, or in place of the value of a pattern that
// counts for no other prompts.
import { groupBy } from "../model/collections.ts";
import { jsonEquals, type Json, type JsonObject, valueAt } from "../model/json.ts";
import type { Change } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import { type OverriddenFields, withoutFields, withValue } from "./apply-overrides.ts";
import type { EnvironmentOverrides } from "./environment.ts";
import type { Override } from "./override.ts";

type OverrideSet = EnvironmentOverrides["set"];

/**
 * The values that pull writes into `set`, by pattern and field. A value of a pattern that would count
 * for no definition any more is replaced. `overridden`: the definitions that overrides count for.
 */
export function valuesToSet(
  changes: readonly Change[],
  overridden: ReadonlyMap<Address, OverriddenFields>,
): OverrideSet {
  const own = pulledValues(changes);
  return replaceablePatterns(own, overridden).reduce((values, { override, users, value }) => {
    const { pattern, field } = override;
    const rest = Object.entries(values).map(([each, fields]) =>
      users.some((address) => patternOf(address) === each)
        ? ([each, withoutField(fields, field)] as const)
        : ([each, fields] as const),
    );
    const kept = Object.fromEntries(rest.filter(([, fields]) => Object.keys(fields).length > 0));
    return mergedSets(kept, { [pattern]: { [field]: value } });
  }, own);
}

function withoutField(fields: OverrideSet[string], field: string): OverrideSet[string] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
}

/** An override that counts for definitions that all get the same other value. */
interface ReplaceableOverride {
  readonly override: Override;
  readonly users: readonly Address[];
  readonly value: Json;
}

function replaceablePatterns(
  own: OverrideSet,
  overridden: ReadonlyMap<Address, OverriddenFields>,
): ReplaceableOverride[] {
  const uses = [...overridden].flatMap(([address, fields]) =>
    [...fields.values()].map((chosen) => ({ address, ...chosen })),
  );
  return [...groupBy(uses, ({ override }) => override)].flatMap(([override, group]) => {
    const values = group.map(({ address }) => own[patternOf(address)]?.[override.field]);
    const [value] = values;
    const isAlone = group.every(({ others }) => others.length === 0);
    if (!isAlone || value === undefined) return [];
    if (!values.every((each) => each !== undefined && jsonEquals(each, value))) return [];
    const users = group.map(({ address }) => address);
    return users.some((each) => patternOf(each) === override.pattern)
      ? []
      : [{ override, users, value }];
  });
}

/** The values of the service that updates would override: pattern → field → value. */
function pulledValues(changes: readonly Change[]): OverrideSet {
  const entries = changes.flatMap((change) => {
    if (change.action !== "update") return [];
    const { address, overridden = {}, before, after } = change;
    const values = Object.keys(overridden).flatMap((field): [string, Json][] => {
      const [old, now] = [before, after].map((body) => valueAt(body, field.split(".")));
      return jsonEquals(old, now) ? [] : [[field, old ?? null]]; // an option that is null is absent
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
export function mergedSets(set: OverrideSet, more: OverrideSet): OverrideSet {
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
    changed =
      value === undefined ? withoutFields(changed, [field]) : withValue(changed, field, value);
  }
  return changed;
}
