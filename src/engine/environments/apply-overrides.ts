// Puts the values of an environment into the definitions, and finds the errors in these values.
import type { UnlocatedDiagnostic } from "../model/diagnostic.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  valueAt,
  withoutKeys,
} from "../model/json.ts";
import type { Address, Definition } from "../model/resource.ts";
import { normalForm } from "../normalize/normalize.ts";
import type { EnvironmentOverrides } from "./environment.ts";
import {
  chooseOverrides,
  type ChosenOverride,
  type Override,
  type UnknownDefinitions,
  overridesIn,
} from "./override.ts";
import { overrideDiagnostics } from "./override-diagnostics.ts";

/** The values of a definition that an environment overrides, by field: `parameters.temperature`. */
export type OverriddenFields = ReadonlyMap<string, ChosenOverride>;

export interface OverriddenDefinitions {
  readonly definitions: readonly Definition[];
  readonly diagnostics: readonly UnlocatedDiagnostic[];
  /** The overridden values of each definition that has some. */
  readonly overridden: ReadonlyMap<Address, OverriddenFields>;
}

/** The definitions as an environment has them. */
export function applyOverrides(
  definitions: readonly Definition[],
  environment: EnvironmentOverrides,
  unknown: UnknownDefinitions,
): OverriddenDefinitions {
  const overrides = overridesIn(environment);
  const { definitions: changed, overridden } = overrideDefinitions(
    definitions,
    overrides,
    unknown.isBroken,
  );
  const candidates = definitions.filter((each) => each.row.overridable);
  const diagnostics = overrideDiagnostics({
    environment,
    overrides,
    base: new Map(candidates.map((each) => [each.address, each])),
    changed: new Map(changed.map((each) => [each.address, each])),
    overridden,
    unknown,
  });
  return { definitions: changed, diagnostics, overridden };
}

/** The same without looking for errors in the values. */
export function overrideDefinitions(
  definitions: readonly Definition[],
  overrides: readonly Override[],
  isBroken: UnknownDefinitions["isBroken"] = () => false,
): Pick<OverriddenDefinitions, "definitions" | "overridden"> {
  const overridden = new Map<Address, OverriddenFields>();
  const changed = definitions.map((definition) => {
    if (!overridableField(definition) || isBroken(definition.address)) return definition;
    const chosen = chooseOverrides(overrides, definition.address);
    if (chosen.size === 0) return definition;
    overridden.set(definition.address, chosen);
    const spec = normalForm(definition.row.shape, withOverrides(definition.spec, chosen));
    return { ...definition, spec };
  });
  return { definitions: changed, overridden };
}

/** The field whose values can be overridden. External definitions have none. */
function overridableField({ row, spec, external }: Definition): string | undefined {
  const { overridable } = row;
  return !external && overridable !== undefined && isObject(spec[overridable])
    ? overridable
    : undefined;
}

/** A body, or a mapping in a file, with the values of an environment. */
export function withOverrides(body: JsonObject, fields: OverriddenFields): JsonObject {
  let changed = body;
  for (const [field, { override }] of fields) changed = withValue(changed, field, override.value);
  return changed;
}

/** A body without some fields: `parameters.name`. An object that is empty then is absent too. */
export function withoutFields(body: JsonObject, fields: Iterable<string>): JsonObject {
  return [...fields].reduce((rest, field) => withoutPath(rest, field.split(".")), body);
}

function withoutPath(object: JsonObject, [key = "", ...inner]: readonly string[]): JsonObject {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (inner.length === 0) return withoutKeys(object, [key]);
  if (!isObject(value)) return object;
  const rest = withoutPath(value, inner);
  return Object.keys(rest).length > 0 ? { ...object, [key]: rest } : withoutKeys(object, [key]);
}

/** The body with another value at a field such as `parameters.name`. */
export function withValue(body: JsonObject, field: string, value: Json): JsonObject {
  return withValueAt(body, field.split("."), value);
}

function withValueAt(
  object: JsonObject,
  [key = "", ...inner]: readonly string[],
  value: Json,
): JsonObject {
  const next: Json =
    inner.length === 0 ? value : withValueAt(objectOf(valueAt(object, [key])), inner, value);
  return { ...object, [key]: next };
}
