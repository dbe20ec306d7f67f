// Settings of a model in definitions, without those that have their default.
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { ModelParameters } from "../generated/types.ts";
import { RefusedPart } from "./imported.ts";
import { at, carry, type SourceNode } from "./source-node.ts";

/** The parameters of a definition; undefined settings are omitted. */
export function parametersOf(
  provider: ModelParameters["provider"],
  name: string,
  settings: Readonly<Partial<Record<keyof ModelParameters, Json | undefined>>>,
): JsonObject {
  const given = Object.entries(settings).filter(
    (each): each is [string, Json] => each[1] !== undefined,
  );
  return { provider, name, ...Object.fromEntries(given) };
}

/** The name of the model in a field. Throws a RefusedPart if there is none. */
export function modelAt(node: SourceNode, key = "model"): string {
  const model = at(node, key);
  if (typeof model.value !== "string" || model.value === "")
    throw new RefusedPart(node, `It has no ${key}.`);
  return carry(model) as string;
}

/** Why the format of replies is not carried. */
export const noSchema = "Definitions have a JSON mode, without a schema of replies.";
