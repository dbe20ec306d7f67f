// Messages as a person reads them: those of a reply, and those of a provider's native request.
import { isObject, type Json, type JsonObject } from "../engine/json.ts";
import type { Block, Completion, Message, ModelParametersResponse } from "../generated/types.ts";
import { type Screen, visible, visibleLine } from "./paint.ts";

/** The model, its settings and each message, from a native request of either provider. */
export function nativeText(answer: ModelParametersResponse, { colors }: Screen): string {
  const { messages, system, model, ...settings } = answer.parameters as JsonObject;
  const head = `${colors.bold(visible(String(model ?? answer.name)))} · ${answer.provider}`;
  const said = Object.entries(settings)
    .filter(([name]) => name !== "tools")
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const parts = [
    [head, ...said.map((each) => colors.dim(visible(each)))].join("\n"),
    ...(settings["tools"] === undefined
      ? []
      : [section("tools", toolNames(settings["tools"]), colors)]),
    ...(system === undefined ? [] : [section("system", textOf(system), colors)]),
    ...asList(messages)
      .filter(isObject)
      .map((each) => section(String(each["role"]), nativeMessage(each), colors)),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The text of a reply and the tools it calls; ends with a line end. */
export function replyText({ content }: Message): string {
  return `${content.map(blockText).join("\n")}\n`;
}

/** Tokens, time and cost on one line. */
export function statsText({ provider, name, stats }: Completion, { colors }: Screen): string {
  const cost = stats.cost > 0 ? `$${stats.cost.toPrecision(3)}` : "no known cost";
  return colors.dim(
    visible(
      `${provider.toLowerCase()} ${name} · ${stats.inputTokenCount} tokens in, ${stats.outputTokenCount} out · ${Math.round(stats.latency)} ms · ${cost}`,
    ),
  );
}

function section(title: string, text: string, colors: Screen["colors"]): string {
  return `${colors.cyan(`[${visible(title)}]`)}\n${text.split("\n").map(visibleLine).join("\n")}`;
}

function blockText(block: Block): string {
  switch (block.type) {
    case "TEXT":
      return block.text.split("\n").map(visibleLine).join("\n");
    case "IMAGE_BASE64":
      return imageText(block.mediaType, block.imageBase64);
    case "TOOL_CALL":
      return callText(block.toolCall.function.name, block.toolCall.function.arguments);
    case "TOOL_RESULT":
      return `result of ${visible(block.toolCallId)}: ${visible(block.result)}`;
  }
}

/** One message of either provider: text, a list of parts, and the calls that stand beside them. */
function nativeMessage(message: JsonObject): string {
  const calls = asList(message["tool_calls"]).map((each) =>
    partText({ type: "function", ...(each as JsonObject) }),
  );
  const result =
    message["tool_call_id"] === undefined ? [] : [`result of ${String(message["tool_call_id"])}:`];
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
  if (!isObject(part)) return String(part);
  const called = isObject(part["function"]) ? part["function"] : undefined;
  if (called) return callText(String(called["name"]), String(called["arguments"]));
  switch (part["type"]) {
    case "text":
      return String(part["text"]);
    case "tool_use":
      return callText(String(part["name"]), JSON.stringify(part["input"]));
    case "tool_result":
      return `result of ${String(part["tool_use_id"])}: ${textOf(part["content"] ?? "")}`;
    case "image": {
      const source = part["source"] as JsonObject;
      return imageText(String(source["media_type"]), String(source["data"]));
    }
    case "image_url": {
      const url = String((part["image_url"] as JsonObject)["url"]);
      return imageText(/^data:([^;]*)/.exec(url)?.[1] ?? "", url.slice(url.indexOf(",") + 1));
    }
    default:
      return JSON.stringify(part);
  }
}

function callText(name: string, args: string): string {
  return `→ ${visible(name)}(${visible(args)})`;
}

function imageText(mediaType: string, base64: string): string {
  return `(image ${visible(mediaType)}, ${Math.floor((base64.length * 3) / 4)} bytes)`;
}

function toolNames(tools: Json): string {
  return asList(tools)
    .map((tool) => (isObject(tool) ? ((tool["function"] ?? tool) as JsonObject)["name"] : tool))
    .join(", ");
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
