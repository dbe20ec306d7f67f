// A file whose documents `yaml` reads one by one, when they are asked for: to find the places of a few
// values in a file of thousands of documents.
import { type Document, LineCounter, Parser } from "yaml";
import { memo } from "../model/collections.ts";
import type { SourceFile } from "../model/source-file.ts";
import { composeDocuments, readerOptions } from "./compose-documents.ts";
import { readYaml, type YamlFile } from "./yaml-documents.ts";

export interface DocumentFile extends Omit<YamlFile, "documents"> {
  /** The lines on which the documents start, from 1. */
  readonly startLines: readonly number[];
  /** The document at an index, from 0. */
  documentAt(index: number): Document.Parsed | undefined;
}

/** The file as `yaml` has read it already. */
export function readDocumentFile(file: YamlFile): DocumentFile {
  const { path, text, lines, documents } = file;
  const startLines = documents.map(({ range }) => lines.linePos(range[0]).line);
  return { path, text, lines, startLines, documentAt: (index) => documents[index] };
}

/**
 * A file that `yaml` has not read. Its text has no errors. A text with directives or with markers that
 * have text after them is read whole.
 */
export function unreadDocumentFile(file: SourceFile): DocumentFile {
  const { path, text } = file;
  if (/^(?:%|---.|\.\.\.)/m.test(text)) return readDocumentFile(readYaml(file));
  const starts = documentStarts(text);
  const lines = countLines(text);
  return {
    path,
    text,
    lines,
    startLines: starts.map((start) => lines.linePos(start).line),
    documentAt: memo((index: number) => {
      const start = starts[index];
      return start === undefined ? undefined : parseDocument(text, start, starts[index + 1]);
    }),
  };
}

/** The offsets of the documents. A comment before the first marker is no document. */
function documentStarts(text: string): number[] {
  const markers = Array.from(text.matchAll(/(?<![^\n])---(?=[\r\n]|$)/g), ({ index }) => index);
  const hasContent = /^[ \t]*[^\s#]/m.test(text.slice(0, markers[0]));
  return hasContent ? [0, ...markers] : markers;
}

function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start >= 0; start = nextLine(text, start)) lines.addNewLine(start);
  return lines;
}

function nextLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? -1 : end + 1;
}

/** The document between two offsets. The ranges of its nodes are offsets in the whole text. */
function parseDocument(text: string, start: number, end?: number): Document.Parsed | undefined {
  const parser = new Parser();
  parser.offset = start;
  return composeDocuments(parser.parse(text.slice(start, end)), readerOptions)[0];
}
