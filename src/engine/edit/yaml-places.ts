// Where things stand in YAML text, by line: what an edit of the text needs to know of the nodes.
import {
  type Document,
  isAlias,
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

/** A piece of text to be put in place of another; offsets in UTF-16 units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A collection, and whether it stands in brackets or within others that do. */
export interface Place {
  readonly node: YAMLMap | YAMLSeq;
  readonly inFlow: boolean;
}

/** The collection at a path; undefined where there is none, or an alias is on the way. */
export function placeOf(document: Document.Parsed, path: Path): Place | undefined {
  let node = document.contents as Node | null | undefined;
  let inFlow = isCollection(node) && node.flow === true;
  for (const key of path) {
    if (!isCollection(node) || isAlias(node)) return undefined;
    const item = isMap(node)
      ? node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key))
      : (node.items as Node[])[Number(key)];
    node = (isPair(item) ? item.value : item) as Node | null | undefined;
    inFlow ||= isCollection(node) && node.flow === true;
  }
  return isMap(node) || isSeq(node) ? { node, inFlow } : undefined;
}

/** Where a value ends, line ends after it left out but for those that a text keeps (`|+`). */
export function endOf(text: string, node: Node): number {
  const last = lastIn(node);
  const keeps =
    isScalar(last) &&
    last.type?.startsWith("BLOCK") === true &&
    /^[|>]\d?\+/.test(text.slice(last.range![0]));
  if (keeps) return last.range![1] - (text[last.range![1] - 1] === "\n" ? 1 : 0);
  let end = node.range![1];
  while (text[end - 1] === "\n") end--;
  return end;
}

/** What a node ends with. */
function lastIn(node: Node): Node {
  if (!isCollection(node) || node.flow === true) return node;
  const last = node.items.at(-1);
  const next = (isPair(last) ? (last.value ?? last.key) : last) as Node | null | undefined;
  return next ? lastIn(next) : node;
}

/** The end of a line, its line end left out. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

/** Where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Lines put at a column; empty ones stay empty. */
export function atColumn(column: number, lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(column) + line));
}
