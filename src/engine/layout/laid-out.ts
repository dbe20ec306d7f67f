// The canonical layout of a text of definitions. Nothing is laid out that is not read as before: each
// document keeps its values and its comments, and a second time changes nothing, or it stays as it stands.
import { canonical, type Json } from "../json.ts";
import { parse } from "../parse.ts";
import { type KeysAt, ordered } from "./order.ts";
import { printed } from "./print.ts";
import { rootOf } from "./reader.ts";
import { joined, split } from "./split.ts";
import { commentsOf } from "./tokens.ts";
import { Unsure } from "./tree.ts";

export interface LaidOut {
  readonly text: string;
  /** How many documents stay as they stand. */
  readonly left: number;
}

/** The text, without mistakes of YAML, in its layout. */
export function laidOut(text: string, keysAt: KeysAt): LaidOut {
  const documents = split(text);
  if (!documents) return { text, left: 1 };
  const texts = documents.map((each) => safely(each, keysAt));
  const left = texts.filter((each) => each === undefined).length;
  const whole = joined(texts.map((each, index) => each ?? documents[index]!));
  const again = (each: string): string | undefined =>
    split(each) && joined(split(each)!.map((one) => safely(one, keysAt) ?? one));
  if (whole === text || isSafe(text, whole, again)) return { text: whole, left };
  return { text, left: documents.length };
}

/** One document in its layout: with its keys in order, or else as they stand; undefined where neither is safe. */
function safely(text: string, keysAt: KeysAt): string | undefined {
  for (const lay of [inOrder, asOrdered]) {
    const found = lay(text, keysAt);
    if (found === undefined) return undefined;
    if (found === text || isSafe(text, found, (each) => lay(each, keysAt))) return found;
  }
  return undefined;
}

function inOrder(text: string, keysAt: KeysAt): string | undefined {
  const [document] = parse({ path: "", text }).documents;
  const root = sure(text);
  return root && printed(document ? ordered(root, (path) => keysAt(document.value, path)) : root);
}

function asOrdered(text: string): string | undefined {
  const root = sure(text);
  return root && printed(root);
}

function sure(text: string): ReturnType<typeof rootOf> | undefined {
  try {
    return rootOf(text);
  } catch (problem) {
    if (problem instanceof Unsure) return undefined;
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
    canonical(commentsOf(before).toSorted()) === canonical(commentsOf(after).toSorted()) &&
    again(after) === after
  );
}

function meaningOf(text: string): string {
  const { documents, diagnostics } = parse({ path: "", text });
  return canonical([
    diagnostics.map(({ code }) => code),
    documents.map(({ value }) => value),
  ] as unknown as Json);
}
