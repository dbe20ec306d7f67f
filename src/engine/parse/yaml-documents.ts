// Reads texts with `yaml`, and finds positions in a text as source locations.
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  Parser,
} from "yaml";
import type { SourceLocation } from "../model/diagnostic.ts";
import type { SourceFile } from "../model/source-file.ts";
import { composeDocuments, readerOptions } from "./compose-documents.ts";

/** An error in the text of a document. */
export interface YamlProblem {
  readonly code:
    | "yaml-syntax"
    | "merge-conflict"
    | "yaml-alias"
    | "unknown-key"
    | "not-a-mapping"
    | "bad-number";
  readonly range: Offsets;
  readonly message: string;
  readonly hint?: string;
}

/** A file that `yaml` has read. */
export interface YamlFile extends SourceFile {
  /** All documents, invalid and empty ones too. */
  readonly documents: readonly Document.Parsed[];
  readonly lines: LineCounter;
}

/** `merge`: reads merge keys, which YAML 1.2 does not have. */
export function readYaml({ path, text }: SourceFile, merge = false): YamlFile {
  const lines = new LineCounter();
  const tokens = new Parser(lines.addNewLine).parse(text);
  const documents = composeDocuments(tokens, { ...readerOptions, merge });
  return { path, text, documents, lines };
}

/** All documents of a text, invalid and empty ones too. */
export function documentsOf(text: string): readonly Document.Parsed[] {
  return readYaml({ path: "", text }).documents;
}

/** A pair of a mapping, or an item of a list. */
export type Entry = Pair<Node, Node | null> | Node;

/** The pair or the item at a key of a collection; undefined if there is none. */
export function entryAt(node: unknown, key: string | number): Entry | undefined {
  if (isMap<Node, Node | null>(node))
    return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
  return isSeq<Node | null>(node) ? (node.items[Number(key)] ?? undefined) : undefined;
}

/** A range in a text, or the range of a node of `yaml`. */
export type Offsets = readonly [start: number, end: number, nodeEnd?: number];

/** The location of the text between two offsets, at most to the end of its first line. */
export function locationAt(
  { path, text: source, lines }: Omit<YamlFile, "documents">,
  [start, end]: Offsets,
): SourceLocation {
  const { line, col } = lines.linePos(Math.min(start, source.length));
  const lineStart = lines.lineStarts[line - 1] ?? 0;
  const text = lineAt(source, lineStart, lines.lineStarts[line]);
  const endColumn = Math.max(Math.min(end - lineStart, text.length) + 1, col + 1);
  return { file: path, line, column: col, endColumn, text };
}

/**
 * The line between two offsets, without its line ending. The start of the next line is undefined for
 * the last line, and if `yaml` gave up before it. Takes the same time for lines of any length.
 */
function lineAt(source: string, start: number, nextStart: number | undefined): string {
  const lineEnd = nextStart === undefined ? source.indexOf("\n", start) : nextStart - 1;
  const end = lineEnd < 0 ? source.length : lineEnd;
  return source.slice(start, source[end - 1] === "\r" ? end - 1 : end);
}
