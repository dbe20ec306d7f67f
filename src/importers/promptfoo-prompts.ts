// The prompts of a configuration of promptfoo: texts and conversations, in it or in files.
import { isObject, type Json, type JsonObject, parseJson } from "../engine/model/json.ts";
import { RefusedPart } from "./imported.ts";
import { messageOf, textBlock } from "./messages.ts";
import { chatMessages } from "./openai-chat.ts";
import type { PromptfooFiles } from "./promptfoo-tests.ts";
import { fileTitle } from "./requests.ts";
import { at, carry, rootOf, type SourceDocument, type SourceNode, textAt } from "./source-node.ts";
import { asJinja } from "./template-syntax.ts";

export interface PromptfooPrompt {
  readonly name: string;
  /** By which providers select it. */
  readonly label: string | undefined;
  readonly source: SourceNode;
  readonly messages: readonly JsonObject[];
}

/** Prompts that a program writes: `file://prompt.py`, `prompt.js:build`, `exec:…`. */
const program = /^(?:file:\/\/.*|\S+)\.(?:py|[cm]?[jt]s|rb|go|sh|exe)(?::\w+)?$|^exec:/;

/** Prompts that a service holds: `langfuse://name`. */
const service = /^(?!file:)[a-z]+:\/\/\S+$/;

/** Files whose text is the prompt. */
const textFile = /^(?:file:\/\/.*|\S+\.(?:txt|md|json|jsonl|ya?ml|j2))$/;

/** The prompts of an entry: one, or those of a text file that `---` separates. */
export function promptsIn(
  entry: SourceNode,
  config: SourceNode,
  files: PromptfooFiles,
): PromptfooPrompt[] {
  const isPath = isObject(at(config, "prompts").value); // path → label
  if (isPath) return pathPrompts(entry, files);
  const content = isObject(entry.value)
    ? ([at(entry, "raw"), at(entry, "id")].find(({ value }) => value !== undefined) ?? entry)
    : entry;
  if (entry === config || typeof content.value !== "string")
    throw new RefusedPart(entry, "It has no prompts that are texts or files.");
  const text = content.value;
  if (program.test(text)) throw new RefusedPart(content, "A program writes the prompt.");
  if (service.test(text)) throw new RefusedPart(content, "Another service has the prompt.");
  carry(content);
  const label = textAt(entry, "label");
  const name = label ?? textAt(config, "description") ?? fileTitle(entry);
  const found = textFile.test(text)
    ? fileMessages(content, text.replace(/^file:\/\//, ""), files)
    : [textMessages(text, content, files)];
  return found.map((messages) => ({ name, label, source: entry, messages }));
}

/** The prompts of a path whose value is their label. */
function pathPrompts(entry: SourceNode, files: PromptfooFiles): PromptfooPrompt[] {
  const path = String(entry.path.at(-1));
  if (program.test(path)) throw new RefusedPart(entry, "A program writes the prompt.");
  const label = String(carry(entry));
  const found = fileMessages(entry, path.replace(/^file:\/\//, ""), files);
  return found.map((messages) => ({ name: label, label, source: entry, messages }));
}

/** The messages of each prompt in a file. */
function fileMessages(
  node: SourceNode,
  path: string,
  files: PromptfooFiles,
): (readonly JsonObject[])[] {
  const read = files.readReferred(node.record.source, path);
  if (typeof read === "string") throw new RefusedPart(node, read);
  const lists = read.documents.filter(({ value }) => Array.isArray(value));
  if (lists.length > 0) return lists.map((source) => conversation(source, files));
  const isPlain = !/\.(?:md|j2)$/i.test(path);
  const texts = isPlain ? read.text.split(/^---\s*$/m) : [read.text];
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => textMessages(text, node, files));
}

/** A conversation in JSON, or one message of the user. */
function textMessages(text: string, node: SourceNode, files: PromptfooFiles): JsonObject[] {
  const value: Json | undefined = /^\s*\[/.test(text) ? parseJson(text) : undefined;
  if (!Array.isArray(value)) {
    const content = asJinja(text, node);
    if (/^\s*\[\s*\{\s*"/.test(text))
      throw new RefusedPart(node, "The list of messages is not valid JSON.");
    return [messageOf("user", [textBlock(content)])];
  }
  const { source } = node.record;
  const within = { source, path: node.path };
  return conversation({ ...source, text, value, within }, files);
}

function conversation(source: SourceDocument, { roots }: PromptfooFiles): JsonObject[] {
  const root = rootOf(source);
  roots.push(root);
  const messages = chatMessages(root, asJinja);
  if (messages.length === 0) throw new RefusedPart(root, "It has no messages.");
  return messages;
}
