// Warnings about conversations that providers refuse: the messages of a prompt, with those that an
// evaluation appends. What an application appends is not known, so an evaluation shows it.
import type { Finding } from "../model/diagnostic.ts";
import { objectOf, objectsIn } from "../model/json.ts";
import { refusedBy } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import { hasReplySchema } from "../providers/model-settings.ts";
import { movedSystemMessages } from "../render/system-order.ts";
import type { Findings, BlockAt, RuleProject, Subject } from "./rule.ts";

/** The path of the message of a block. */
export function messagePath({ path }: BlockAt): BlockAt["path"] {
  return path.slice(0, 2);
}

interface Conversation {
  /** The first and the last block of a message that is no system message, if there is one. */
  readonly first: BlockAt | undefined;
  readonly last: BlockAt | undefined;
  readonly isEmpty: boolean;
  /** Whether there are messages, which may have no content. */
  readonly hasMessages: boolean;
  readonly own: readonly BlockAt[];
  readonly provider: string;
  readonly model: string;
  /** The messages of the definition. */
  readonly field: "messages" | "appendedMessages";
  /** Whether evaluations or requests can add messages. */
  readonly isOpen: boolean;
}

/** The conversation of a prompt or of an evaluation; undefined if its prompt is not in the project. */
function conversationOf({ definition }: Subject, project: RuleProject): Conversation | undefined {
  const { address, parent } = definition;
  const isPrompt = parent === undefined;
  const prompt = isPrompt ? definition : project.find(parent)?.definition;
  if (!prompt || prompt.external) return undefined;
  const { provider, name } = objectOf(prompt.spec["parameters"]);
  const { blocks, before } = project.messages.get(address)!;
  const specs = [prompt.spec, definition.spec];
  const isSpoken = ({ role }: BlockAt): boolean => role !== "system";
  return {
    first: before?.blocks.find(isSpoken) ?? blocks.find(isSpoken),
    last: blocks.findLast(isSpoken) ?? before?.blocks.findLast(isSpoken),
    isEmpty: blocks.length === 0 && !before?.blocks.length,
    hasMessages: specs.some((spec) =>
      [spec["messages"], spec["appendedMessages"]].some(
        (messages) => Array.isArray(messages) && messages.length > 0,
      ),
    ),
    own: blocks,
    provider: String(provider),
    model: String(name),
    field: isPrompt ? "messages" : "appendedMessages",
    isOpen: isPrompt && project.children("evaluation", address).length > 0,
  };
}

/** Conversations that are empty, begin with the assistant, or end with it. */
export function refusedConversations(subject: Subject, project: RuleProject): Finding[] {
  const conversation = conversationOf(subject, project);
  if (!conversation) return [];
  return [missingMessages(conversation), wrongStart(conversation), prefill(conversation)].flat();
}

/** A prompt that evaluations complete has no warning of its own; they may have one each. */
function missingMessages(conversation: Conversation): Finding[] {
  const { first, isEmpty, hasMessages, provider, field, isOpen } = conversation;
  if (isEmpty && !isOpen) {
    const subject = hasMessages ? "No message has content" : "There are no messages";
    const message = `${subject}: providers refuse an empty conversation.`;
    const hint = hasMessages ? "Write a text as its content." : "Add a message of the role user.";
    return [{ code: "refused-messages", path: [field], message, hint }];
  }
  const facts = factsOf(provider);
  if (isOpen || first || !facts?.startsWithUser) return [];
  if (field === "appendedMessages") {
    const message = `The conversation has only system messages: ${facts.name} refuses it.`;
    const hint = "Append a message of the role user.";
    return [{ code: "refused-messages", path: [field], message, hint }];
  }
  const message = `The prompt has only system messages: ${facts.name} refuses it without a message of the user.`;
  const hint =
    "Give the text, or a part of it, the role user. If your application appends such a message, add an evaluation that appends one.";
  return [{ code: "refused-messages", path: [field], message, hint }];
}

function wrongStart({ first, own, provider }: Conversation): Findings {
  const facts = factsOf(provider);
  if (first?.role !== "assistant" || !own.includes(first) || !facts?.startsWithUser) return [];
  return {
    code: "refused-messages",
    path: messagePath(first),
    message: `The conversation begins with the assistant: ${facts.name} refuses it.`,
    hint: "Begin with a message of the role user.",
  };
}

/** A last message of the assistant. One with a tool call waits for the result. */
function prefill({ last, own, provider, model, isOpen }: Conversation): Findings {
  if (last?.role !== "assistant" || isOpen || !own.includes(last)) return [];
  const blocks = own.filter(({ path }) => path[1] === last.path[1]);
  if (blocks.some(({ block }) => block["type"] === "TOOL_CALL")) return [];
  if (!refusedBy(provider, model).has("prefill")) return [];
  return {
    code: "refused-messages",
    path: messagePath(last),
    message: `The conversation ends with the assistant: ${model} refuses to continue its text.`,
    hint: "End with a message of the role user, and describe there how the reply begins.",
  };
}

/** System messages that the provider gets before the messages that they come after. */
export function systemMessagesMoved(subject: Subject, project: RuleProject): Finding[] {
  const { parent, spec } = subject.definition;
  const prompt = parent === undefined ? subject.definition : project.find(parent)?.definition;
  if (!prompt || prompt.external) return [];
  const facts = factsOf(objectOf(prompt.spec["parameters"])["provider"]);
  if (facts?.systemFirst !== true) return [];
  const field = parent === undefined ? "messages" : "appendedMessages";
  const before = parent === undefined ? [] : objectsIn(prompt.spec["messages"]);
  const own = objectsIn(spec[field]);
  return movedSystemMessages([...before, ...own] as { readonly role: unknown }[])
    .filter((index) => index >= before.length)
    .map((index) => ({
      code: "moved-system-message",
      path: [field, index - before.length],
      message: `${facts.name} gets this system message before the messages above it: it has one field for all system texts.`,
      hint: "Put it first, or give it the role user.",
    }));
}

/** Prompts in a JSON mode whose messages do not contain the word "json". */
export function jsonModeWithoutWord(subject: Subject, project: RuleProject): Findings {
  const { definition } = subject;
  const parameters = objectOf(definition.spec["parameters"]);
  const facts = factsOf(parameters["provider"]);
  if (!facts?.jsonModeNeedsWord || definition.external) return [];
  if (parameters["responseFormat"] !== "JSON" || hasReplySchema(parameters)) return [];
  const evaluations = project.children("evaluation", definition.address);
  const texts = [subject, ...evaluations].flatMap((each) => [
    ...project.messages.get(each.definition.address)!.texts.map(({ text }) => text),
    JSON.stringify(objectOf(each.definition.spec["variables"])),
  ]);
  if (texts.some((text) => /json/i.test(text))) return [];
  return {
    code: "refused-messages",
    path: ["parameters", "responseFormat"],
    message: `${facts.name} refuses the JSON mode if no message contains the word "JSON".`,
    hint: 'Add it to the messages, for example "Reply in JSON."',
  };
}
