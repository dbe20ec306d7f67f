// Items of a list in YAML text that go and come. What is not about them stays byte for byte; a
// comment right above an item goes with it.
import { type Document, isSeq, type Node } from "yaml";
import type { Amendment, Put } from "../export/amendments.ts";
import type { Json } from "../model/json.ts";
import { flowText } from "./scalar-text.ts";
import { itemLines } from "./yaml-writer.ts";
import { atColumn, endOf, lineEnd, lineStart, placeOf, type Splice } from "./yaml-places.ts";

type ListAmendment = Extract<Amendment, { does: "list" }>;

/** The splices of a list; undefined where they cannot be made in place, or nothing would be left. */
export function listSplices(
  document: Document.Parsed,
  text: string,
  { path, drop, puts }: ListAmendment,
): readonly Splice[] | undefined {
  const list = placeOf(document, path);
  if (!list || !isSeq(list.node)) return undefined;
  const items = list.node.items as (Node | null)[];
  const isWhole = items.every((each) => each?.range);
  if (!isWhole || items.length === drop.length) return undefined;
  return list.inFlow
    ? flowSplices(text, items as Node[], runsOf(drop), puts)
    : blockSplices(text, items as Node[], runsOf(drop), puts);
}

/** A value in place of an item of a block list, whatever they are; comments above it stay. */
export function itemSplice(text: string, item: Node, value: Json): Splice | undefined {
  const dash = item.range && dashOf(text, item, 0);
  if (!dash) return undefined;
  const lines = atColumn(dash.column, itemLines(value));
  return { start: dash.line, end: lineEnd(text, endOf(text, item)), text: lines.join("\n") };
}

/** From the first to the last of items that go together. */
type Run = readonly [first: number, last: number];

function runsOf(drop: readonly number[]): Run[] {
  const runs: [number, number][] = [];
  for (const each of drop.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === each - 1) last[1] = each;
    else runs.push([each, each]);
  }
  return runs;
}

function flowSplices(
  text: string,
  items: readonly Node[],
  runs: readonly Run[],
  puts: readonly Put[],
): readonly Splice[] | undefined {
  const start = (at: number): number => items[at]!.range![0];
  const end = (at: number): number => items[at]!.range![1];
  const dropped = runs.map(([first, last]): Splice => {
    const isLast = last === items.length - 1;
    return {
      start: isLast ? end(first - 1) : start(first),
      end: isLast ? end(last) : start(last + 1),
      text: "",
    };
  });
  if (dropped.some((each) => /(?:^|\s)#/.test(text.slice(each.start, each.end)))) return undefined;
  const added = puts.map(({ before, items: all }): Splice => {
    const said = all
      .map((each) =>
        "value" in each ? flowText(each.value) : text.slice(start(each.moved), end(each.moved)),
      )
      .join(", ");
    const isEnd = before === items.length;
    const at = isEnd ? end(items.length - 1) : start(before);
    return { start: at, end: at, text: isEnd ? `, ${said}` : `${said}, ` };
  });
  return [...dropped, ...added];
}

/** The lines of an item: from its dash, and from the comments above it, to the start of the next line. */
interface Block {
  readonly from: number;
  readonly column: number;
  readonly to: number;
}

function blockSplices(
  text: string,
  items: readonly Node[],
  runs: readonly Run[],
  puts: readonly Put[],
): readonly Splice[] | undefined {
  const blocks = blocksOf(text, items);
  if (!blocks) return undefined;
  const isBlank = (from: number, to: number): boolean => /^\s+$/.test(text.slice(from, to));
  const dropped = runs.map(([first, last]): Splice => {
    const before = blocks[first - 1]?.to;
    const next = blocks[last + 1]?.from;
    const [from, to] = [blocks[first]!.from, blocks[last]!.to];
    // Of the blank lines around what goes, those on one side go too.
    if (next !== undefined && isBlank(to, next)) return { start: from, end: next, text: "" };
    const gap = next === undefined && before !== undefined && isBlank(before, from);
    return { start: gap ? before : from, end: to, text: "" };
  });
  const { column } = blocks[0]!;
  const areApart =
    blocks.length > 1 && blocks.every((each, at) => at === 0 || each.from > blocks[at - 1]!.to);
  const gap = areApart ? "\n" : "";
  const added = puts.map(({ before, items: all }): Splice => {
    const said = all.map((each) => {
      if ("value" in each) return `${atColumn(column, itemLines(each.value)).join("\n")}\n`;
      const { from, to } = blocks[each.moved]!;
      return text.slice(from, to).replace(/\n?$/, "\n");
    });
    const isEnd = before === blocks.length;
    const at = isEnd ? blocks.at(-1)!.to : blocks[before]!.from;
    const lead = at > 0 && text[at - 1] !== "\n" ? "\n" : "";
    const put = isEnd ? lead + gap + said.join(gap) : said.join(gap) + gap;
    return { start: at, end: at, text: lead === "" ? put : put.replace(/\n$/, "") };
  });
  return [...dropped, ...added];
}

function blocksOf(text: string, items: readonly Node[]): readonly Block[] | undefined {
  const blocks: Block[] = [];
  for (const item of items) {
    const floor = blocks.at(-1)?.to ?? 0;
    const dash = dashOf(text, item, floor);
    if (!dash) return undefined;
    const { column } = dash;
    const to = commentsWithin(
      text,
      Math.min(lineEnd(text, endOf(text, item)) + 1, text.length),
      column,
    );
    blocks.push({ from: commentsAbove(text, dash.line, floor), column, to });
  }
  return blocks;
}

/** Where comment lines end that stand further in than the dash: they belong to its item. */
function commentsWithin(text: string, start: number, column: number): number {
  let to = start;
  for (;;) {
    const [line] = /^ *#.*(?:\n|$)/.exec(text.slice(to, to + 10_000)) ?? [];
    if (line === undefined || line.indexOf("#") <= column) return to;
    to += line.length;
  }
}

/** Where the comment lines right above a line begin, no further up than `floor`. */
function commentsAbove(text: string, line: number, floor: number): number {
  let from = line;
  while (from > floor) {
    const above = lineStart(text, from - 1);
    if (above < floor || !/^[ \t]*#/.test(text.slice(above, from))) break;
    from = above;
  }
  return from;
}

/** Where the line of an item's dash begins, and its column; undefined where more stands before the item. */
function dashOf(
  text: string,
  item: Node,
  floor: number,
): { readonly line: number; readonly column: number } | undefined {
  for (let line = lineStart(text, item.range![0]); ; line = lineStart(text, line - 1)) {
    const before = text.slice(line, Math.min(lineEnd(text, line), item.range![0]));
    const [found, blanks] = /^( *)-(?:[ \t]+(?:#.*)?)?$/.exec(before) ?? [];
    if (found !== undefined) return { line, column: blanks!.length };
    if (!/^[ \t]*(?:#.*)?$/.test(before) || line <= floor) return undefined;
  }
}
