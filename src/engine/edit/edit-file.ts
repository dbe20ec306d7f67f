// Changes of single values in YAML text: all that is not about them stays byte for byte.
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { Amendment } from "../export/amendments.ts";
import type { Json } from "../model/json.ts";
import { documentsOf } from "../parse/parse.ts";
import { itemSplice, listSplices } from "./edit-list.ts";
import { flowText, keyText, scalarText } from "./scalar-text.ts";
import { entryLines } from "./yaml-writer.ts";
import {
  atColumn,
  endOf,
  lineEnd,
  lineStart,
  type Place,
  placeOf,
  type Splice,
} from "./yaml-places.ts";

/** What is to become of the documents of a file, by their index. */
export interface FileEdit {
  readonly changed: ReadonlyMap<number, readonly Amendment[]>;
  readonly dropped: ReadonlySet<number>;
}

/** The text with its documents changed; undefined where one cannot be changed in place. */
export function editFile(text: string, { changed, dropped }: FileEdit): string | undefined {
  const documents = documentsOf(text);
  const splices: Splice[] = [];
  for (const [index, amendments] of changed)
    for (const each of outermostFirst(amendments)) {
      const found = documents[index] && splicesFor(documents[index], text, each);
      if (!found) return undefined;
      splices.push(...found);
    }
  for (const index of dropped) {
    const found = documentSplice(documents, text, index);
    if (!found) return undefined;
    splices.push(found);
  }
  if (!areApart(splices)) return undefined;
  return splices
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce(
      (rest, { start, end, text: put }) => rest.slice(0, start) + put + rest.slice(end),
      text,
    );
}

/** Of two things put at one place, the inner one comes first, then the one named first: it is put there last. */
function outermostFirst(amendments: readonly Amendment[]): Amendment[] {
  return amendments.toReversed().toSorted((a, b) => a.path.length - b.path.length);
}

function splicesFor(
  document: Document.Parsed,
  text: string,
  amendment: Amendment,
): readonly Splice[] | undefined {
  if (amendment.does === "include") return undefined; // it is in another file
  if (amendment.does === "list") return listSplices(document, text, amendment);
  if (amendment.does === "within") return withinSplices(document, text, amendment);
  const found = valueSplice(document, text, amendment);
  return found && [found];
}

/** All of several changes, or the whole value anew. */
function withinSplices(
  document: Document.Parsed,
  text: string,
  { ops, path, value }: Extract<Amendment, { does: "within" }>,
): readonly Splice[] | undefined {
  const all = outermostFirst(ops).map((each) => splicesFor(document, text, each));
  return all.every((each) => each !== undefined) && areApart(all.flat())
    ? all.flat()
    : splicesFor(document, text, { does: "set", path, value });
}

function areApart(splices: readonly Splice[]): boolean {
  const sorted = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return sorted.every((each, at) => at === 0 || sorted[at - 1]!.end <= each.start);
}

/** A document with its `---`; the first one leaves what stands at the top of the file. */
function documentSplice(
  documents: readonly Document.Parsed[],
  text: string,
  index: number,
): Splice | undefined {
  const [start, , end] = documents[index]?.range ?? [];
  if (start === undefined || /^%/m.test(text)) return undefined;
  return { start: index === 0 ? headEnd(text.slice(0, start)) : start, end: end!, text: "" };
}

