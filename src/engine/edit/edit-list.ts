// Removes, moves and inserts items of a list in YAML text; comments directly above an item belong to
// it. Text that is not part of those items stays byte for byte (see edit-file.ts).
import { isSeq, type Node } from "yaml";
import type { DocumentEdit } from "../export/document-edit.ts";
import type { InsertedItems } from "../export/list-diff.ts";
import type { Json } from "../model/json.ts";
import type { Offsets } from "../parse/yaml-documents.ts";
import { flowText } from "./scalar-text.ts";
import {
  collectionAt,
  type DocumentSource,
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
  source: DocumentSource,
  { path, removed, inserted }: ListEdit,
): readonly Splice[] | undefined {
  const list = collectionAt(source, path);
  if (!list || !isSeq(list.node)) return undefined;
  const items = list.node.items as (Node | null)[];
  const hasRanges = items.every((item) => item?.range);
  if (!hasRanges || items.length === removed.length) return undefined;
  const editorOf = list.inFlow ? flowListEditor : blockListEditor;
  const editor = editorOf(list.text, items as Node[]);
  if (!editor) return undefined;
  const splices = [...runsOf(removed).map(editor.remove), ...inserted.map(editor.insert)];
  return splices.every((splice) => splice !== undefined) ? splices : undefined;
}

interface ListEditor {
  remove(run: Run): Splice | undefined;
  insert(items: InsertedItems): Splice;
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

function flowListEditor(text: string, items: readonly Node[]): ListEditor {
  const ranges = items.map(({ range }) => range!);
  return {
    remove: (run) => removeFromFlow(text, ranges, run),
    insert: ({ before, items: newItems }) => {
      const texts = newItems.map((item) => {
        if ("value" in item) return flowText(item.value);
        const [start, end] = ranges[item.moved]!;
        return text.slice(start, end);
      });
      const added = texts.join(", ");
      const next = ranges[before];
      const at = next ? next[0] : ranges.at(-1)![1];
      return { start: at, end: at, text: next ? `${added}, ` : `, ${added}` };
    },
  };
}

/** Removes some entries in brackets with their commas; undefined if there is a comment among them. */
export function removeFromFlow(
  text: string,
  ranges: readonly Offsets[],
  [first, last]: Run,
): Splice | undefined {
  const next = ranges[last + 1];
  const start = next ? ranges[first]![0] : ranges[first - 1]![1];
  const end = next ? next[0] : ranges[last]![1];
  return hasComment(text.slice(start, end)) ? undefined : { start, end, text: "" };
}

/** The lines of an item, with the comments above it, up to the start of the next line. */
interface ItemLines {
  readonly from: number;
  readonly to: number;
  /** The column of its dash. */
  readonly column: number;
}

function blockListEditor(text: string, items: readonly Node[]): ListEditor | undefined {
  const blocks = linesOfItems(text, items);
  return (
    blocks && {
      remove: (run) => removeBlocks(text, blocks, run),
      insert: (insertion) => insertBlocks(text, blocks, insertion),
    }
  );
}

/** True if empty lines separate all items. */
function areSeparated(blocks: readonly ItemLines[]): boolean {
  return blocks.length > 1 && blocks.every(({ from }, at) => at === 0 || from > blocks[at - 1]!.to);
}

/** Removes items with the empty lines on one side of them. */
function removeBlocks(text: string, blocks: readonly ItemLines[], [first, last]: Run): Splice {
  const [from, to] = [blocks[first]!.from, blocks[last]!.to];
  const previousEnd = blocks[first - 1]?.to ?? from;
  const nextStart = blocks[last + 1]?.from;
  const isBlank = (start: number, end: number): boolean => /^\s+$/.test(text.slice(start, end));
  const isLast = nextStart === undefined;
  return {
    start: isLast && isBlank(previousEnd, from) ? previousEnd : from,
    end: !isLast && isBlank(to, nextStart) ? nextStart : to,
    text: "",
  };
}

/** Inserts items, with a separator between them and beside the existing ones. */
function insertBlocks(
  text: string,
  blocks: readonly ItemLines[],
  { before, items }: InsertedItems,
): Splice {
  const separator = areSeparated(blocks) ? "\n" : "";
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
  const dashLine = /(?<=^|\n)( *)-(?:[ \t]+(?:#.*)?)?(?:\n[ \t]*(?:#.*)?)*$/;
  const match = dashLine.exec(text.slice(floor, item.range![0]));
  return match ? { line: floor + match.index, column: match[1]!.length } : undefined;
}
