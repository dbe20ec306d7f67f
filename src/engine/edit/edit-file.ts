// Edits documents in the text of a YAML file; text that no edit concerns stays byte for byte.
//
// The nodes of `yaml` give the positions and `yaml` prints the new values, but the text between is
// spliced, because Document.toString() rewrites the whole document: it re-indents collections,
// refolds plain, quoted and folded texts, pads brackets, replaces escapes by their characters,
// moves comments beside values and joins empty lines.
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { DocumentEdit } from "../export/document-edit.ts";
import { groupBy } from "../model/collections.ts";
import type { Json, Path } from "../model/json.ts";
import { documentsOf, type Offsets } from "../parse/yaml-documents.ts";
import { removeFromFlow, replaceItem, spliceList } from "./edit-list.ts";
import { flowText, keyText, scalarText } from "./scalar-text.ts";
import {
  collectionAt,
  type DocumentSource,
  endOf,
  indentLines,
  isBlockScalar,
  lineEnd,
  lineStart,
  type Splice,
  type YamlCollection,
} from "./yaml-ranges.ts";
import { entryLines } from "./yaml-writer.ts";

/** An edit of a document of a file. An edit that removes the empty path removes the document. */
export interface FileEdit {
  /** The index of the document. */
  readonly document: number;
  readonly edit: DocumentEdit;
}

/** Sets a value in the first document of a file. */
export function setEdit(path: Path, value: Json): FileEdit {
  return { document: 0, edit: { edit: "set", path, value } };
}

/** Undefined if an edit is impossible in place. */
type Splices = readonly Splice[] | undefined;

/**
 * The text with all edits; empty if no document remains, undefined if an edit is impossible in
 * place.
 */
export function editFile(text: string, all: readonly FileEdit[]): string | undefined {
  const documents = documentsOf(text);
  if (all.filter(({ edit }) => removesDocument(edit)).length === documents.length) return "";
  const splices = allOrNone(
    [...groupBy(all, ({ document }) => document)].map(([index, ofDocument]) => {
      const edits = ofDocument.map(({ edit }) => edit);
      return edits.some(removesDocument)
        ? removeDocument(text, documents[index], index === 0)
        : documents[index] && splicesOf({ document: documents[index], text }, edits);
    }),
  );
  return splices
    ?.toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce(
      (edited, splice) => edited.slice(0, splice.start) + splice.text + edited.slice(splice.end),
      text,
    );
}

function removesDocument({ edit, path }: DocumentEdit): boolean {
  return edit === "remove" && path.length === 0;
}

/** Undefined if a splice is impossible, or if two overlap. */
function allOrNone(all: readonly Splices[]): Splices {
  if (!all.every((splices) => splices !== undefined)) return undefined;
  const sorted = all.flat().toSorted((a, b) => a.start - b.start || a.end - b.end);
  const areApart = sorted.every(({ start }, at) => at === 0 || sorted[at - 1]!.end <= start);
  return areApart ? all.flat() : undefined;
}

/**
 * Splices at one offset are applied last to first: inner edits precede outer ones in the result.
 */
function splicesOf(source: DocumentSource, edits: readonly DocumentEdit[]): Splices {
  const outermostFirst = edits.toReversed().toSorted((a, b) => a.path.length - b.path.length);
  return allOrNone(outermostFirst.map((edit) => splicesOfEdit(source, edit)));
}

function splicesOfEdit(source: DocumentSource, edit: DocumentEdit): Splices {
  switch (edit.edit) {
    case "include": // changes another file
    case "data":
    case "keep":
      return [];
    case "list":
      return spliceList(source, edit);
    case "nested": {
      const { path, value } = edit;
      return splicesOf(source, edit.edits) ?? splicesOfEdit(source, { edit: "set", path, value });
    }
    default: {
      const splice = valueSplice(source, edit);
      return splice && [splice];
    }
  }
}

/** Removes a document with its `---`; comments at the top of the file stay. */
function removeDocument(
  text: string,
  document: Document.Parsed | undefined,
  isFirst: boolean,
): Splices {
  if (!document || /^%/m.test(text)) return undefined;
  const [start, , end] = document.range;
  return [{ start: isFirst ? headerEnd(text.slice(0, start)) : start, end, text: "" }];
}

/**
 * The end of the schema comment, or of comments that an empty line follows, at the top of a file.
 */
