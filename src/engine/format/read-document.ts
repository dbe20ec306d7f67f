// Reads the text of a document as a layout.
import { CST, isScalar, type Node } from "yaml";
import { keyText, maxKeyLength } from "../edit/scalar-text.ts";
import { type CommentCollector, type CommentTarget, createCommentCollector } from "./comments.ts";
import { readFlow } from "./read-flow.ts";
import {
  type BlockGroup,
  type DocumentLayout,
  type LayoutEntry,
  type LayoutLine,
  type LayoutValue,
  UnsupportedLayout,
} from "./layout.ts";
import { readScalar } from "./read-scalars.ts";
import { type DocumentText, propsOf, singleDocument, type TokenDocument } from "./tokens.ts";

/** Comments that editors read at the top of a file. */
const editorComment = /^#\s*(?:yaml-language-server|\$schema|@schema|-\*-|vim?:)/;

const noEntries: BlockGroup = { form: "map", entries: [], below: [] };

interface DocumentReader {
  readonly nodeOf: TokenDocument["nodeOf"];
  readonly comments: CommentCollector;
}

type MutableEntry = CommentTarget & { props: string; name?: string; value: LayoutValue };

/** The layout of a text with at most one document. Throws UnsupportedLayout. */
export function readDocument(text: DocumentText): DocumentLayout {
  const document = singleDocument(text);
  if (!document) throw new UnsupportedLayout();
  const { token, before, nodeOf } = document;
  const comments = createCommentCollector();
  const reader: DocumentReader = { nodeOf, comments };
  comments.addTokens(before);
  if (!token) return { header: comments.remaining(), body: noEntries, below: [] };
  comments.addTokens(token.start);
  if (!token.value || propsOf(token.start) !== "") throw new UnsupportedLayout();
  const layout = isBlock(token.value)
    ? withHeader(readGroup(reader, token.value))
    : readFlowDocument(reader, token.value);
  comments.addTokens(token.end ?? []);
  return { ...layout, below: comments.remaining() };
}

function readFlowDocument(reader: DocumentReader, token: CST.Token): Omit<DocumentLayout, "below"> {
  const entry = newEntry();
  reader.comments.beginEntry(entry, 0);
  const body = readFlowValue(reader, token);
  if (body.form !== "flow" || entry.beside.length > 0) throw new UnsupportedLayout();
  return { header: entry.above, body };
}

/** Separates the comments at the top of the document from those of the first key. */
function withHeader(body: BlockGroup): Omit<DocumentLayout, "below"> {
  const [first, ...others] = body.entries as [LayoutEntry, ...LayoutEntry[]];
  const end = first.above.findLastIndex((line) => line === "" || editorComment.test(line)) + 1;
  const entries = [{ ...first, above: first.above.slice(end) }, ...others];
  return { header: first.above.slice(0, end), body: { ...body, entries } };
}

function newEntry(): MutableEntry {
  return { above: [], beside: [], props: "", value: { form: "scalar", text: "" } };
}

type Block = CST.BlockMap | CST.BlockSequence;

function isBlock(token: CST.Token): token is Block {
  return token.type === "block-map" || token.type === "block-seq";
}

function readGroup(reader: DocumentReader, token: Block): BlockGroup {
  const column = token.indent;
  const items: readonly CST.CollectionItem[] = token.items;
  const entries = items.flatMap((item) => readEntry(reader, item, column) ?? []);
  const below: LayoutLine[] = [];
  reader.comments.endGroup({ column, below });
  return { form: token.type === "block-map" ? "map" : "list", entries, below };
}

/** The comments of an entry without a value: the lines that are more indented than the entry. */
function readEmptyGroup(reader: DocumentReader, column: number): BlockGroup {
  const below: LayoutLine[] = [];
  reader.comments.endGroup({ column: column + 1, below });
  return { ...noEntries, below };
}

const entryTokens = new Set(["seq-item-ind", "explicit-key-ind", "anchor", "tag"]);

/** A key with its value, or an item with its dash; undefined if there are only comments. */
function readEntry(
  reader: DocumentReader,
  item: CST.CollectionItem,
  column: number,
): LayoutEntry | undefined {
  const { key, sep = [], value } = item;
  const first = item.start.findIndex(({ type }) => entryTokens.has(type));
  const start = first < 0 ? [] : item.start.slice(first);
  reader.comments.addTokens(first < 0 ? item.start : item.start.slice(0, first));
  if (start.length === 0 && !key) {
    if (value || item.sep) throw new UnsupportedLayout();
    return undefined;
  }
  const entry = newEntry();
  reader.comments.beginEntry(entry, column);
  if (start[0]?.type === "seq-item-ind") {
    reader.comments.addTokens(start);
    entry.props = propsOf(start);
  } else {
    const name = start.length === 0 && key ? plainKey(reader.nodeOf(key)) : undefined;
    if (name === undefined) {
      entry.value = readUnchanged(reader, { ...item, start }, column);
      return entry;
    }
    entry.name = name;
    reader.comments.skipValue(false);
    reader.comments.addTokens(sep);
    entry.props = propsOf(sep);
  }
  entry.value = value ? readValue(reader, entry, value, column) : readEmptyGroup(reader, column);
  return entry;
}

/** The text of a key that fits beside its colon, else undefined. */
function plainKey(node: Node | undefined): string | undefined {
  if (!isScalar(node) || typeof node.value !== "string") return undefined;
  return keyText(node.value).length <= maxKeyLength ? node.value : undefined;
}

/** The unchanged lines of a key that is not plain, with its value. */
function readUnchanged(
  reader: DocumentReader,
  item: CST.CollectionItem,
  column: number,
): LayoutValue {
  const source = CST.stringify(item);
  reader.comments.skipValue(source.endsWith("\n"));
  return { form: "source", lines: unindentedLines(source.trimEnd(), column) };
}

/** The lines; those after the first without the indentation of their entry. */
function unindentedLines(source: string, column: number): string[] {
  const indentation = new RegExp(`^ {0,${column}}`);
  const [first, ...others] = source.split("\n");
  return [first!, ...others.map((line) => line.replace(indentation, ""))];
}

function readValue(
  reader: DocumentReader,
  entry: MutableEntry,
  token: CST.Token,
  column: number,
): LayoutValue {
  if (isBlock(token)) return readGroup(reader, token);
  reader.comments.moveAbove(entry);
  if (token.type === "flow-collection") return readFlowValue(reader, token, column);
  const node = reader.nodeOf(token);
  if (!node || !("source" in token)) throw new UnsupportedLayout();
  if (token.type === "block-scalar") {
    reader.comments.addTokens(token.props);
    reader.comments.skipValue(true);
  } else {
    reader.comments.skipValue(false);
    reader.comments.addTokens(("end" in token && token.end) || []);
  }
  return readScalar(node, token.source);
}

function readFlowValue(reader: DocumentReader, token: CST.Token, column = 0): LayoutValue {
  if (token.type !== "flow-collection") throw new UnsupportedLayout();
  reader.comments.skipValue(false);
  reader.comments.addTokens(token.end.slice(1));
  const source = CST.stringify({ ...token, end: token.end.slice(0, 1) });
  const flow = readFlow(token, source, reader.nodeOf);
  if (flow) return flow;
  const lines = unindentedLines(source, column).map((line) =>
    line.replace(/(?<![ \t])[ \t]+$/, ""),
  );
  return { form: "source", lines };
}
