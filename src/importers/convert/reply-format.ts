// The format of replies in requests: text, JSON mode, or a schema.
import { isObject, type JsonObject, withOrder } from "../../engine/model/json.ts";
import { providerFacts } from "../../engine/providers/provider-facts.ts";
import { strictProblems } from "../../engine/json-schema/reply-schema-problems.ts";
import type { ModelParameters } from "../../generated/types.ts";
import { carry, isAt, leave, nodeAt, noteChange, type SourceNode } from "./source-node.ts";

interface ReplyFormat {
  readonly responseFormat?: "JSON";
  readonly responseSchema?: JsonObject;
}

/** Why a format of replies is not carried. */
const noFormat = "Definitions have texts, JSON and JSON schemas as formats of replies.";

/** The format. What is not carried of it is listed. */
export function replyFormatOf(
  format: SourceNode | undefined,
  provider: ModelParameters["provider"],
): ReplyFormat {
  if (format === undefined || isAt(format, "type", "text")) return {};
  if (isAt(format, "type", "json_object")) return { responseFormat: "JSON" };
  const nested = nodeAt(format, "json_schema");
  const description = isObject(nested.value) ? nested : format;
  const schema = nodeAt(description, "schema");
  if (nodeAt(format, "type").value !== "json_schema" || !isSchema(schema)) leave(format, noFormat);
  else if (provider === "OPENAI" && !isStrictAt(description, schema)) leave(format, notStrict);
  else {
    isAt(format, "type", "json_schema");
    carry(nodeAt(description, "name")); // schemas have the name of the prompt
    return { responseSchema: withOrder(carry(schema) as JsonObject) };
  }
  return {};
}

/** Whether it is a schema: one that says nothing, and one that looks like an include, cannot be written. */
function isSchema({ value }: SourceNode): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && !(keys.length === 1 && typeof value["file"] === "string");
}

/** Why a schema cannot be sent to OpenAI. */
export const notStrict =
  "Definitions send schemas with strict: true, and OpenAI does not take this one then: each object needs additionalProperties: false and all its properties in required, and some keywords are refused.";

/** Whether the schema can be sent with `strict: true`. Other values of `strict` are listed. */
function isStrictAt(description: SourceNode, schema: SourceNode): boolean {
  if (isAt(description, "strict", true)) return true;
  if (!isStrictSchema(schema.value as JsonObject)) return false;
  const strict = nodeAt(description, "strict");
  if (strict.value === undefined) noteChange(description, "Definitions send it with strict: true.");
  else leave(strict, "Definitions send schemas with strict: true.");
  return true;
}

/** Whether a schema is in the subset that OpenAI takes with `strict: true`. */
export function isStrictSchema(schema: JsonObject): boolean {
  return strictProblems(providerFacts.OPENAI.replySchemas, schema).length === 0;
}
