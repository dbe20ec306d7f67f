// Renders a prompt for a run: the configured or overriding messages, then the appended ones, with
// all variables filled in.
import { HTTPException } from "hono/http-exception";
import { blockTypesByRole } from "../engine/model/block-types.ts";
import { someOf } from "../engine/model/hint.ts";
import { toPointer } from "../engine/model/json.ts";
import type { RenderedPrompt } from "../engine/model/rendered-prompt.ts";
import { missingIn, render, renderedLength, type Variables } from "../engine/model/template.ts";
import type { Message, Prompt, RunBody } from "../generated/types.ts";

/** Further missing variables are counted, further blocks omitted. */
const maxListed = 100;

interface LocatedMessage {
  /** JSON pointer into the prompt or the request body. */
  readonly pointer: string;
  readonly message: Message;
}

/**
 * Throws 400 with all missing variables and all blocks their role does not allow, 413 if the
 * rendered texts are too long.
 */
export function renderPrompt(prompt: Prompt, body: RunBody): RenderedPrompt {
  const messages = [
    ...(body.overrideMessages
      ? locate("overrideMessages", body.overrideMessages)
      : locate("messages", prompt.messages)),
    ...locate("appendMessages", body.appendMessages ?? []),
  ];
  const variables = body.variables ?? {};
  const texts = messages
    .flatMap(({ message }) => message.content)
    .flatMap((block) => (block.type === "TEXT" ? [block.text] : []));
  checkPlaceholderCount(texts);
  const disallowed = messages.flatMap(disallowedBlocks).slice(0, maxListed);
  const mistakes = [...missingVariables(texts, variables), ...disallowed];
  if (mistakes.length > 0) throw new HTTPException(400, { message: mistakes.join(" ") });
  checkLength(texts, variables);
  return {
    prompt,
    messages: messages.map(({ message }) => renderMessage(message, variables)),
    ...(body.user !== undefined && { user: body.user }),
  };
}

/** Placeholders in all texts together: finding and filling 100,000 takes some 100 ms. */
const maxPlaceholders = 100_000;

function checkPlaceholderCount(texts: readonly string[]): void {
  let count = 0;
  for (const text of texts)
    for (let at = text.indexOf("{{"); at !== -1; at = text.indexOf("{{", at + 2))
      if (++count > maxPlaceholders)
        throw new HTTPException(413, {
          message: `The messages have more than ${maxPlaceholders} placeholders.`,
        });
}

/** Limits all rendered texts together: a small body can request more text than fits in memory. */
const maxRenderedCharacters = 16 * 1024 * 1024;

function checkLength(texts: readonly string[], variables: Variables): void {
  const length = texts.reduce((sum, text) => sum + renderedLength(text, variables), 0);
  if (length <= maxRenderedCharacters) return;
  const message = `The rendered messages have ${length} characters; the limit is ${maxRenderedCharacters}.`;
  throw new HTTPException(413, { message });
}

function locate(field: string, messages: readonly Message[]): LocatedMessage[] {
  return messages.map((message, index) => ({ pointer: toPointer([field, index]), message }));
}

function missingVariables(texts: readonly string[], variables: Variables): string[] {
  const names = new Set(texts.flatMap((text) => missingIn(text, variables)));
  const quoted = [...names].map((name) => JSON.stringify(name));
  return names.size > 0 ? [`These variables have no value: ${someOf(quoted, maxListed)}.`] : [];
}

function disallowedBlocks({ pointer, message }: LocatedMessage): string[] {
  const { role, content } = message;
  return content.flatMap(({ type }, index) =>
    blockTypesByRole[role]?.includes(type)
      ? []
      : [`${pointer}/content/${index}: no provider accepts ${type} in a message of role ${role}.`],
  );
}

function renderMessage({ role, content }: Message, variables: Variables): Message {
  return {
    role,
    content: content.map((block) =>
      block.type === "TEXT" ? { type: "TEXT", text: render(block.text, variables) } : block,
    ),
  };
}
