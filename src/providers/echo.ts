// The echo: a deterministic fake provider without network access, for offline work.
//
// It replies to the last user or tool message with `[echo] ` and that message's texts and tool
// results, one per line. If the prompt has responseFormat JSON, it replies {"echo": "<the same>"}.
// A message without text gets `[echo] (2 images)` or `[echo] (no content)`.
//
// A line of that message's text of the form
//
//     call: lookup_order {"orderNumber": "7"}
//
// calls that tool of the prompt instead. The text after the name is the arguments, unchanged
// (default {}). Several lines make several calls: only the first if parallelToolCalls is false, and
// none if toolChoice is none. Call ids start with `echo_` and derive from the conversation.
//
// Tokens: one per four characters (rounded up) of all texts, calls and results; 1000 per image.
// Latency and cost are 0.
import { digestText } from "../engine/text/digest.ts";
import { canonicalJson, type Json } from "../engine/model/json.ts";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { Block, Message } from "../generated/types.ts";
import { toolCallBlock } from "./provider.ts";
import { omittedSettings } from "./sent-settings.ts";

export const charactersPerToken = 4;
const tokensPerImage = 1000;

/** The echo's reply; equal prompts have equal replies. */
export function echo(rendered: RenderedPrompt): PromptRun {
  const { parameters } = rendered.prompt;
  const last = rendered.messages.findLast(({ role }) => role === "user" || role === "tool");
  const blocks = last?.content ?? [];
  const calls = toolCalls(blocks, rendered);
  const content =
    calls.length > 0 ? calls : [echoBlock(blocks, parameters.responseFormat === "JSON")];
  return {
    provider: parameters.provider,
    name: parameters.name,
    stats: {
      inputTokenCount: countTokens(rendered.messages.flatMap((message) => message.content)),
      outputTokenCount: countTokens(content),
      latency: 0,
      cost: 0,
    },
    message: { role: "assistant", content },
    omittedSettings: omittedSettings(parameters),
    stopReason: calls.length > 0 ? "tool-calls" : "complete",
  };
}

const callLine = /^[ \t]*call:[ \t]*([\w-]{1,64})(?:[ \t](.*))?$/gm;

function toolCalls(blocks: readonly Block[], { prompt, messages }: RenderedPrompt): Block[] {
  const { toolChoice, parallelToolCalls } = prompt.parameters;
  if (toolChoice === "none") return [];
  const texts = blocks.flatMap((block) => (block.type === "TEXT" ? [block.text] : []));
  const calls = texts
    .flatMap((text) => [...text.matchAll(callLine)])
    .map(([, name, args]) => ({ name: name!, args: args?.trim() || "{}" }))
    .filter(({ name }) => prompt.tools.some((tool) => tool.name === name));
  return calls
    .slice(0, parallelToolCalls === false ? 1 : calls.length)
    .map(({ name, args }, index) => toolCallBlock(callId(messages, index), name, args));
}

function callId(messages: readonly Message[], index: number): string {
  const digest = digestText(canonicalJson([messages as unknown as Json, index]));
  return `echo_${digest.replace("sha256:", "").slice(0, 24)}`;
}

function echoBlock(blocks: readonly Block[], asJson: boolean): Block {
  const texts = blocks.filter(({ type }) => type !== "IMAGE_BASE64").map(textInBlock);
  const text = texts.length > 0 ? texts.join("\n") : describeWithoutText(blocks);
  return { type: "TEXT", text: asJson ? JSON.stringify({ echo: text }) : `[echo] ${text}` };
}

function describeWithoutText({ length: images }: readonly Block[]): string {
  if (images === 0) return "(no content)";
  return images === 1 ? "(1 image)" : `(${images} images)`;
}

/** One token per four characters, and 1000 per image. */
export function countTokens(blocks: readonly Block[]): number {
  const images = blocks.filter(({ type }) => type === "IMAGE_BASE64").length;
  const characters = blocks.map((block) => countCharacters(textInBlock(block)));
  const sum = characters.reduce((total, count) => total + count, 0);
  return Math.ceil(sum / charactersPerToken) + images * tokensPerImage;
}

/** Unicode characters. Counted without a list of them, because a text can have 16 million. */
function countCharacters(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let count = 0;
  for (let index = 0; index < text.length; index += 1 + Number(text.codePointAt(index)! > 0xffff))
    count += 1;
  return count;
}

function textInBlock(block: Block): string {
  switch (block.type) {
    case "TEXT":
      return block.text;
    case "TOOL_CALL":
      return block.toolCall.function.name + block.toolCall.function.arguments;
    case "TOOL_RESULT":
      return block.result;
    case "IMAGE_BASE64":
      return "";
  }
}
