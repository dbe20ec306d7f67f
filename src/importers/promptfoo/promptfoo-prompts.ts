// The prompts of a configuration of promptfoo: texts and conversations, in it or in files.
import { isObject, type Json, type JsonObject, parseJson } from "../../engine/model/json.ts";
import { type ReferredFile, RefusedPart } from "../convert/imported.ts";
import { messageOf, refuseEmpty, textBlock } from "../convert/messages.ts";
import { chatMessages } from "../openai/openai-chat.ts";
import { documentsIn, filesAt, program, type PromptfooFiles, service } from "./promptfoo-files.ts";
import { baseName, fileTitle } from "../convert/requests.ts";
import {
  nodeAt,
  carry,
  fieldsOf,
  itemsOf,
  rootOf,
  type SourceDocument,
  type SourceNode,
  nameAt,
} from "../convert/source-node.ts";
import { asJinja } from "../convert/template-syntax.ts";

export interface PromptfooPrompt {
  readonly name: string;
  /** By which providers and tests select it: its label, its id, or its text. */
  readonly selectors: readonly string[];
  readonly source: SourceNode;
  readonly messages: readonly JsonObject[];
  /** The file whose whole text is the prompt, as messages name it. */
  readonly textFile?: string | undefined;
}

/** An entry of `prompts`, or a part of one of the files that it names. */
export interface PromptPart {
  readonly source: SourceNode;
  /** Throws a RefusedPart if it cannot be imported. */
  readonly read: () => PromptfooPrompt;
}

/**
 * The parts of a configuration that are prompts. A configuration without prompts is one part, which
 * is refused.
 */
export function promptParts(config: SourceNode, files: PromptfooFiles): PromptPart[] {
  const prompts = nodeAt(config, "prompts");
  if (Array.isArray(prompts.value))
    return itemsOf(prompts).flatMap((entry) => promptPartsOf(entry, config, files));
  if (isObject(prompts.value))
    // path → label
    return fieldsOf(prompts).flatMap(([path, entry]) => {
      const { value: label } = entry;
      if (typeof label !== "string")
        return [refusedPart(entry, entry, "The label of the prompt is no text.")];
      const named = { source: entry, content: entry, config, label, selectors: [label] };
      return fileParts(named, path, files) ?? [textPart(named, path, files)];
    });
  return promptPartsOf(prompts.value === undefined ? config : prompts, config, files);
}

function promptPartsOf(entry: SourceNode, config: SourceNode, files: PromptfooFiles): PromptPart[] {
  const content = isObject(entry.value)
    ? ([nodeAt(entry, "raw"), nodeAt(entry, "id")].find(({ value }) => value !== undefined) ??
      entry)
    : entry;
  const text = entry === config ? undefined : content.value;
  if (typeof text !== "string")
    return [refusedPart(entry, entry, "It has no prompts that are texts or files.")];
  const label = nameAt(entry, "label");
  const id = isObject(entry.value) ? nodeAt(entry, "id").value : undefined;
  const selectors = [label ?? text, ...(typeof id === "string" ? [id] : [])];
  const named = { source: entry, content, config, label, selectors };
  return fileParts(named, text, files) ?? [textPart(named, text, files)];
}

/** A text that is the prompt itself. */
function textPart(entry: NamedEntry, text: string, files: PromptfooFiles): PromptPart {
  const { source, content, config, label, selectors } = entry;
  const read = (): PromptfooPrompt => {
    carry(content);
    const messages = textMessages(text, content, files);
    const name = label ?? nameAt(config, "description") ?? fileTitle(source);
    return { name, selectors, source, messages };
  };
  return { source, read };
}

function refusedPart(source: SourceNode, node: SourceNode, reason: string): PromptPart {
  const read = (): never => {
    throw new RefusedPart(node, reason);
  };
  return { source, read };
}

const isProgram = "A program writes the prompt.";

interface NamedEntry {
  readonly source: SourceNode;
  /** The value that names the files. */
  readonly content: SourceNode;
  readonly config: SourceNode;
  readonly label: string | undefined;
  readonly selectors: readonly string[];
}

