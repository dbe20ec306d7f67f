// What the requests and the replies of both APIs of OpenAI have in common: contents of messages, tools, and
// the texts of a reply.
import { isObject, type Json, objectsIn } from "../engine/model/json.ts";
import type { ImageBlock, TextBlock, Tool } from "../generated/types.ts";
import { expectType, typeName, UnreadableReply } from "./provider.ts";
import type { SentSettings } from "./sent-settings.ts";

/** The header with the API key, if there is one. */
export function bearerHeaders(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** A string for one text or none; a list of parts for anything else. */
export function toContent(
  blocks: readonly (TextBlock | ImageBlock)[],
  toPart: (block: TextBlock | ImageBlock) => object,
): string | object[] {
  const [first, second] = blocks;
  if (!first) return "";
  return first.type === "TEXT" && !second ? first.text : blocks.map(toPart);
}

/** An image as a URL. */
export function dataUrl({ mediaType, imageBase64 }: ImageBlock): string {
  return `data:${mediaType};base64,${imageBase64}`;
}

/** A tool without what differs between the APIs. `isStrict`: calls follow the schema exactly. */
export function toFunction(
  { name, description, parameters }: Tool,
  isStrict: boolean,
): { readonly [field in keyof Omit<Tool, "id">]: unknown } {
  const hasArguments = Object.keys(parameters).length > 0;
  return {
    name,
    description: description || undefined,
    parameters: {
      type: "object",
      properties: {},
      ...(isStrict && !hasArguments && { additionalProperties: false }),
      ...parameters,
    },
  };
}

/** A mode, or the choice of one tool, whose form differs between the APIs. */
export function toToolChoice(
  { toolChoice }: SentSettings,
  toNamed: (name: string) => object,
): string | object | undefined {
  const isMode = toolChoice === undefined || ["auto", "none", "required"].includes(toolChoice);
  return isMode ? toolChoice : toNamed(toolChoice);
}

/** The texts of a message in a reply. Gateways send a text, a part or a list of parts. */
export function contentTexts(content: Json | undefined, field: string): string[] {
  if (content === null || content === undefined) return [];
  if (typeof content === "string") return [content];
  if (isObject(content)) return partTexts(content, field);
  if (!Array.isArray(content))
    throw new UnreadableReply(`${field} is ${typeName(content)}, not string or list`);
  return (content as readonly Json[]).flatMap((part, index) =>
    partTexts(part, `${field}[${index}]`),
  );
}

/** No texts for types that a message cannot contain, such as thinking. */
function partTexts(part: Json, field: string): string[] {
  if (typeof part === "string") return [part];
  const { type, text, refusal } = expectType(part, "object", field);
  if (type === "refusal") return [expectType(refusal, "string", `${field}.refusal`)];
  const isText = type === "text" || type === "output_text";
  if (isText) return [expectType(text, "string", `${field}.text`)];
  return type === undefined && typeof text === "string" ? [text] : [];
}

/** Whether a part of a message in a reply is the refusal of the model. */
export function hasRefusal(content: Json | undefined): boolean {
  const parts = isObject(content) ? [content] : objectsIn(content);
  return parts.some(({ type }) => type === "refusal");
}
