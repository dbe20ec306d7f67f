// Formats the text of definition files. Formatting a document keeps its values and comments, and
// formatting it again changes nothing; a document for which this does not hold stays unchanged.
//
// It reads the tokens of `yaml`. Its Document API was tried and does not suffice: toString() joins the
// lines of folded and plain texts, moves comments above a key into the collection before it and
// comments beside a key below it, pads both kinds of brackets, and rewrites numbers (0x1F, 1e3). With it,
// 41 of the 51 examples in test/engine/format/examples.test.ts failed.
import { isNamed } from "../model/failure.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import { parse } from "../parse/parse.ts";
import type { ParsedFile } from "../parse/parsed-document.ts";
import { parsePlain } from "../parse/plain-yaml.ts";
import { type KeyOrder, orderKeys } from "./key-order.ts";
import type { UnsupportedLayout } from "./layout.ts";
import { printDocument } from "./print.ts";
import { readDocument } from "./read-document.ts";
import { type DocumentPart, joinDocuments, splitDocuments } from "./split-documents.ts";
import { commentsOf, type DocumentText } from "./tokens.ts";

export interface FormattedText {
  readonly text: string;
  /** The number of documents that stay unchanged. */
  readonly skipped: number;
}

/** Formats a text without YAML errors. Verified once: its documents only if the whole is not safe. */
export function formatText(text: string, keyOrder: KeyOrder): FormattedText {
  const parts = normalizedByReading.test(text) ? undefined : splitDocuments(text);
  if (!parts) return { text, skipped: 1 };
  const formatAll = (format: FormatDocument): FormattedText | undefined => {
    const formatted = formatParts(parts, format);
    if (formatted.text === text) return formatted;
    const again = (other: string): string | undefined => {
      const found = formatParts(splitDocuments(other) ?? [], format);
      // A document that `yaml` rejects would be skipped, and so be unchanged.
      return found.skipped === formatted.skipped ? found.text : undefined;
    };
    return isSafe(text, formatted.text, again) ? formatted : undefined;
  };
  return (
    formatAll((document) => formatWith(document, keyOrder)) ??
    formatAll((document) => formatSafely(document, keyOrder)) ?? { text, skipped: parts.length }
  );
}

function formatParts(parts: readonly DocumentPart[], format: FormatDocument): FormattedText {
  const documents = parts.map((part) => formatPart(part, format));
  const skipped = documents.filter((part, index) => part === parts[index]).length;
  return { text: joinDocuments(documents), skipped };
}

/** The formatted text of a document; undefined if it cannot be formatted. */
type FormatDocument = (document: DocumentText) => string | undefined;

/** Returns the formatted part, or the part unchanged if it cannot be formatted. */
function formatPart(part: DocumentPart, format: FormatDocument): DocumentPart {
  const text = format(part);
  return text === undefined ? part : { text, source: text };
}

/** Reading a file drops one byte order mark and CRLF; text that still has them would change again. */
const normalizedByReading = /\r|^\uFEFF/;

/** A document with its keys in order, or else in their own order; undefined if neither is safe. */
function formatSafely(document: DocumentText, keyOrder: KeyOrder): string | undefined {
  const { text } = document;
  for (const order of [keyOrder, unordered]) {
    const formatted = formatWith(document, order);
    if (formatted === undefined || formatted === text) return formatted;
    if (isSafe(text, formatted, (other) => formatWith({ text: other }, order))) return formatted;
  }
  return undefined;
}

const unordered: KeyOrder = () => [];

/** A formatted document; undefined if its layout is not supported. */
function formatWith(document: DocumentText, keyOrder: KeyOrder): string | undefined {
  try {
    const value = read(document.text).documents[0]?.value ?? {};
    return printDocument(orderKeys(readDocument(document), (path) => keyOrder(value, path)));
  } catch (error) {
    const isTooDeep = error instanceof RangeError;
    if (isNamed<UnsupportedLayout>(error, "UnsupportedLayout") || isTooDeep) return undefined;
    throw error;
  }
}

/** True if formatting keeps values and comments, and formatting again changes nothing. */
function isSafe(
  before: string,
  after: string,
  formatAgain: (text: string) => string | undefined,
): boolean {
  return (
    readingOf(before) === readingOf(after) &&
    canonicalJson(commentsOf(before).toSorted()) === canonicalJson(commentsOf(after).toSorted()) &&
    formatAgain(after) === after
  );
}

function readingOf(text: string): string {
  const { documents, diagnostics } = read(text);
  return canonicalJson([
    diagnostics.map(({ code }) => code),
    documents.map(({ value }) => value),
  ] as unknown as Json);
}

/** Reads a text as `plan` does. */
function read(text: string): ParsedFile {
  const file = { path: "", text };
  return parsePlain(file) ?? parse(file);
}
