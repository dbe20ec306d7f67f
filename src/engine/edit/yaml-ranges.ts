// Positions of YAML nodes in the text of a file, as far as edits of that text need them.
import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Path } from "../model/json.ts";
import { entryAt } from "../parse/yaml-documents.ts";

/** A replacement of a piece of text; offsets in UTF-16 code units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A document with the text of its file. */
export interface DocumentSource {
  readonly document: Document.Parsed;
  readonly text: string;
}

/** A mapping or list in the text of its file. `inFlow`: it, or a collection around it, is in brackets. */
export interface YamlCollection {
  readonly text: string;
  readonly node: YAMLMap | YAMLSeq;
  readonly inFlow: boolean;
}

/** The collection at a path; undefined if there is none, or if the path leads through an alias. */
export function collectionAt(
  { document, text }: DocumentSource,
  path: Path,
): YamlCollection | undefined {
  let node: Node | null | undefined = document.contents;
  let inFlow = isCollection(node) && node.flow === true;
  for (const key of path) {
    const entry = entryAt(node, key);
    node = isPair(entry) ? entry.value : entry;
    inFlow ||= isCollection(node) && node.flow === true;
  }
  return isMap(node) || isSeq(node) ? { text, node, inFlow } : undefined;
}

export function isBlockScalar(node: Node): boolean {
  return isScalar(node) && node.type?.startsWith("BLOCK") === true;
}

/** The end of a value without trailing line endings, except those that belong to it (`|+`). */
export function endOf(text: string, node: Node): number {
  const last = lastNodeIn(node);
  const keepsLineEnds = isBlockScalar(last) && /^[|>]\d?\+/.test(text.slice(last.range![0]));
  if (keepsLineEnds) return last.range![1] - (text[last.range![1] - 1] === "\n" ? 1 : 0);
  let end = node.range![1];
  while (text[end - 1] === "\n") end--;
  return end;
}

function lastNodeIn(node: Node): Node {
  if (!isCollection(node) || node.flow === true) return node;
  const last = node.items.at(-1);
  const next = (isPair(last) ? (last.value ?? last.key) : last) as Node | null | undefined;
  return next ? lastNodeIn(next) : node;
}

/** The end of the line at an offset, without its line ending. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

/** The start of the line at an offset. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The lines indented by a number of spaces; empty lines stay empty. */
export function indentLines(lines: readonly string[], column: number): string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(column) + line));
}

/** True if the text contains a YAML comment. */
export function hasComment(text: string): boolean {
  return /(?:^|\s)#/.test(text);
}
