// What requests have in common where prompts have model options: the name of a reply schema, and other
// fields of the provider's request.
import { isObject, type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import { type ApiFacts, settingOfField } from "../engine/providers/api-facts.ts";
import { apiOf } from "../engine/providers/known-models.ts";
import type { ModelOptions, ModelParameters } from "../generated/types.ts";

export type SentOptions = {
  readonly [name in keyof ModelOptions]?: NonNullable<ModelOptions[name]>;
};

/** The options of a prompt without those that are null. */
export function sentOptions({ options = {} }: ModelParameters): SentOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

/** How long the name of a schema is at most, in characters. */
const maxSchemaName = 64;

/** The name of a reply schema for OpenAI: that of the prompt, in letters, digits, "_" and "-". */
export function schemaName(promptName: string): string {
  const plain = promptName.normalize("NFKD").replace(/\p{M}/gu, "");
  const name = plain.replace(/[^a-zA-Z0-9_-]+/g, "_").slice(0, maxSchemaName);
  return /[a-zA-Z0-9]/.test(name) ? name : "reply";
}

type Body = Readonly<Record<string, unknown>>;

/**
 * A request without undefined fields, and with those of the option `extra`, merged at every depth. Fields that promptctl writes
 * stay as they are; validate refuses `extra` with one. The objects of both are not copied where nothing
 * is merged into them: the order of keys of a reply schema is kept.
 */
export function withExtra(body: Body, parameters: ModelParameters): Record<string, unknown> {
  const { extra } = sentOptions(parameters);
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return mergeExtra(
    Object.fromEntries(given),
    objectOf(extra as JsonObject | undefined),
    apiOf(parameters),
    [],
  );
}

function mergeExtra(
  body: Body,
  extra: JsonObject,
  api: ApiFacts,
  path: readonly string[],
): Record<string, unknown> {
  const merged = new Map<string, unknown>(Object.entries(body));
  for (const [key, value] of Object.entries(extra)) {
    const own = merged.get(key);
    const at = [...path, key];
    if (settingOfField(api, at, isObject(value)) !== undefined) continue;
    if (isObject(value)) {
      if (own === undefined || isObject(own))
        merged.set(key, mergeExtra((own ?? {}) as Body, value, api, at));
    } else if (own === undefined) merged.set(key, value satisfies Json);
  }
  return Object.fromEntries(merged);
}
