// From the text of a document to entries with their comments.
import { type CST, isScalar, type Node } from "yaml";
import {
  type CommentTarget,
  type CommentCollector,
  columnOf,
  createCommentCollector,
  type EndedGroup,
} from "./comments.ts";
import { keyText, maxKeyLength } from "../edit/scalar-text.ts";
import { readFlow, flowSource } from "./flow.ts";
import { blockScalar } from "./scalars.ts";
import { flat, flatItem, onlyDocument, propsOf, type TokenDocument, tokensOf } from "./tokens.ts";
import {
  type LayoutEntry,
  type BlockGroup,
  type LayoutLine,
  type DocumentLayout,
  UnsupportedLayout,
  type LayoutValue,
} from "./tree.ts";

/** Comments that editors look for at the top of a file. */
const forEditors = /^#\s*(?:yaml-language-server|\$schema|@schema|-\*-|vim?:)/;

interface Reading {
  readonly text: string;
  readonly nodeOf: TokenDocument["nodeOf"];
  readonly comments: CommentCollector;
}

type Open = CommentTarget & { props: string; name?: string; value: LayoutValue };

/** The only document of a text. Throws Unsure where it is written in a way that stays as it stands. */
export function readDocument(text: string): DocumentLayout {
  if (text.split("\n").every((line) => /^[ \t]*(?:#|$)/.test(line))) return onlyComments(text);
  const read = onlyDocument(text);
  if (!read) throw new UnsupportedLayout();
  const { token, before, nodeOf } = read;
  const reading: Reading = { text, nodeOf, comments: createCommentCollector(text) };
  reading.comments.take(before);
  reading.comments.take(token.start);
  if (!token.value || propsOf(token.start) !== "") throw new UnsupportedLayout();
  const top = isGroup(token.value) ? undefined : newEntry();
  if (top) reading.comments.open(top, 0);
  const body = isGroup(token.value)
    ? groupOf(reading, token.value)
    : flowValue(reading, token.value);
  if (body.form === "asIs" || (top && top.beside.length > 0)) throw new UnsupportedLayout();
  reading.comments.take(token.end ?? []);
  const below = reading.comments.rest();
  if (body.form === "flow") return { header: top!.above, body, below };
  return { ...withHeader(body), below };
}

function onlyComments(text: string): DocumentLayout {
  const reading = createCommentCollector(text);
  reading.take(tokensOf(text));
  return { header: reading.rest(), body: { form: "map", entries: [], below: [] }, below: [] };
}

/** Parts the comments at the top from those of the first key. */
function withHeader(body: BlockGroup): Pick<DocumentLayout, "header" | "body"> {
  const [first, ...others] = body.entries as [LayoutEntry, ...LayoutEntry[]];
  const last = first.above.findLastIndex((line) => line === "" || forEditors.test(line)) + 1;
  const rest = { ...first, above: first.above.slice(last) };
  return { header: first.above.slice(0, last), body: { ...body, entries: [rest, ...others] } };
}

function newEntry(): Open {
  return { above: [], beside: [], props: "", value: { form: "line", text: "" } };
}

type Block = CST.BlockMap | CST.BlockSequence;

function isGroup(token: CST.Token): token is Block {
  return token.type === "block-map" || token.type === "block-seq";
}

function groupOf(reading: Reading, token: Block): BlockGroup {
  const entries: LayoutEntry[] = [];
  let column = -1;
  for (const item of token.items as readonly CST.CollectionItem[]) {
    const start = item.start.findIndex(beginsEntry);
    const first = start < 0 ? item.key : item.start[start];
    if (!first) {
      if (item.value || item.sep) throw new UnsupportedLayout();
      reading.comments.take(item.start);
      continue;
    }
    reading.comments.take(item.start.slice(0, start < 0 ? undefined : start));
    const at = columnOf(reading.text, first.offset);
    if (column < 0) column = at;
    const entry = newEntry();
    reading.comments.open(entry, column);
    const rest = { ...item, start: start < 0 ? [] : item.start.slice(start) };
    fill(reading, entry, rest, at);
    entries.push(entry);
  }
  const below: LayoutLine[] = [];
  const ended: EndedGroup = { column, below };
  reading.comments.end(ended);
  return { form: token.type === "block-map" ? "map" : "list", entries, below };
}

function beginsEntry({ type }: CST.SourceToken): boolean {
  return (
    type === "seq-item-ind" || type === "explicit-key-ind" || type === "anchor" || type === "tag"
  );
}

/** Reads a key with its value, or an item after its dash. */
function fill(reading: Reading, entry: Open, item: CST.CollectionItem, column: number): void {
  const { start, key, sep, value } = item;
  if (start[0]?.type === "seq-item-ind") {
    reading.comments.take(start);
    entry.props = propsOf(start);
  } else {
    const name = start.length === 0 && key ? nameOf(reading.nodeOf(key)) : undefined;
    if (name === undefined) return asItStands(reading, entry, item, column);
    entry.name = name;
    reading.comments.take([...flat(key!), ...(sep ?? [])]);
    entry.props = propsOf(sep ?? []);
  }
  if (value) entry.value = valueOf(reading, entry, value, column);
  else reading.comments.hoist(entry);
}

/** A key that can stand beside its colon. */
function nameOf(node: Node | undefined): string | undefined {
  if (!isScalar(node) || typeof node.value !== "string") return undefined;
  return keyText(node.value).length <= maxKeyLength ? node.value : undefined;
}

/** A key that is no plain one, with its value: its lines stay. */
function asItStands(reading: Reading, entry: Open, item: CST.CollectionItem, column: number): void {
  const source = [...flatItem(item)].map((each) => each.source).join("");
  reading.comments.passed(source.endsWith("\n"));
  entry.value = { form: "asIs", lines: shifted(source.trimEnd(), column) };
}

/** Lines after the first without the indentation of their entry. */
function shifted(source: string, column: number): string[] {
  const indentation = new RegExp(`^ {0,${column}}`);
  return source
    .split("\n")
    .map((line, index) => (index === 0 ? line : line.replace(indentation, "")));
}

function valueOf(reading: Reading, entry: Open, token: CST.Token, column: number): LayoutValue {
  if (isGroup(token)) return groupOf(reading, token);
  reading.comments.hoist(entry);
  if (token.type === "flow-collection") return flowValue(reading, token, column);
  const node = reading.nodeOf(token);
  if (!node || !("source" in token)) throw new UnsupportedLayout();
  if (token.type === "block-scalar") {
    reading.comments.take(token.props.flatMap((each) => [...flat(each)]));
    reading.comments.passed(true);
  } else {
    reading.comments.passed(false);
    reading.comments.take(("end" in token && token.end) || []);
  }
  return blockScalar(node, token.source);
}

type FlowValue = LayoutValue & { readonly form: "flow" | "asIs" };

function flowValue(reading: Reading, token: CST.Token, column = 0): FlowValue {
  if (token.type !== "flow-collection") throw new UnsupportedLayout();
  reading.comments.passed(false);
  reading.comments.take(token.end.slice(1));
  const source = flowSource(reading.text, token);
  return (
    readFlow(token, source, reading.nodeOf) ?? {
      form: "asIs",
      lines: shifted(source, column).map((line) => line.replace(/[ \t]+$/, "")),
    }
  );
}
