// The canonical layout of a text of definitions. Nothing is laid out that is not read as before: each
// document keeps its values and its comments, and a second time changes nothing, or it stays as it stands.
import { canonicalJson, type Json } from "../model/json.ts";
import { parse } from "../parse/parse.ts";
import { type KeyOrder, orderKeys } from "./key-order.ts";
import { printDocument } from "./print.ts";
import { readDocument } from "./read-document.ts";
import { joinDocuments, splitDocuments } from "./split-documents.ts";
import { commentsOf } from "./tokens.ts";
import { UnsupportedLayout } from "./tree.ts";

export interface FormattedText {
  readonly text: string;
  /** How many documents stay as they stand. */
  readonly skipped: number;
}

/** The text, without mistakes of YAML, in its layout. */
export function formatText(text: string, keysAt: KeyOrder): FormattedText {
  const parts = isReadOtherwise.test(text) ? undefined : splitDocuments(text);
  if (!parts) return { text, skipped: 1 };
  const documents = parts.map((each) => safely(each.text, keysAt) ?? each);
  const left = documents.filter((each) => typeof each !== "string").length;
  const whole = joinDocuments(documents);
  const again = (each: string): string | undefined => {
    const found = splitDocuments(each);
    return found && joinDocuments(found.map((part) => safely(part.text, keysAt) ?? part));
  };
  if (whole === text || isSafe(text, whole, again)) return { text: whole, skipped: left };
  return { text, skipped: documents.length };
}

/** What reading a file drops; where there is more of it, the next reading would drop that. */
const isReadOtherwise = /\r|^\uFEFF/;

/** One document in its layout: with its keys in order, or else as they stand; undefined where neither is safe. */
function safely(text: string, keysAt: KeyOrder): string | undefined {
  for (const keys of [keysAt, noKeys]) {
    const found = once(text, keys);
    const isKept = found === text || found === undefined;
    if (isKept || isSafe(text, found, (each) => once(each, keys))) return found;
  }
  return undefined;
}

const noKeys: KeyOrder = () => [];

/** A document laid out; undefined where it is written in a way that stays as it stands. */
function once(text: string, keysAt: KeyOrder): string | undefined {
  try {
    const value = parse({ path: "", text }).documents[0]?.value ?? {};
    return printDocument(orderKeys(readDocument(text), (path) => keysAt(value, path)));
  } catch (problem) {
    if (problem instanceof UnsupportedLayout || problem instanceof RangeError) return undefined; // too deep
    throw problem;
  }
}

/** Whether one text says what another does, and is its own layout. */
function isSafe(
  before: string,
  after: string,
  again: (text: string) => string | undefined,
): boolean {
  return (
    meaningOf(before) === meaningOf(after) &&
    canonicalJson(commentsOf(before).toSorted()) === canonicalJson(commentsOf(after).toSorted()) &&
    again(after) === after
  );
}

function meaningOf(text: string): string {
  const { documents, diagnostics } = parse({ path: "", text });
  return canonicalJson([
    diagnostics.map(({ code }) => code),
    documents.map(({ value }) => value),
  ] as unknown as Json);
}
