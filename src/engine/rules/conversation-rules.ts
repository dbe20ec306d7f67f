// Warnings about conversations that providers refuse: the messages of a prompt, with those that an
// evaluation appends. What comes with a request is not known, so a prompt alone may be incomplete.
import type { Finding } from "../model/diagnostic.ts";
import { objectOf } from "../model/json.ts";
import { providerNames, refusedBy } from "../model/provider-limits.ts";
import type { BlockAt, Messages, RuleProject, Subject } from "./rule.ts";

/** A message with its blocks, at least one. */
export interface Turn {
  readonly role: string;
  readonly blocks: readonly BlockAt[];
  /** Whether it belongs to the definition, not to the prompt of the evaluation. */
  readonly isOwn: boolean;
}

/** The messages of a definition, after those of its prompt. */
export function turnsOf({ blocks, before }: Messages, isOwn = true): Turn[] {
  const turns = new Map<unknown, BlockAt[]>();
  for (const block of blocks) {
    const turn = turns.get(block.path[1]);
    if (turn) turn.push(block);
    else turns.set(block.path[1], [block]);
  }
  const own = [...turns.values()].map((each) => ({ role: each[0]!.role, blocks: each, isOwn }));
  return before ? [...turnsOf(before, false), ...own] : own;
}

/** The path of a message of the definition. */
export function messagePath({ blocks }: Turn): BlockAt["path"] {
  return blocks[0]!.path.slice(0, 2);
}

interface Conversation {
  /** Without the system messages. */
  readonly turns: readonly Turn[];
  readonly isEmpty: boolean;
  readonly provider: string;
  readonly model: string;
  /** Where to report what is missing. */
  readonly field: string;
  /** Whether evaluations or requests can add messages. */
  readonly isOpen: boolean;
}

/** The conversation of a prompt or of an evaluation; undefined if its prompt is not in the project. */
function conversationOf({ definition }: Subject, project: RuleProject): Conversation | undefined {
  const { address, kind, parent } = definition;
  const prompt = kind === "prompt" ? definition : project.find(parent)?.definition;
  if (!prompt || prompt.external) return undefined;
  const { provider, name } = objectOf(prompt.spec["parameters"]);
  const turns = turnsOf(project.messages.get(address)!);
  return {
    turns: turns.filter(({ role }) => role !== "system"),
    isEmpty: turns.length === 0,
    provider: String(provider),
    model: String(name),
    field: kind === "prompt" ? "messages" : "appendedMessages",
    isOpen: kind === "prompt" && project.children("evaluation", address).length > 0,
  };
}

/** Conversations that are empty, begin with the assistant, or end with it. */
export function refusedConversations(subject: Subject, project: RuleProject): Finding[] {
  const conversation = conversationOf(subject, project);
  if (!conversation) return [];
  return [
    ...missingMessages(conversation, subject.definition.kind === "prompt"),
    ...wrongStart(conversation),
    ...prefill(conversation),
  ];
}

/** Prompts may leave the messages of the user to the request; evaluations may not. */
function missingMessages(
  { turns, isEmpty, provider, field, isOpen }: Conversation,
  isPrompt: boolean,
): Finding[] {
  if (isEmpty && !isOpen) {
    const message = "There are no messages: providers refuse an empty conversation.";
    return [
      { code: "refused-messages", path: [field], message, hint: "Add a message of the role user." },
    ];
  }
  if (isPrompt || turns.length > 0 || provider !== "ANTHROPIC") return [];
  const message = "The conversation has only system messages: Anthropic refuses it.";
  return [
    {
      code: "refused-messages",
      path: [field],
      message,
      hint: "Append a message of the role user.",
    },
  ];
}

function wrongStart({ turns: [first], provider }: Conversation): Finding[] {
  if (!first?.isOwn || first.role !== "assistant" || provider !== "ANTHROPIC") return [];
  return [
    {
      code: "refused-messages",
      path: messagePath(first),
      message: "The conversation begins with the assistant: Anthropic refuses it.",
      hint: "Begin with a message of the role user.",
    },
  ];
}

/** A last message of the assistant. One that ends with a tool call waits for the result. */
function prefill({ turns, provider, model, isOpen }: Conversation): Finding[] {
  const last = turns.at(-1);
  if (!last?.isOwn || last.role !== "assistant" || isOpen) return [];
  if (last.blocks.some(({ block }) => block["type"] === "TOOL_CALL")) return [];
  if (!refusedBy(provider, model).has("prefill")) return [];
  return [
    {
      code: "refused-messages",
      path: messagePath(last),
      message: `The conversation ends with the assistant: ${model} refuses to continue its text.`,
      hint: "End with a message of the role user, and describe there how the reply begins.",
    },
  ];
}

/** Prompts in the JSON mode of OpenAI whose messages do not contain the word "json". */
export function jsonModeWithoutWord(subject: Subject, project: RuleProject): Finding[] {
  const { definition } = subject;
  const { provider, responseFormat } = objectOf(definition.spec["parameters"]);
  if (provider !== "OPENAI" || responseFormat !== "JSON" || definition.external) return [];
  const evaluations = project.children("evaluation", definition.address);
  const texts = [subject, ...evaluations].flatMap((each) => [
    ...project.messages.get(each.definition.address)!.texts.map(({ text }) => text),
    JSON.stringify(objectOf(each.definition.spec["variables"])),
  ]);
  if (texts.some((text) => /json/i.test(text))) return [];
  return [
    {
      code: "refused-messages",
      path: ["parameters", "responseFormat"],
      message: `${providerNames.OPENAI} refuses the JSON mode if no message contains the word "JSON".`,
      hint: 'Add it to the messages, for example "Reply in JSON."',
    },
  ];
}
