// Puts the values of an environment into the definitions, and finds the errors in these values.
import type { UnlocatedDiagnostic } from "../model/diagnostic.ts";
import { isObject, type Json, type JsonObject, mapValues, objectOf } from "../model/json.ts";
import type { Address, Definition } from "../model/resource.ts";
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
    return { ...definition, spec: withOverrides(definition.spec, chosen) };
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

/** A body without some fields: `parameters.name`. */
export function withoutFields(body: JsonObject, fields: Iterable<string>): JsonObject {
  const inner = new Set(fields);
  return mapValues(body, (value, outer) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([key]) => !inner.has(`${outer}.${key}`)))
      : value,
  );
}

/** The body with another value at a field such as `parameters.name`. */
export function withValue(body: JsonObject, field: string, value: Json): JsonObject {
  const [outer, inner] = field.split(".") as [string, string];
  return { ...body, [outer]: { ...objectOf(body[outer]), [inner]: value } };
}
