// How `yaml` reads every text: its options, and positions in the text as source locations.
import { type Document, LineCounter, parseAllDocuments } from "yaml";
import type { SourceLocation } from "../model/diagnostic.ts";
import type { SourceFile } from "../model/source-file.ts";

export const readerOptions = {
  prettyErrors: false,
  resolveKnownTags: false,
  stringKeys: true,
  version: "1.2",
} as const;

/** All documents of a text, invalid and empty ones too. */
export function documentsOf(
  text: string,
  lineCounter: LineCounter = new LineCounter(),
): Document.Parsed[] {
  return [...parseAllDocuments(text, { ...readerOptions, lineCounter })];
}

/** The location of the text between two offsets, at most to the end of its first line. */
export function locationAt(
  file: SourceFile,
  lines: LineCounter,
  [start, end]: readonly [start: number, end: number],
): SourceLocation {
  const { line, col } = lines.linePos(Math.min(start, file.text.length));
  const lineStart = lines.lineStarts[line - 1] ?? 0;
  const lineEnd = file.text.indexOf("\n", lineStart);
  const text = file.text
    .slice(lineStart, lineEnd < 0 ? file.text.length : lineEnd)
    .replace(/\r$/, "");
  const endColumn = Math.max(Math.min(end - lineStart, text.length) + 1, col + 1);
  return { file: file.path, line, column: col, endColumn, text };
}