function headerEnd(text: string): number {
  const header =
    /^(?:#.*\n)+\n+/.exec(text) ?? /^# *(?:yaml-language-server: )?\$schema.*\n/.exec(text);
  return header ? header[0].length : 0;
}

type ValueEdit = Extract<DocumentEdit, { edit: "set" | "remove" }>;

function valueSplice(source: DocumentSource, { edit, path, value }: ValueEdit): Splice | undefined {
  const collection = collectionAt(source, path.slice(0, -1));
  const key = path.at(-1);
  if (!collection || key === undefined) return undefined;
  const { text, node, inFlow } = collection;
  if (isSeq(node)) {
    const item = node.items[Number(key)] as Node | undefined;
    if (!item || value === undefined) return undefined;
    const splice = replaceOnLine(item, value, inFlow);
    return splice ?? (inFlow ? undefined : replaceItem(text, item, value));
  }
  if (node.items.length === 0) return undefined;
  const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (!pair) return edit === "remove" ? undefined : insertEntry(collection, String(key), value!);
  const removed = edit === "remove" && !inFlow ? removeLines(collection, pair) : undefined;
  if (removed) return removed;
  if (value === undefined) return inFlow ? removeInFlow(collection, pair) : undefined;
  return inFlow ? replaceOnLine(pair.value as Node, value, true) : replaceEntry(pair, text, value);
}

/** Replaces a value on one line; undefined if the old or the new value needs several lines. */
function replaceOnLine(node: Node | null, value: Json, inFlow: boolean): Splice | undefined {
  if (!node?.range || isAlias(node) || isBlockScalar(node)) return undefined;
  if (!inFlow && typeof value === "object" && value !== null) return undefined;
  const text = inFlow ? flowText(value) : scalarText(value);
  return { start: node.range[0], end: node.range[1], text };
}

/** Replaces a value below or beside its key; the key and a comment beside the value stay. */
function replaceEntry(pair: Pair, text: string, value: Json): Splice | undefined {
  const [key, old] = [pair.key as Node, pair.value as Node | null];
  if (!key.range || !old?.range || isAlias(old)) return undefined;
  const start = key.range[0];
  const end = endOf(text, old);
  const [first, ...others] = entryLines(text.slice(start, key.range[1]), value);
  if (others.length > 0 && /^[ \t]*#/.test(text.slice(end))) return undefined;
  const lines = indentLines(others, start - lineStart(text, start));
  return { start, end, text: [first + blockComment(text, old), ...lines].join("\n") };
}

/** The comment beside the indicator of a block scalar: ` # keep it short`. */
function blockComment(text: string, node: Node): string {
  if (!isBlockScalar(node)) return "";
  const firstLine = text.slice(node.range![0], lineEnd(text, node.range![0]));
  const [, comment] = /^[|>][\d+-]*[ \t]+(#.*)$/.exec(firstLine) ?? [];
  return comment === undefined ? "" : ` ${comment}`;
}

/** Appends a key with its value to a mapping. */
function insertEntry(
  { text, node, inFlow }: YamlCollection,
  name: string,
  value: Json,
): Splice | undefined {
  if (!isMap(node)) return undefined;
  const key = node.items[0]!.key as Node;
  const lastValue = node.items.at(-1)!.value as Node | null;
  if (!key.range || !lastValue?.range) return undefined;
  if (inFlow) {
    const end = lastValue.range[1];
    return { start: end, end, text: `, ${keyText(name)}: ${flowText(value)}` };
  }
  const column = key.range[0] - lineStart(text, key.range[0]);
  const lines = indentLines(entryLines(keyText(name), value), column);
  const end = lineEnd(text, endOf(text, lastValue));
  return { start: end, end, text: lines.map((line) => `\n${line}`).join("") };
}

/** Removes the lines of a key; undefined if it is the only one, or follows a dash on its line. */
function removeLines({ text, node }: YamlCollection, pair: Pair): Splice | undefined {
  const [key, value] = [pair.key as Node, pair.value as Node | null];
  if (!key.range || node.items.length < 2) return undefined;
  const start = lineStart(text, key.range[0]);
  if (text.slice(start, key.range[0]).trim() !== "") return undefined;
  const end = lineEnd(text, value ? endOf(text, value) : key.range[1]);
  return { start, end: Math.min(end + 1, text.length), text: "" };
}

/** Removes a key in brackets with its comma; undefined if it is the only one, or has a comment. */
function removeInFlow({ text, node }: YamlCollection, pair: Pair): Splice | undefined {
  const pairs = node.items as Pair[];
  const index = pairs.indexOf(pair);
  const ranges = pairs.map(({ key, value }): Offsets => {
    const [start, end] = [key as Node, (value ?? key) as Node];
    return [start.range![0], end.range![1]];
  });
  return pairs.length < 2 ? undefined : removeFromFlow(text, ranges, [index, index]);
}
