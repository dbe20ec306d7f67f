// Messages as text: those of a reply, and those of a native request to a provider.
import { Failure } from "../engine/model/failure.ts";
import { isObject, type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { Completion, ModelParametersResponse } from "../generated/types.ts";
import { type Screen, escapeText, escapeLine } from "./terminal-text.ts";

/** The model, its settings and each message, from a native request to either provider. */
export function nativeRequestText(response: ModelParametersResponse, { colors }: Screen): string {
  const { messages, system, model, ...settings } = objectField(response, "parameters");
  const head = `${colors.bold(escapeText(stringOrJson(model ?? response.name)))} · ${escapeText(stringOrJson(response.provider))}`;
  const others = Object.entries(settings)
    .filter(([name]) => name !== "tools")
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const parts = [
    [head, ...others.map((setting) => colors.dim(escapeText(setting)))].join("\n"),
    ...(settings["tools"] === undefined
      ? []
      : [section("tools", toolNames(settings["tools"]), colors)]),
    ...(system === undefined ? [] : [section("system", contentText(system), colors)]),
    ...asList(messages)
      .filter(isObject)
      .map((message) => section(stringOrJson(message["role"]), nativeMessage(message), colors)),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The text of a reply and its tool calls; ends with a newline. */
export function replyText(response: Completion): string {
  const { content } = objectField(response, "message");
  return `${asList(content).map(blockText).join("\n")}\n`;
}

/** Tokens, time and cost on one line. */
export function usageText(response: Completion, { colors }: Screen): string {
  const { cost, latency, inputTokenCount, outputTokenCount } = objectField(response, "stats");
  const dollars = Number(cost) > 0 ? `$${Number(cost).toPrecision(3)}` : "cost unknown";
  const model = `${stringOrJson(response.provider).toLowerCase()} ${stringOrJson(response.name)}`;
  const tokens = `${stringOrJson(inputTokenCount)} tokens in, ${stringOrJson(outputTokenCount)} out`;
  return colors.dim(
    escapeText(`${model} · ${tokens} · ${Math.round(Number(latency))} ms · ${dollars}`),
  );
}

/** A field that must be an object: the service is not trusted to follow its types. */
function objectField(response: object, name: string): JsonObject {
  const field = (response as JsonObject)[name];
  if (isObject(field)) return field;
  throw new Failure(
    "failed",
    "unreadable-answer",
    `Unexpected response from the service: "${name}" is not an object.`,
    "Use --json to print the response unchanged.",
  );
}

/** Text as it is, anything else as JSON. */
function stringOrJson(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function section(title: string, text: string, colors: Screen["colors"]): string {
  return `${colors.cyan(`[${escapeText(title)}]`)}\n${text.split("\n").map(escapeLine).join("\n")}`;
}

function blockText(block: Json): string {
  const { type, text, mediaType, imageBase64, toolCall, toolCallId, result } = objectOf(block);
  switch (type) {
    case "TEXT":
      return stringOrJson(text).split("\n").map(escapeLine).join("\n");
    case "IMAGE_BASE64":
      return imageText(stringOrJson(mediaType), stringOrJson(imageBase64));
    case "TOOL_CALL": {
      const called = objectOf(objectOf(toolCall)["function"]);
      return callText(stringOrJson(called["name"]), stringOrJson(called["arguments"]));
    }
    case "TOOL_RESULT":
      return `result of ${escapeText(stringOrJson(toolCallId))}: ${escapeText(stringOrJson(result))}`;
    default:
      return escapeText(stringOrJson(block));
  }
}

/** One message of either provider: text or parts, then the tool calls in fields of their own. */
function nativeMessage(message: JsonObject): string {
  const calls = asList(message["tool_calls"]).map((call) =>
    partText({ type: "function", ...objectOf(call) }),
  );
  const result =
    message["tool_call_id"] === undefined
      ? []
      : [`result of ${stringOrJson(message["tool_call_id"])}:`];
  const content = message["content"];
  return [
    ...result,
    ...(content === undefined || content === null ? [] : [contentText(content)]),
    ...calls,
  ].join("\n");
}

function contentText(content: Json): string {
  return typeof content === "string" ? content : asList(content).map(partText).join("\n");
}

function partText(part: Json): string {
  if (!isObject(part)) return stringOrJson(part);
  const called = isObject(part["function"]) ? part["function"] : undefined;
  if (called) return callText(stringOrJson(called["name"]), stringOrJson(called["arguments"]));
  switch (part["type"]) {
    case "text":
      return stringOrJson(part["text"]);
    case "tool_use":
      return callText(stringOrJson(part["name"]), stringOrJson(part["input"]));
    case "tool_result":
      return `result of ${stringOrJson(part["tool_use_id"])}: ${contentText(part["content"] ?? "")}`;
    case "image": {
      const source = objectOf(part["source"]);
      return imageText(stringOrJson(source["media_type"]), stringOrJson(source["data"]));
    }
    case "image_url": {
      const url = stringOrJson(objectOf(part["image_url"])["url"]);
      return imageText(/^data:([^;]*)/.exec(url)?.[1] ?? "", url.slice(url.indexOf(",") + 1));
    }
    default:
      return stringOrJson(part);
  }
}

function callText(name: string, args: string): string {
  return `→ ${escapeText(name)}(${escapeText(args)})`;
}

function imageText(mediaType: string, base64: string): string {
  return `(image ${escapeText(mediaType)}, ${Math.floor((base64.length * 3) / 4)} bytes)`;
}

function toolNames(tools: Json): string {
  return asList(tools)
    .map((tool) => (isObject(tool) ? objectOf(tool["function"] ?? tool)["name"] : tool))
    .map((name) => escapeText(stringOrJson(name)))
    .join(", ");
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
