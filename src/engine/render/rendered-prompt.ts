// Prompts with all variables filled in, and the limits of rendering. The service renders for its
// clients, `test` renders definitions.
import type { Message, Prompt, RunBody } from "../../generated/types.ts";
import { blockTypesByRole } from "./block-types.ts";
import { someOf } from "../text/word-lists.ts";
import { toPointer } from "../model/json.ts";
import { missingIn, render, renderedLength, type Variables } from "./template.ts";

/** A prompt whose messages have all variables filled in. */
export interface RenderedPrompt {
  readonly prompt: Prompt;
  readonly messages: readonly Message[];
  /** Identifies the end user to the provider. */
  readonly user?: string;
}

/** Messages, and the field that contains them in their definition or request body. */
export interface MessageField {
  readonly field: string;
  readonly messages: readonly Message[];
}

/** Why messages cannot be rendered, in whole sentences. */
export interface RenderingProblem {
  /** `invalid`: variables without a value, or blocks that no provider accepts. */
  readonly kind: "invalid" | "too-large";
  readonly message: string;
}

/** Further missing variables are counted, further blocks omitted. */
const maxListed = 100;

/** Placeholders in all texts together: finding and filling 100,000 takes some 100 ms. */
const maxPlaceholders = 100_000;

/** Limits all rendered texts together: a small body can request more text than fits in memory. */
export const maxRenderedCharacters: number = 16 * 1024 * 1024;

/** The messages of all fields in order, with the variables filled in, or why that is impossible. */
export function renderMessages(
  fields: readonly MessageField[],
  variables: Variables,
): { readonly messages: Message[] } | { readonly problem: RenderingProblem } {
  const messages = fields.flatMap((field) => field.messages);
  const texts = messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === "TEXT" ? [block.text] : []));
  const problem =
    tooManyPlaceholders(texts) ?? invalid(fields, texts, variables) ?? tooLong(texts, variables);
  if (problem) return { problem };
  return { messages: messages.map((message) => renderMessage(message, variables)) };
}

/** The prompt with what a run adds to it, or why it cannot be rendered. */
export function renderRun(
  prompt: Prompt,
  { overrideMessages, appendMessages, variables, user }: RunBody,
): RenderedPrompt | { readonly problem: RenderingProblem } {
  const own = overrideMessages
    ? { field: "overrideMessages", messages: overrideMessages }
    : { field: "messages", messages: prompt.messages };
  const appended = { field: "appendMessages", messages: appendMessages ?? [] };
  const rendering = renderMessages([own, appended], variables ?? {});
  if ("problem" in rendering) return rendering;
  return { prompt, ...rendering, ...(user !== undefined && { user }) };
}

function tooManyPlaceholders(texts: readonly string[]): RenderingProblem | undefined {
  let count = 0;
  for (const text of texts)
    for (let at = text.indexOf("{{"); at !== -1; at = text.indexOf("{{", at + 2))
      if (++count > maxPlaceholders)
        return {
          kind: "too-large",
          message: `The messages have more than ${maxPlaceholders} placeholders.`,
        };
  return undefined;
}

function invalid(
  fields: readonly MessageField[],
  texts: readonly string[],
  variables: Variables,
): RenderingProblem | undefined {
  const disallowed = fields.flatMap(disallowedBlocks).slice(0, maxListed);
  const mistakes = [...missingVariables(texts, variables), ...disallowed];
  return mistakes.length > 0 ? { kind: "invalid", message: mistakes.join(" ") } : undefined;
}

function tooLong(texts: readonly string[], variables: Variables): RenderingProblem | undefined {
  const length = texts.reduce((sum, text) => sum + renderedLength(text, variables), 0);
  if (length <= maxRenderedCharacters) return undefined;
  return {
    kind: "too-large",
    message: `The rendered messages have ${length} characters; the limit is ${maxRenderedCharacters}.`,
  };
}

function missingVariables(texts: readonly string[], variables: Variables): string[] {
  const names = new Set(texts.flatMap((text) => missingIn(text, variables)));
  const quoted = [...names].map((name) => JSON.stringify(name));
  return names.size > 0 ? [`These variables have no value: ${someOf(quoted, maxListed)}.`] : [];
}

function disallowedBlocks({ field, messages }: MessageField): string[] {
  return messages.flatMap(({ role, content }, message) =>
    content.flatMap(({ type }, index) =>
      blockTypesByRole[role]?.includes(type)
        ? []
        : [
            `${toPointer([field, message, "content", index])}: no provider accepts ${type} in a message of role ${role}.`,
          ],
    ),
  );
}

/** The message with the values of its variables. Placeholders without a value stay. */
function renderMessage({ role, content }: Message, variables: Variables): Message {
  return {
    role,
    content: content.map((block) =>
      block.type === "TEXT" ? { type: "TEXT", text: render(block.text, variables) } : block,
    ),
  };
}
