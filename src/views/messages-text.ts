// Messages as a person reads them: those of a reply, and those of a provider's native request.
import { Failure } from "../engine/model/failure.ts";
import { isObject, type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { Completion, ModelParametersResponse } from "../generated/types.ts";
import { type Screen, escapeText, escapeLine } from "./terminal-text.ts";

/** The model, its settings and each message, from a native request of either provider. */
export function nativeRequestText(answer: ModelParametersResponse, { colors }: Screen): string {
  const { messages, system, model, ...settings } = fieldOf(answer, "parameters");
  const head = `${colors.bold(escapeText(said(model ?? answer.name)))} · ${escapeText(said(answer.provider))}`;
  const others = Object.entries(settings)
    .filter(([name]) => name !== "tools")
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const parts = [
    [head, ...others.map((each) => colors.dim(escapeText(each)))].join("\n"),
    ...(settings["tools"] === undefined
      ? []
      : [section("tools", toolNames(settings["tools"]), colors)]),
    ...(system === undefined ? [] : [section("system", textOf(system), colors)]),
    ...asList(messages)
      .filter(isObject)
      .map((each) => section(said(each["role"]), nativeMessage(each), colors)),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The text of a reply and the tools it calls; ends with a line end. */
export function replyText(answer: Completion): string {
  const { content } = fieldOf(answer, "message");
  return `${asList(content).map(blockText).join("\n")}\n`;
}

/** Tokens, time and cost on one line. */
export function usageText(answer: Completion, { colors }: Screen): string {
  const { cost, latency, inputTokenCount, outputTokenCount } = fieldOf(answer, "stats");
  const dollars = Number(cost) > 0 ? `$${Number(cost).toPrecision(3)}` : "no known cost";
  const model = `${said(answer.provider).toLowerCase()} ${said(answer.name)}`;
  const tokens = `${said(inputTokenCount)} tokens in, ${said(outputTokenCount)} out`;
  return colors.dim(
    escapeText(`${model} · ${tokens} · ${Math.round(Number(latency))} ms · ${dollars}`),
  );
}

/** A field that is an object; the types are only the service's word. */
function fieldOf(answer: object, name: string): JsonObject {
  const field = (answer as JsonObject)[name];
  if (isObject(field)) return field;
  throw new Failure(
    "failed",
    "unreadable-answer",
    `The service answered in a form this version does not understand: "${name}" is not an object.`,
    "With --json the answer is shown as it is.",
  );
}

/** Text as it is, anything else as JSON. */
function said(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function section(title: string, text: string, colors: Screen["colors"]): string {
  return `${colors.cyan(`[${escapeText(title)}]`)}\n${text.split("\n").map(escapeLine).join("\n")}`;
}

function blockText(block: Json): string {
  const { type, text, mediaType, imageBase64, toolCall, toolCallId, result } = objectOf(block);
  switch (type) {
    case "TEXT":
      return said(text).split("\n").map(escapeLine).join("\n");
    case "IMAGE_BASE64":
      return imageText(said(mediaType), said(imageBase64));
    case "TOOL_CALL": {
      const called = objectOf(objectOf(toolCall)["function"]);
      return callText(said(called["name"]), said(called["arguments"]));
    }
    case "TOOL_RESULT":
      return `result of ${escapeText(said(toolCallId))}: ${escapeText(said(result))}`;
    default:
      return escapeText(said(block));
  }
}

/** One message of either provider: text, a list of parts, and the calls that stand beside them. */
function nativeMessage(message: JsonObject): string {
  const calls = asList(message["tool_calls"]).map((each) =>
    partText({ type: "function", ...objectOf(each) }),
  );
  const result =
    message["tool_call_id"] === undefined ? [] : [`result of ${said(message["tool_call_id"])}:`];
  const content = message["content"];
  return [
    ...result,
    ...(content === undefined || content === null ? [] : [textOf(content)]),
    ...calls,
  ].join("\n");
}

function textOf(content: Json): string {
  return typeof content === "string" ? content : asList(content).map(partText).join("\n");
}

function partText(part: Json): string {
  if (!isObject(part)) return said(part);
  const called = isObject(part["function"]) ? part["function"] : undefined;
  if (called) return callText(said(called["name"]), said(called["arguments"]));
  switch (part["type"]) {
    case "text":
      return said(part["text"]);
    case "tool_use":
      return callText(said(part["name"]), said(part["input"]));
    case "tool_result":
      return `result of ${said(part["tool_use_id"])}: ${textOf(part["content"] ?? "")}`;
    case "image": {
      const source = objectOf(part["source"]);
      return imageText(said(source["media_type"]), said(source["data"]));
    }
    case "image_url": {
      const url = said(objectOf(part["image_url"])["url"]);
      return imageText(/^data:([^;]*)/.exec(url)?.[1] ?? "", url.slice(url.indexOf(",") + 1));
    }
    default:
      return said(part);
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
    .map((name) => escapeText(said(name)))
    .join(", ");
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
