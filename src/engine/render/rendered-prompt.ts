// Prompts with all variables filled in, and the limits of rendering. The service renders for its
// clients, `test` renders definitions.
import type { Block, Message, Prompt, RunBody, TextBlock } from "../../generated/types.ts";
import { blockTypesByRole } from "./block-types.ts";
import { someOf } from "../text/word-lists.ts";
import { toPointer } from "../model/json.ts";
import {
  missingIn,
  type Placeholder,
  placeholdersIn,
  render,
  renderedLength,
  type Variables,
} from "./template.ts";

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

/** The blocks with texts, and the placeholders of each: every text is scanned once. */
type Scanned = ReadonlyMap<TextBlock, readonly Placeholder[]>;

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
  const blocks = messages.flatMap(({ content }) => content).filter((each) => each.type === "TEXT");
  const tooMany = tooManyPlaceholders(blocks);
  if (tooMany) return { problem: tooMany };
  const scanned: Scanned = new Map(blocks.map((block) => [block, placeholdersIn(block.text)]));
  const problem = invalid(fields, scanned, variables) ?? tooLong(blocks, scanned, variables);
  if (problem) return { problem };
  const filled = (block: Block): Block => {
    if (block.type !== "TEXT") return block;
    return { type: "TEXT", text: render(block.text, variables, scanned.get(block)) };
  };
  return {
    messages: messages.map(({ role, content }) => ({ role, content: content.map(filled) })),
  };
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

function tooManyPlaceholders(blocks: readonly TextBlock[]): RenderingProblem | undefined {
  let count = 0;
  for (const { text } of blocks)
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
  scanned: Scanned,
  variables: Variables,
): RenderingProblem | undefined {
  const disallowed = fields.flatMap(disallowedBlocks).slice(0, maxListed);
  const mistakes = [...missingVariables(scanned, variables), ...disallowed];
  return mistakes.length > 0 ? { kind: "invalid", message: mistakes.join(" ") } : undefined;
}

/** `blocks`: the same object can be several of them. */
function tooLong(
  blocks: readonly TextBlock[],
  scanned: Scanned,
  variables: Variables,
): RenderingProblem | undefined {
  let length = 0;
  for (const block of blocks) length += renderedLength(block.text, variables, scanned.get(block));
  if (length <= maxRenderedCharacters) return undefined;
  return {
    kind: "too-large",
    message: `The rendered messages have ${length} characters; the limit is ${maxRenderedCharacters}.`,
  };
}

function missingVariables(scanned: Scanned, variables: Variables): string[] {
  const names = new Set(
    [...scanned].flatMap(([{ text }, found]) => missingIn(text, variables, found)),
  );
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
