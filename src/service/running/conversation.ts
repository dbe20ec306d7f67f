// What is said to the model: the configured or the overriding messages, then the appended ones,
// with every variable in place. How a provider takes it is native-anthropic.ts and native-openai.ts.
import { HTTPException } from "hono/http-exception";
import { toPointer } from "../../engine/model/json.ts";
import { missingIn, render, renderedLength, type Variables } from "../../engine/model/template.ts";
import type { Block, Message, Prompt, RunBody } from "../../generated/types.ts";

/** A prompt to be run, with its messages rendered. */
export interface Run {
  readonly prompt: Prompt;
  readonly messages: readonly Message[];
  /** Identifies the end-user to the provider. */
  readonly user?: string;
}

interface Placed {
  /** JSON pointer into the prompt or the body. */
  readonly pointer: string;
  readonly message: Message;
}

/** The run of a prompt; throws 400 with all missing variables and all misplaced blocks at once. */
export function runOf(prompt: Prompt, body: RunBody): Run {
  const placed = [
    ...(body.overrideMessages
      ? place("overrideMessages", body.overrideMessages)
      : place("messages", prompt.messages)),
    ...place("appendMessages", body.appendMessages ?? []),
  ];
  const variables = body.variables ?? {};
  const mistakes = [...missing(placed, variables), ...placed.flatMap(misplaced)];
  if (mistakes.length > 0) throw new HTTPException(400, { message: mistakes.join(" ") });
  refuseTooLong(placed, variables);
  return {
    prompt,
    messages: placed.map(({ message }) => rendered(message, variables)),
    ...(body.user !== undefined && { user: body.user }),
  };
}

/** Characters of all rendered texts together: a small body can ask for far more than memory holds. */
const mostCharacters = 16 * 1024 * 1024;

function refuseTooLong(placed: readonly Placed[], variables: Variables): void {
  const length = placed
    .flatMap(({ message }) => message.content)
    .reduce(
      (sum, block) => sum + (block.type === "TEXT" ? renderedLength(block.text, variables) : 0),
      0,
    );
  if (length <= mostCharacters) return;
  const message = `With the variables in place the messages have ${length} characters, more than ${mostCharacters}.`;
  throw new HTTPException(413, { message });
}

function place(field: string, messages: readonly Message[]): Placed[] {
  return messages.map((message, index) => ({ pointer: toPointer([field, index]), message }));
}

function missing(placed: readonly Placed[], variables: Variables): string[] {
  const names = placed
    .flatMap(({ message }) => message.content)
    .flatMap((block) => (block.type === "TEXT" ? missingIn(block.text, variables) : []));
  const distinct = [...new Set(names)].map((name) => JSON.stringify(name));
  return distinct.length > 0 ? [`These variables have no value: ${distinct.join(", ")}.`] : [];
}

/** What both providers take from whom. A tool message is the user's side: its results and more. */
const allowed: { readonly [role in Message["role"]]: readonly Block["type"][] } = {
  system: ["TEXT"],
  user: ["TEXT", "IMAGE_BASE64", "TOOL_RESULT"],
  tool: ["TEXT", "IMAGE_BASE64", "TOOL_RESULT"],
  assistant: ["TEXT", "TOOL_CALL"],
};

function misplaced({ pointer, message }: Placed): string[] {
  return message.content.flatMap(({ type }, index) =>
    allowed[message.role].includes(type)
      ? []
      : [`${pointer}/content/${index}: no provider takes ${type} from the role ${message.role}.`],
  );
}

function rendered({ role, content }: Message, variables: Variables): Message {
  return {
    role,
    content: content.map((block) =>
      block.type === "TEXT" ? { type: "TEXT", text: render(block.text, variables) } : block,
    ),
  };
}
