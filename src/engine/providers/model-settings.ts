// The model settings of a prompt and their defaults, which the schema documents.
import { promptShape } from "../../generated/shapes.ts";
import type { ModelOptions, ModelParameters } from "../../generated/types.ts";
import { isObject, type Json, type JsonObject, objectOf } from "../model/json.ts";
import type { Shape } from "../model/shape.ts";

/** A model setting: a field of the parameters of a prompt besides its provider, its model and its options. */
export type Setting = Exclude<keyof ModelParameters, "provider" | "name" | "options">;

/** The values that a provider or an API accepts for a setting, both ends included. */
export interface SettingRange {
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

/** The values of settings that definitions omit. All are scalars, so that `!==` compares them. */
export const settingDefaults: { readonly [name in Setting]: Json } = defaultsOf(
  shapeAt(promptShape, "parameters"),
);

function defaultsOf(parameters: Shape): { readonly [name in Setting]: Json } {
  const fields = parameters.form === "object" ? Object.entries(parameters.fields) : [];
  const defaults = fields.flatMap(([name, field]) =>
    field.default === undefined ? [] : [[name, field.default]],
  );
  return Object.fromEntries(defaults) as { readonly [name in Setting]: Json };
}

/** A value of the option `reasoningEffort`. */
export type Effort = NonNullable<ModelOptions["reasoningEffort"]>;

/** The values of the option, from no reasoning to the most. */
export const efforts: readonly Effort[] = knownValues(
  shapeAt(promptShape, "parameters", "options", "reasoningEffort"),
).filter((value) => value !== null) as Effort[];

function knownValues(shape: Shape): readonly Json[] {
  return shape.form === "value" ? (shape.known ?? []) : [];
}

function shapeAt(shape: Shape, ...names: readonly string[]): Shape {
  return names.reduce(
    (outer, name) => (outer.form === "object" ? outer.fields[name]!.shape : outer),
    shape,
  );
}

/** The settings with a value other than their default; null and "" count as no value. */
export function changedSettings(parameters: { readonly [name in Setting]?: unknown }): Setting[] {
  return (Object.keys(settingDefaults) as Setting[]).filter((name) => {
    const value = parameters[name] ?? settingDefaults[name];
    return value !== settingDefaults[name] && value !== "";
  });
}

/** Whether replies follow a schema, which is sent in place of `responseFormat`. */
export function hasReplySchema({ options }: JsonObject): boolean {
  return isObject(objectOf(options)["responseSchema"]);
}

/** The settings and the options of a prompt as rows: `temperature`, `options.reasoningEffort`. */
export function settingRows(parameters: JsonObject): (readonly [name: string, value: Json])[] {
  const { options, ...settings } = parameters;
  const own = Object.entries(objectOf(options)).map(
    ([name, value]) => [`options.${name}`, value] as const,
  );
  return [...Object.entries(settings), ...own];
}
