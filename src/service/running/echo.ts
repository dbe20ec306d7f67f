// The echo: a deterministic stand-in for a provider, without network, for offline work.
//
// It answers to the last user or tool message with `[echo] ` and that message's texts and tool
// results, one a line. In a prompt with responseFormat JSON it answers {"echo": "<the same>"}.
// Without any text it says what it saw: `[echo] (2 images)`, `[echo] (nothing was said)`.
//
// A line of that message's text of the form
//
//     call: lookup_order {"orderNumber": "7"}
//
// calls that tool of the prompt instead; what follows the name is its arguments as written ({}
// where nothing does). Several lines make several calls, only the first with parallelToolCalls
// false, none with toolChoice none. Ids begin with `echo_` and derive from the conversation.
//
// Tokens: one for every four characters begun of all texts, calls and results; 1000 an image.
// Latency and cost are 0.
import { canonicalJson, digestText, type Json } from "../../engine/model/json.ts";
import type { Block, Completion, Message } from "../../generated/types.ts";
import type { Run } from "./conversation.ts";
import { toolCallBlock } from "./provider.ts";

const charactersPerToken = 4;
const tokensPerImage = 1000;

/** The stand-in's answer to a run; equal runs have equal answers. */
export function echo(run: Run): Completion {
  const { parameters } = run.prompt;
  const heard = run.messages.findLast(({ role }) => role === "user" || role === "tool");
  const blocks = heard?.content ?? [];
  const calls = callsIn(blocks, run);
  const content = calls.length > 0 ? calls : [said(blocks, parameters.responseFormat === "JSON")];
  return {
    provider: parameters.provider,
    name: parameters.name,
    stats: {
      inputTokenCount: tokensOf(run.messages.flatMap((message) => message.content)),
      outputTokenCount: tokensOf(content),
      latency: 0,
      cost: 0,
    },
    message: { role: "assistant", content },
  };
}

const callLine = /^[ \t]*call:[ \t]*([\w-]{1,64})(?:[ \t]+(.*?))?[ \t\r]*$/gm;

function callsIn(blocks: readonly Block[], { prompt, messages }: Run): Block[] {
  const { toolChoice, parallelToolCalls } = prompt.parameters;
  if (toolChoice === "none") return [];
  const texts = blocks.flatMap((block) => (block.type === "TEXT" ? [block.text] : []));
  const calls = texts
    .flatMap((text) => [...text.matchAll(callLine)])
    .map(([, name, given]) => ({ name: name!, given: given || "{}" }))
    .filter(({ name }) => prompt.tools.some((tool) => tool.name === name));
  return calls
    .slice(0, parallelToolCalls === false ? 1 : calls.length)
    .map(({ name, given }, index) => toolCallBlock(idOf(messages, index), name, given));
}

function idOf(messages: readonly Message[], index: number): string {
  const digest = digestText(canonicalJson([messages as unknown as Json, index]));
  return `echo_${digest.replace("sha256:", "").slice(0, 24)}`;
}

function said(blocks: readonly Block[], asJson: boolean): Block {
  const texts = blocks.flatMap((block) => {
    if (block.type === "TEXT") return [block.text];
    return block.type === "TOOL_RESULT" ? [block.result] : [];
  });
  const text = texts.length > 0 ? texts.join("\n") : unsaid(blocks);
  return { type: "TEXT", text: asJson ? JSON.stringify({ echo: text }) : `[echo] ${text}` };
}

function unsaid({ length }: readonly Block[]): string {
  if (length === 0) return "(nothing was said)";
  return length === 1 ? "(1 image)" : `(${length} images)`;
}

function tokensOf(blocks: readonly Block[]): number {
  const images = blocks.filter(({ type }) => type === "IMAGE_BASE64").length;
  const characters = [...blocks.map(textOf).join("")].length;
  return Math.ceil(characters / charactersPerToken) + images * tokensPerImage;
}

function textOf(block: Block): string {
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