/** Where the head of a file ends: its schema comment, or comments with an empty line after them. */
function headEnd(head: string): number {
  const found =
    /^(?:#.*\n)+\n+/.exec(head) ?? /^# *(?:yaml-language-server: )?\$schema.*\n/.exec(head);
  return found ? found[0].length : 0;
}

function valueSplice(
  document: Document.Parsed,
  text: string,
  { does, path, value }: Extract<Amendment, { does: "set" | "remove" }>,
): Splice | undefined {
  const place = placeOf(document, path.slice(0, -1));
  const key = path.at(-1);
  if (!place || key === undefined) return undefined;
  const { node, inFlow } = place;
  if (isSeq(node)) {
    const item = node.items[Number(key)] as Node | undefined;
    if (!item || value === undefined) return undefined;
    return replaced(item, value, inFlow) ?? (inFlow ? undefined : itemSplice(text, item, value));
  }
  if (node.items.length === 0) return undefined;
  const pair = node.items.find((each) => isScalar(each.key) && each.key.value === key);
  if (!pair) return does === "remove" ? undefined : inserted(place, text, String(key), value!);
  const gone = does === "remove" && !inFlow ? removed(place, pair, text) : undefined;
  if (gone) return gone;
  if (value === undefined) return inFlow ? removedInFlow(place, pair, text) : undefined;
  return inFlow ? replaced(pair.value as Node, value, true) : set(pair, text, value);
}

/** A value on one line in place of another one. */
function replaced(node: Node | null, value: Json, inFlow: boolean): Splice | undefined {
  if (!node?.range || isAlias(node)) return undefined;
  const isBlock = isScalar(node) && node.type?.startsWith("BLOCK") === true;
  if (isBlock || (!inFlow && typeof value === "object" && value !== null)) return undefined;
  const text = inFlow ? flowText(value) : scalarText(value);
  return { start: node.range[0], end: node.range[1], text };
}

/** A key with its value in place of what they were; a comment beside the value stays. */
function set(pair: Pair, text: string, value: Json): Splice | undefined {
  const [key, old] = [pair.key as Node, pair.value as Node | null];
  if (!key.range || !old?.range || isAlias(old)) return undefined;
  const start = key.range[0];
  const end = endOf(text, old);
  const column = start - lineStart(text, start);
  const [first, ...others] = entryLines(text.slice(start, key.range[1]), value);
  const lines = atColumn(column, others);
  if (lines.length > 0 && /^[ \t]*#/.test(text.slice(end))) return undefined;
  return { start, end, text: [first + headComment(text, old), ...lines].join("\n") };
}

/** The comment beside the sign of a block text: ` # keep it short`. */
function headComment(text: string, node: Node): string {
  const isBlock = isScalar(node) && node.type?.startsWith("BLOCK") === true;
  const head = isBlock ? text.slice(node.range![0], lineEnd(text, node.range![0])) : "";
  const [, comment = ""] = /^[|>][\d+-]*[ \t]+(#.*)$/.exec(head) ?? [];
  return comment && ` ${comment}`;
}

function inserted(
  { node, inFlow }: Place,
  text: string,
  name: string,
  value: Json,
): Splice | undefined {
  if (!isMap(node)) return undefined;
  const last = node.items.at(-1)!;
  const [key, lastValue] = [node.items[0]!.key as Node, last.value as Node | null];
  if (!key.range || !lastValue?.range) return undefined;
  if (inFlow) {
    const said = flowText(value);
    const end = lastValue.range[1];
    return { start: end, end, text: `, ${keyText(name)}: ${said}` };
  }
  const column = key.range[0] - lineStart(text, key.range[0]);
  const lines = atColumn(column, entryLines(keyText(name), value));
  const end = lineEnd(text, endOf(text, lastValue));
  return { start: end, end, text: lines.map((line) => `\n${line}`).join("") };
}

/** The lines of a key; undefined where it is the only one, or stands beside a dash. */
function removed({ node }: Place, pair: Pair, text: string): Splice | undefined {
  const [key, value] = [pair.key as Node, pair.value as Node | null];
  if (!key.range || node.items.length < 2) return undefined;
  const start = lineStart(text, key.range[0]);
  if (text.slice(start, key.range[0]).trim() !== "") return undefined;
  const end = lineEnd(text, value ? endOf(text, value) : key.range[1]);
  return { start, end: Math.min(end + 1, text.length), text: "" };
}

/** A key in brackets with its comma; undefined where it is the only one, or a comment is beside it. */
function removedInFlow({ node }: Place, pair: Pair, text: string): Splice | undefined {
  const pairs = node.items as Pair[];
  const at = pairs.indexOf(pair);
  const start = (each: Pair): number => (each.key as Node).range![0];
  const end = (each: Pair): number => ((each.value ?? each.key) as Node).range![1];
  if (pairs.length < 2) return undefined;
  const next = pairs[at + 1];
  const splice = next
    ? { start: start(pair), end: start(next), text: "" }
    : { start: end(pairs[at - 1]!), end: end(pair), text: "" };
  return /(?:^|\s)#/.test(text.slice(splice.start, splice.end)) ? undefined : splice;
}