/** The prompts in the files that a text names; undefined if the text is the prompt itself. */
function fileParts(
  entry: NamedEntry,
  text: string,
  files: PromptfooFiles,
): PromptPart[] | undefined {
  const { source, content } = entry;
  if (program.test(text)) return [refusedPart(source, content, isProgram)];
  if (service.test(text)) return [refusedPart(source, content, "Another service has the prompt.")];
  if (!isLikePath(text)) return undefined;
  const found = filesAt(content, text, files);
  if (typeof found !== "string") return found.flatMap((file) => partsIn(file, entry, text, files));
  const isSentence = !text.startsWith("file://") && /\s/.test(text);
  return isSentence ? undefined : [refusedPart(source, content, found)];
}

/**
 * Whether a text may be a path or a pattern, by the rule of promptfoo: an ending, or characters of
 * paths and patterns. A sentence with a slash is one only if there are such files.
 */
function isLikePath(text: string): boolean {
  if (text.startsWith("file://")) return true;
  if (/\n|\{\{|\{%|^\s*\[\s*\{/.test(text)) return false; // lines, a template, a list of messages
  return /[*/\\]|\.(?:\w{2,3}|jsonl|json|yaml)$|^\S[^\s.]*\.\S*[?[{]/.test(text);
}

function partsIn(
  file: ReferredFile,
  { source, content, label, selectors }: NamedEntry,
  path: string,
  files: PromptfooFiles,
): PromptPart[] {
  const isMatch = file.path !== path.replace(/^file:\/\//, "");
  const fileName = baseName(file.path);
  const matchName = label === undefined ? fileName : `${label}: ${fileName}`;
  const name = isMatch ? matchName : (label ?? fileName);
  carry(content);
  const sections = sectionsOf(file, files);
  return sections.map(({ read, isWhole }): PromptPart => ({
    source: { ...source },
    read: () => ({
      name,
      selectors: isMatch ? selectors.map((each) => `${each}: ${file.path}`) : selectors,
      source,
      messages: read(),
      ...(isWhole && { textFile: file.file }),
    }),
  }));
}

/** A prompt in a file. */
interface FileSection {
  /** Returns the messages. Throws a RefusedPart. */
  read(): readonly JsonObject[];
  /** Whether its text is that of the whole file. */
  readonly isWhole?: boolean;
}

/** The prompts of a file: conversations in its documents, or texts that `---` separates. */
function sectionsOf(file: ReferredFile, files: PromptfooFiles): readonly FileSection[] {
  const { path, text, documents, broken } = file;
  const refused = (reason: string): FileSection => ({
    read: () => {
      throw new RefusedPart(sectionNode(file, 0), reason);
    },
  });
  if (program.test(path)) return [refused(isProgram)];
  if (/\.[ct]sv$/i.test(path)) return [refused("Prompts in tables are not imported.")];
  const isTemplate = /\{[{%]/.test(text); // the placeholders of a template are often no valid JSON
  const hasLists = documents.some(({ value }) => Array.isArray(value));
  if (hasLists || (broken.length > 0 && !isTemplate))
    return documentsIn(file, files).map((source) => ({ read: () => conversation(source, files) }));
  const sections = /\.(?:md|j2)$/i.test(path) ? [{ text, line: 0 }] : textSections(text);
  const given = sections.filter((each) => each.text.trim() !== "");
  if (given.length === 0) return [refused("The file is empty.")];
  return given.map((section) => ({
    read: () => textMessages(section.text.trim(), sectionNode(file, section.line), files),
    isWhole: sections.length === 1,
  }));
}

/** The texts between lines of `---`, with the number of lines before each. */
function textSections(text: string): { readonly text: string; readonly line: number }[] {
  const lines = text.split("\n");
  const ends = lines.flatMap((line, index) => (line.trim() === "---" ? [index] : []));
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts.map((start, index) => {
    const section = lines.slice(start, ends[index]);
    const blank = section.findIndex((line) => line.trim() !== "");
    return { text: section.join("\n"), line: start + Math.max(0, blank) };
  });
}

/** A place in a file of texts. */
function sectionNode({ file, text }: ReferredFile, linesBefore: number): SourceNode {
  return rootOf({ file, text: "", linesBefore, index: 0, value: text });
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
  if (!Array.isArray(root.value)) throw new RefusedPart(root, "It is no list of messages.");
  const messages = chatMessages(root, asJinja);
  refuseEmpty(messages, root, [root]);
  roots.push(root); // of a refused conversation, the error says all
  return messages;
}
