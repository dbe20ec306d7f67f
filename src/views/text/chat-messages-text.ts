// Messages as text: those of a reply, and those of a native request to a provider.
import { failed } from "../../engine/model/failure.ts";
import {
  isObject,
  type Json,
  jsonEquals,
  type JsonObject,
  objectOf,
  stringOrJson,
  listOf,
} from "../../engine/model/json.ts";
import {
  isIncomplete,
  type PromptRendering,
  type PromptRun,
  type StopReason,
} from "../../engine/model/prompt-run.ts";
import { providerNamed } from "../../engine/providers/known-models.ts";
import { factsOf } from "../../engine/providers/provider-facts.ts";
import type { ModelParametersResponse } from "../../generated/types.ts";
import { type Screen, escapeText, escapeLine } from "./terminal-text.ts";

/** The model, its settings and each message, from a native request to any API. */
export function nativeRequestText(response: ModelParametersResponse, screen: Screen): string {
  const { messages, input, system, model, tools, ...settings } = objectField(
    response,
    "parameters",
  );
  const { colors, symbols } = screen;
  const name = colors.bold(escapeText(stringOrJson(model ?? response.name)));
  const api = [response.provider, response.api].flatMap((each) => each ?? []).map(stringOrJson);
  const head = `${name} ${symbols.separator} ${escapeText(api.join(" "))}`;
  const settingLines = Object.entries(settings).map(([name, value]) =>
    colors.dim(escapeText(`${name} ${JSON.stringify(value)}`)),
  );
  const section = (title: string, text: string): string =>
    `${colors.cyan(`[${escapeText(title)}]`)}\n${escapeLines(text)}`;
  const parts = [
    [head, ...settingLines].join("\n"),
    ...(tools === undefined ? [] : [section("tools", toolNames(tools))]),
    ...(system === undefined ? [] : [section("system", contentText(system))]),
    ...[...listOf(messages), ...listOf(input)]
      .filter(isObject)
      .map((message) => section(roleOf(message), nativeMessage(message))),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The text of a reply and its tool calls; ends with a newline. */
export function replyText(response: PromptRun): string {
  const { content } = objectField(response, "message");
  return `${escapeLines(contentText(content ?? []))}\n`;
}

/** Tokens, time and cost on one line. */
export function usageText(response: PromptRun, { colors, symbols }: Screen): string {
  const { cost, latency, inputTokenCount, outputTokenCount } = objectField(response, "stats");
  const dollars = typeof cost === "number" ? `$${cost.toPrecision(3)}` : "cost unknown";
  const model = `${stringOrJson(response.provider).toLowerCase()} ${stringOrJson(response.name)}`;
  const tokens = `${stringOrJson(inputTokenCount)} tokens in, ${stringOrJson(outputTokenCount)} out`;
  const parts = [model, tokens, `${Math.round(Number(latency))} ms`, dollars];
  return colors.dim(escapeText(parts.join(` ${symbols.separator} `)));
}

const incompleteReplies: { readonly [reason in StopReason]?: string } = {
  truncated:
    "The reply is truncated: it reached maxTokens or the limit of the model.\n  Raise maxTokens of the prompt.",
  filtered: "The reply is incomplete: the provider's content filter stopped it.",
  refused: "The model refused to answer.",
};

/** A warning that the reply may lack what the prompt asks for; undefined if it is complete. */
export function incompleteReplyText(
  { provider, stopReason, stopExplanation }: PromptRun,
  { colors }: Screen,
): string | undefined {
  if (stopReason === null || !isIncomplete(stopReason)) return undefined;
  const text =
    incompleteReplies[stopReason] ??
    "The reply may be incomplete: it ended for a reason that promptctl does not know.";
  const { name, defaultMaxTokens } = factsOf(provider) ?? {};
  const hasDefault = stopReason === "truncated" && defaultMaxTokens !== undefined;
  const limit = hasDefault ? ` Without maxTokens, ${name} models get ${defaultMaxTokens}.` : "";
  const explanation = stopExplanation ? `\n  ${escapeText(stopExplanation)}` : "";
  return `${colors.yellow("Warning:")} ${text}${limit}${explanation}`;
}

/** A warning about settings that were not sent; undefined if all were. */
export function omittedSettingsText(
  { name, omittedSettings }: Pick<PromptRun | PromptRendering, "name" | "omittedSettings">,
  { colors }: Screen,
): string | undefined {
  if (omittedSettings.length === 0) return undefined;
  const model = escapeText(stringOrJson(name));
  return `${colors.yellow("Warning:")} ${model} does not accept ${escapeText(omittedSettings.join(", "))}: not sent.\n  Remove ${omittedSettings.length === 1 ? "it" : "them"} from the parameters of the prompt.`;
}

/** A warning about a request that has no messages, as system messages are none at some providers. */
export function withoutMessagesText(
  response: PromptRendering,
  { colors }: Screen,
): string | undefined {
  const { messages, input } = objectOf((response as unknown as JsonObject)["parameters"]);
  if (!jsonEquals(messages ?? input ?? null, [])) return undefined;
  const provider = factsOf(providerNamed(response.provider))?.name ?? "The provider";
  return `${colors.yellow("Warning:")} The request has no messages, because the prompt has only system messages.\n  ${provider} rejects it. Add a user message in your application.`;
}

/** A field that must be an object: the service is not trusted to follow its types. */
export function objectField(response: object, name: string): JsonObject {
  const field = (response as JsonObject)[name];
  if (isObject(field)) return field;
  throw failed(
    "unreadable-answer",
    `Unexpected response from the service: "${name}" is not an object.`,
    "Use --json to print the response unchanged.",
  );
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeLine).join("\n");
}

/** The role of a message; that of an item of the Responses API by its type. */
function roleOf({ role, type }: JsonObject): string {
  if (role !== undefined) return stringOrJson(role);
  return type === "function_call" ? "assistant" : "tool";
}

/** One message of any API: text or parts, then the tool calls in fields of their own. */
function nativeMessage(message: JsonObject): string {
  const { role, content, tool_calls: calls, tool_call_id: id } = message;
  if (role === undefined) return blockText(message);
  return [
    ...(id === undefined ? [] : [`result of ${stringOrJson(id)}:`]),
    ...(content === undefined || content === null ? [] : [contentText(content)]),
    ...listOf(calls).map(blockText),
  ].join("\n");
}

function contentText(content: Json): string {
  return typeof content === "string" ? content : listOf(content).map(blockText).join("\n");
}

/** A part of a message: of a reply, or of a native request to any API. */
function blockText(block: Json): string {
  if (!isObject(block)) return stringOrJson(block);
  const called = block["function"] ?? objectOf(block["toolCall"])["function"];
  if (isObject(called)) return callText(called["name"], called["arguments"]);
  switch (block["type"]) {
    case "TEXT":
    case "text":
    case "input_text":
      return stringOrJson(block["text"]);
    case "IMAGE_BASE64":
      return imageText(block["mediaType"], block["imageBase64"]);
    case "image": {
      const source = objectOf(block["source"]);
      return imageText(source["media_type"], source["data"]);
    }
    case "image_url":
      return imageUrlText(stringOrJson(objectOf(block["image_url"])["url"]));
    case "input_image":
      return imageUrlText(stringOrJson(block["image_url"]));
    case "function_call":
      return callText(block["name"], block["arguments"]);
    case "function_call_output":
      return `result of ${stringOrJson(block["call_id"])}:\n${contentText(block["output"] ?? "")}`;
    case "tool_use":
      return callText(block["name"], block["input"]);
    case "TOOL_RESULT":
      return resultText(block["toolCallId"], escapeText(stringOrJson(block["result"])));
    case "tool_result":
      return resultText(block["tool_use_id"], contentText(block["content"] ?? ""));
    default:
      return stringOrJson(block);
  }
}

function callText(name: Json | undefined, args: Json | undefined): string {
  return `call ${escapeText(stringOrJson(name))}(${escapeText(stringOrJson(args))})`;
}

function resultText(callId: Json | undefined, text: string): string {
  return `result of ${escapeText(stringOrJson(callId))}: ${text}`;
}

function imageUrlText(url: string): string {
  return imageText(/^data:([^;]*)/.exec(url)?.[1] ?? "", url.slice(url.indexOf(",") + 1));
}

function imageText(mediaType: Json | undefined, base64: Json | undefined): string {
  const bytes = Math.floor((stringOrJson(base64).length * 3) / 4);
  return `(image ${escapeText(stringOrJson(mediaType))}, ${bytes} bytes)`;
}

function toolNames(tools: Json): string {
  return listOf(tools)
    .map((tool) => (isObject(tool) ? objectOf(tool["function"] ?? tool)["name"] : tool))
    .map((name) => escapeText(stringOrJson(name)))
    .join(", ");
}
