// Items of a list in YAML text that go and come. What is not about them stays byte for byte; a
// comment right above an item goes with it.
import type { Document, Node } from "yaml";
import type { Amendment } from "./amend.ts";
import type { Json } from "./json.ts";
import { entryLines, flowText } from "./yaml-lines.ts";
import { atColumn, endOf, lineEnd, lineStart, placeOf, type Splice } from "./yaml-places.ts";
import { yaml } from "./packages.ts";

type ListAmendment = Extract<Amendment, { does: "list" }>;

/** The splices of a list; undefined where they cannot be made in place, or nothing would be left. */
export function listSplices(
  document: Document.Parsed,
  text: string,
  { path, drop, index, values }: ListAmendment,
): readonly Splice[] | undefined {
  const list = placeOf(document, path);
  if (!list || !yaml().isSeq(list.node)) return undefined;
  const items = list.node.items as (Node | null)[];
  const isWhole = items.every((each) => each?.range);
  if (!isWhole || items.length === drop.length) return undefined;
  const runs = runsOf(drop);
  return list.inFlow
    ? flowSplices(text, items as Node[], runs, index, values)
    : blockSplices(text, items as Node[], runs, index, values);
}

/** A value in place of an item of a block list, whatever they are; comments above it stay. */
export function itemSplice(text: string, item: Node, value: Json): Splice | undefined {
  const dash = item.range && dashOf(text, item);
  if (!dash) return undefined;
  const lines = atColumn(dash.column, entryLines("-", value));
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
  index: number,
  values: readonly Json[],
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
  if (values.length === 0) return dropped;
  const said = values.map(flowText).join(", ");
  const at = index < items.length ? start(index) : end(items.length - 1);
  return [
    ...dropped,
    { start: at, end: at, text: index < items.length ? `${said}, ` : `, ${said}` },
  ];
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
  index: number,
  values: readonly Json[],
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
  if (values.length === 0) return dropped;
  const { column } = blocks[0]!;
  const areApart =
    blocks.length > 1 && blocks.every((each, at) => at === 0 || each.from > blocks[at - 1]!.to);
  const said = values.map((each) => `${atColumn(column, entryLines("-", each)).join("\n")}\n`);
  const gap = areApart ? "\n" : "";
  const isEnd = index >= blocks.length;
  const at = isEnd ? blocks.at(-1)!.to : blocks[index]!.from;
  const lead = at > 0 && text[at - 1] !== "\n" ? "\n" : "";
  const put = isEnd ? lead + gap + said.join(gap) : said.join(gap) + gap;
  return [...dropped, { start: at, end: at, text: lead === "" ? put : put.replace(/\n$/, "") }];
}

function blocksOf(text: string, items: readonly Node[]): readonly Block[] | undefined {
  const blocks: Block[] = [];
  for (const item of items) {
    const dash = dashOf(text, item);
    if (!dash) return undefined;
    const to = Math.min(lineEnd(text, endOf(text, item)) + 1, text.length);
    const from = commentsAbove(text, dash.line, blocks.at(-1)?.to ?? 0);
    blocks.push({ from, column: dash.column, to });
  }
  return blocks;
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

/** Where the line of an item begins, and the column of its dash; undefined where more stands before that. */
function dashOf(
  text: string,
  item: Node,
): { readonly line: number; readonly column: number } | undefined {
  const line = lineStart(text, item.range![0]);
  const [found, blanks] = /^( *)- +$/.exec(text.slice(line, item.range![0])) ?? [];
  return found === undefined ? undefined : { line, column: blanks!.length };
}
