// The text of a file after its front matter, in parts that become messages.
import type { JsonObject } from "../../engine/model/json.ts";
import { variablesOf } from "../../engine/render/template.ts";
import { evaluationsOf } from "../convert/assertions.ts";
import { allVariables, type CaseValue, leaveUnused } from "../convert/case-values.ts";
import { type ImportContext, RefusedPart } from "../convert/imported.ts";
import { messageOf, textBlock, textsOf } from "../convert/messages.ts";
import { baseName } from "../convert/requests.ts";
import {
  nodeAt,
  carry,
  itemsOf,
  leave,
  type LeftField,
  type SourceNode,
} from "../convert/source-node.ts";
import { asPlainText, requestTranslate, type Translate } from "../convert/template-syntax.ts";

/** A part of the body, with its place. */
export interface BodyPart {
  readonly text: string;
  /** Where it begins in the body. */
  readonly start: number;
}

/** The whole body. */
export function bodyOf({ record: { source } }: SourceNode): BodyPart {
  return { text: source.body?.file.slice(source.body.start) ?? "", start: 0 };
}

/** The node of a part, for messages about it. */
export function partNode(root: SourceNode, { text, start }: BodyPart): SourceNode {
  const { body } = root.record.source;
  return { ...root, value: text, offset: (body?.start ?? 0) + start };
}

/** The message of a part. Throws a RefusedPart if the text cannot be carried. */
export function partMessage(
  root: SourceNode,
  role: string,
  part: BodyPart,
  translate: Translate,
): JsonObject {
  return messageOf(role, [textBlock(translate(part.text, partNode(root, part)))]);
}

/** How a text is divided into messages. */
interface Sections {
  /** What is before each message. */
  readonly marks: RegExp;
  /** The role of text before the first mark. */
  readonly firstRole: string;
  /** The role of the message after a mark. Throws a RefusedPart if there is none. */
  roleAfter(mark: RegExpExecArray, node: SourceNode): string;
  /** The message of the text up to the next mark; undefined if it is empty. */
  read(role: string, part: BodyPart): JsonObject | undefined;
}

/** The messages of a text with marks. Throws a RefusedPart if there are none. */
export function messagesBetween(
  root: SourceNode,
  { text, start }: BodyPart,
  { marks, firstRole, roleAfter, read }: Sections,
): JsonObject[] {
  const messages: (JsonObject | undefined)[] = [];
  let role = firstRole;
  let index = 0;
  const add = (end: number): void =>
    void messages.push(read(role, { text: text.slice(index, end), start: start + index }));
  for (const mark of text.matchAll(marks)) {
    add(mark.index);
    role = roleAfter(mark, partNode(root, { text: mark[0], start: start + mark.index }));
    index = mark.index + mark[0].length;
  }
  add(text.length);
  const found = messages.filter((each) => each !== undefined);
  refuseEmptyText(root, found.length === 0 ? "" : text);
  return found;
}

/** Throws a RefusedPart for a file without text. */
export function refuseEmptyText(root: SourceNode, text: string): void {
  if (text.trim() === "") throw new RefusedPart(root, "It has no text.");
}

/** How a text without a template language of its own is read: {{name}} is a placeholder. */
export function textTranslate({ placeholders }: ImportContext): Translate {
  return placeholders === undefined ? asPlainText : requestTranslate(placeholders, new Map());
}

/** Folders that say only that prompts are in them. */
const generalFolders = new Set(["prompts", "prompt", "src"]);

/** The name of a prompt by its path: the folders that say something, and the file without ending. */
export function pathTitle({ record: { source } }: SourceNode): string {
  const parts = (source.body?.path ?? source.file).split(/[/\\]/);
  const folders = parts
    .slice(0, -1)
    .filter((each) => !each.startsWith(".") && !generalFolders.has(each.toLowerCase()));
  const title = [...folders, baseName(parts.at(-1)!)].filter(Boolean).join(" ");
  return title.trim() === "" ? "unnamed" : title;
}

/** Descriptive fields, which are kept as notes. */
export function notesIn(root: SourceNode, keys: readonly string[]): JsonObject {
  const fields = keys.map((key) => [key, nodeAt(root, key)] as const);
  const given = fields.filter(([, { value }]) => value !== undefined && value !== "");
  return Object.fromEntries(given.map(([key, field]) => [key, carry(field)!]));
}

/** The tools that are more than a name. Names, which other programs know, are listed as one. */
export function toolsWithoutNames(tools: SourceNode): readonly SourceNode[] {
  const all = itemsOf(tools);
  if (all.length > 0 && all.every(({ value }) => typeof value === "string")) {
    leave(tools, "They are names of tools, without their functions.");
    return [];
  }
  return all;
}

/** All variables of the messages with their descriptions; none if none has one. */
export function describedVariables(
  messages: readonly JsonObject[],
  descriptions: Readonly<Record<string, string>>,
): JsonObject {
  const used = textsOf(messages).flatMap(variablesOf);
  if (Object.keys(descriptions).length === 0) return {};
  return Object.fromEntries(used.map((name) => [name, descriptions[name] ?? null]));
}

/** An evaluation with sample values, if every variable of the messages has one. */
export function sampleEvaluation(
  values: readonly CaseValue[],
  messages: readonly JsonObject[],
): JsonObject[] {
  const used = new Set(textsOf(messages).flatMap(variablesOf));
  const missing = [...used].find((name) => !values.some((each) => each.name === name));
  const given = values.filter(({ name }) => used.has(name));
  for (const { name, node } of values) {
    if (!used.has(name)) leaveUnused(node);
    else if (missing === undefined) carry(node);
    else leave(node, `There is no value for {{${missing}}}, so it would be no whole case.`);
  }
  if (missing !== undefined || given.length === 0) return [];
  return evaluationsOf([{ name: "sample", variables: allVariables(given), assertions: [] }]);
}

/** The first literal {name} and ${name}, which may be placeholders of the application. */
export function literalBraces(root: SourceNode, { placeholders }: ImportContext): LeftField[] {
  if (placeholders !== undefined) return [];
  const part = bodyOf(root);
  const { offset = 0 } = partNode(root, part);
  const found = [
    [/\$\{[A-Za-z_][\w.]*\}/, "dollar-braces"],
    [/(?<![{$\\])\{[A-Za-z_]\w*\}(?!\})/, "single-braces"],
  ] as const;
  return found.flatMap(([pattern, syntax]) => {
    const match = pattern.exec(part.text);
    if (!match) return [];
    const reason = `It stays text. To make it a variable: --placeholders ${syntax}.`;
    return [
      {
        source: root.record.source,
        path: [`The variable ${match[0]}`],
        reason,
        offset: offset + match.index,
      },
    ];
  });
}
