// Removes, moves and inserts items of a list in YAML text; comments directly above an item belong to
// it. Text that is not part of those items stays byte for byte (see edit-file.ts).
import { type Document, isSeq, type Node } from "yaml";
import type { DocumentEdit } from "../export/document-edits.ts";
import type { InsertedItems } from "../export/list-diff.ts";
import type { Json } from "../model/json.ts";
import { flowText } from "./scalar-text.ts";
import {
  collectionAt,
  endOf,
  hasComment,
  indentLines,
  lineEnd,
  lineStart,
  type Splice,
} from "./yaml-ranges.ts";
import { itemLines } from "./yaml-writer.ts";

type ListEdit = Extract<DocumentEdit, { edit: "list" }>;

/** The splices of a list edit; undefined if it is impossible in place, or would empty the list. */
export function spliceList(
  document: Document.Parsed,
  text: string,
  { path, removed, inserted }: ListEdit,
): readonly Splice[] | undefined {
  const list = collectionAt(document, path);
  if (!list || !isSeq(list.node)) return undefined;
  const items = list.node.items as (Node | null)[];
  const hasRanges = items.every((item) => item?.range);
  if (!hasRanges || items.length === removed.length) return undefined;
  const splice = list.inFlow ? spliceFlowList : spliceBlockList;
  return splice(text, items as Node[], runsOf(removed), inserted);
}

/** Replaces an item of a block list by a value on any number of lines; comments above it stay. */
export function replaceItem(text: string, item: Node, value: Json): Splice | undefined {
  const dash = item.range && findDash(text, item, 0);
  if (!dash) return undefined;
  const lines = indentLines(itemLines(value), dash.column);
  return { start: dash.line, end: lineEnd(text, endOf(text, item)), text: lines.join("\n") };
}

/** First and last index of adjacent items. */
type Run = readonly [first: number, last: number];

function runsOf(indexes: readonly number[]): Run[] {
  const runs: [number, number][] = [];
  for (const index of indexes.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

function spliceFlowList(
  text: string,
  items: readonly Node[],
  removedRuns: readonly Run[],
  inserted: readonly InsertedItems[],
): readonly Splice[] | undefined {
  const startOf = (index: number): number => items[index]!.range![0];
  const endOfItem = (index: number): number => items[index]!.range![1];
  const removals = removedRuns.map(([first, last]): Splice => {
    const isLast = last === items.length - 1;
    return {
      start: isLast ? endOfItem(first - 1) : startOf(first),
      end: isLast ? endOfItem(last) : startOf(last + 1),
      text: "",
    };
  });
  if (removals.some(({ start, end }) => hasComment(text.slice(start, end)))) return undefined;
  const insertions = inserted.map(({ before, items: newItems }): Splice => {
    const added = newItems
      .map((item) =>
        "value" in item
          ? flowText(item.value)
          : text.slice(startOf(item.moved), endOfItem(item.moved)),
      )
      .join(", ");
    const isEnd = before === items.length;
    const at = isEnd ? endOfItem(items.length - 1) : startOf(before);
    return { start: at, end: at, text: isEnd ? `, ${added}` : `${added}, ` };
  });
  return [...removals, ...insertions];
}

/** The lines of an item, with the comments above it, up to the start of the next line. */
interface ItemLines {
  readonly from: number;
  readonly to: number;
  /** The column of its dash. */
  readonly column: number;
}

function spliceBlockList(
  text: string,
  items: readonly Node[],
  removedRuns: readonly Run[],
  inserted: readonly InsertedItems[],
): readonly Splice[] | undefined {
  const blocks = linesOfItems(text, items);
  if (!blocks) return undefined;
  const separator = areSeparated(blocks) ? "\n" : "";
  return [
    ...removedRuns.map((run) => removeBlocks(text, blocks, run)),
    ...inserted.map((insertion) => insertBlocks(text, blocks, insertion, separator)),
  ];
}

/** True if empty lines separate all items. */
function areSeparated(blocks: readonly ItemLines[]): boolean {
  return blocks.length > 1 && blocks.every(({ from }, at) => at === 0 || from > blocks[at - 1]!.to);
}

/** Removes items with the empty lines on one side of them. */
function removeBlocks(text: string, blocks: readonly ItemLines[], [first, last]: Run): Splice {
  const [from, to] = [blocks[first]!.from, blocks[last]!.to];
  const previousEnd = blocks[first - 1]?.to;
  const nextStart = blocks[last + 1]?.from;
  const isBlank = (start: number, end: number): boolean => /^\s+$/.test(text.slice(start, end));
  if (nextStart !== undefined)
    return { start: from, end: isBlank(to, nextStart) ? nextStart : to, text: "" };
  const start = previousEnd !== undefined && isBlank(previousEnd, from) ? previousEnd : from;
  return { start, end: to, text: "" };
}

/** Inserts items, with a separator between them and beside the existing ones. */
function insertBlocks(
  text: string,
  blocks: readonly ItemLines[],
  { before, items }: InsertedItems,
  separator: string,
): Splice {
  const texts = items.map((item) => {
    if ("value" in item) {
      const lines = indentLines(itemLines(item.value), blocks[0]!.column);
      return `${lines.join("\n")}\n`;
    }
    const { from, to } = blocks[item.moved]!;
    return text.slice(from, to).replace(/\n?$/, "\n");
  });
  const isEnd = before === blocks.length;
  const at = isEnd ? blocks.at(-1)!.to : blocks[before]!.from;
  const joined = texts.join(separator);
  const added = isEnd ? separator + joined : joined + separator;
  const isAfterLineEnd = at === 0 || text[at - 1] === "\n";
  return { start: at, end: at, text: isAfterLineEnd ? added : `\n${added.replace(/\n$/, "")}` };
}

function linesOfItems(text: string, items: readonly Node[]): readonly ItemLines[] | undefined {
  const blocks: ItemLines[] = [];
  for (const item of items) {
    const floor = blocks.at(-1)?.to ?? 0;
    const dash = findDash(text, item, floor);
    if (!dash) return undefined;
    const { column, line } = dash;
    const nextLine = Math.min(lineEnd(text, endOf(text, item)) + 1, text.length);
    const to = indentedCommentsEnd(text, nextLine, column);
    blocks.push({ from: commentsStart(text, line, floor), column, to });
  }
  return blocks;
}

/** The end of comment lines below an item that are indented further than its dash. */
function indentedCommentsEnd(text: string, start: number, column: number): number {
  let end = start;
  for (;;) {
    const [line] = /^ *#.*(?:\n|$)/.exec(text.slice(end, end + 10_000)) ?? [];
    if (line === undefined || line.indexOf("#") <= column) return end;
    end += line.length;
  }
}

/** The start of the comment lines directly above a line, not before `floor`. */
function commentsStart(text: string, line: number, floor: number): number {
  let start = line;
  while (start > floor) {
    const above = lineStart(text, start - 1);
    if (above < floor || !/^[ \t]*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

/** The start of the line of an item's dash, and its column; undefined if other text precedes it. */
function findDash(
  text: string,
  item: Node,
  floor: number,
): { readonly line: number; readonly column: number } | undefined {
  for (let line = lineStart(text, item.range![0]); ; line = lineStart(text, line - 1)) {
    const before = text.slice(line, Math.min(lineEnd(text, line), item.range![0]));
    const [match, blanks] = /^( *)-(?:[ \t]+(?:#.*)?)?$/.exec(before) ?? [];
    if (match !== undefined) return { line, column: blanks!.length };
    if (!/^[ \t]*(?:#.*)?$/.test(before) || line <= floor) return undefined;
  }
}
