// Changes of single values in YAML text: all that is not about them stays byte for byte.
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import type { Amendment } from "./amend.ts";
import type { Json, Path } from "./json.ts";
import { documentsOf } from "./parse.ts";
import { entryLines, flowText, keyText, scalarText } from "./yaml-lines.ts";

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with changes of one of its documents made; undefined where one cannot be made in place. */
export function spliced(
  text: string,
  index: number,
  amendments: readonly Amendment[],
): string | undefined {
  const document = documentsOf(text)[index];
  if (!document) return undefined;
  const splices = amendments.map((each) => spliceFor(document, text, each));
  if (!splices.every((each) => each !== undefined)) return undefined;
  return splices
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (rest, { start, end, text: put }) => rest.slice(0, start) + put + rest.slice(end),
      text,
    );
}

function spliceFor(
  document: Document.Parsed,
  text: string,
  amendment: Amendment,
): Splice | undefined {
  switch (amendment.does) {
    case "insert":
      return itemsInserted(document, text, amendment);
    case "drop":
      return itemDropped(document, text, amendment.path);
    case "include":
      return undefined; // it is in another file
    default:
      return valueSplice(document, text, amendment);
  }
}

function itemsInserted(
  document: Document.Parsed,
  text: string,
  { path, index, values }: Extract<Amendment, { does: "insert" }>,
): Splice | undefined {
  const list = placeOf(document, path);
  if (!list || !isSeq(list.node) || list.node.items.length === 0) return undefined;
  const items = list.node.items as (Node | null)[];
  const near = items[Math.max(index - 1, 0)];
  if (!near?.range) return undefined;
  if (list.inFlow || list.node.flow === true) {
    const said = values.map(flowText).join(", ");
    const at = index === 0 ? near.range[0] : near.range[1];
    return { start: at, end: at, text: index === 0 ? `${said}, ` : `, ${said}` };
  }
  const dash = dashBefore(text, near);
  if (!dash) return undefined;
  const lines = values
    .flatMap((each) => entryLines("-", each))
    .map((line) => (line === "" ? "" : " ".repeat(dash.column) + line));
  if (index === 0) return { start: dash.line, end: dash.line, text: `${lines.join("\n")}\n` };
  const end = lineEnd(text, endOf(text, near));
  return { start: end, end, text: `\n${lines.join("\n")}` };
}

/** The lines of an item; undefined where it is the only one, or stands in brackets. */
function itemDropped(document: Document.Parsed, text: string, path: Path): Splice | undefined {
  const list = placeOf(document, path.slice(0, -1));
  if (!list || !isSeq(list.node) || list.node.items.length < 2) return undefined;
  if (list.inFlow || list.node.flow === true) return undefined;
  const item = list.node.items[Number(path.at(-1))] as Node | null;
  const dash = item?.range && dashBefore(text, item);
  if (!item || !dash) return undefined;
  const end = lineEnd(text, endOf(text, item));
  return { start: dash.line, end: Math.min(end + 1, text.length), text: "" };
}

/** Where the line of an item begins, and the column of its dash; undefined where more stands before that. */
function dashBefore(
  text: string,
  item: Node,
): { readonly line: number; readonly column: number } | undefined {
  const line = text.lastIndexOf("\n", item.range![0] - 1) + 1;
  const [found, blanks] = /^( *)- +$/.exec(text.slice(line, item.range![0])) ?? [];
  return found === undefined ? undefined : { line, column: blanks!.length };
}

function valueSplice(
  document: Document.Parsed,
  text: string,
  { does, path, value }: Extract<Amendment, { value: Json }>,
): Splice | undefined {
  const place = placeOf(document, path.slice(0, -1));
  const key = path.at(-1);
  if (!place || key === undefined) return undefined;
  const { node, inFlow } = place;
  if (isSeq(node)) {
    const item = node.items[Number(key)] as Node | undefined;
    return item ? replaced(item, value, inFlow || node.flow === true) : undefined;
  }
  if (!isMap(node) || node.items.length === 0) return undefined;
  const flow = inFlow || node.flow === true;
  const pair = node.items.find((each) => isScalar(each.key) && each.key.value === key);
  if (!pair) return inserted(node, text, String(key), value, flow);
  if (does === "remove" && !flow) return removed(node, pair, text) ?? set(pair, text, value);
  return flow ? replaced(pair.value as Node, value, true) : set(pair, text, value);
}

/** The collection at a path, and whether it stands in brackets; undefined where an alias is on the way. */
function placeOf(
  document: Document.Parsed,
  path: Path,
): { readonly node: Node; readonly inFlow: boolean } | undefined {
  let node = document.contents as Node | null | undefined;
  let inFlow = false;
  for (const key of path) {
    if (!isCollection(node) || isAlias(node)) return undefined;
    inFlow ||= node.flow === true;
    const item = isMap(node)
      ? node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key))
      : (node.items as Node[])[Number(key)];
    node = (isPair(item) ? item.value : item) as Node | null | undefined;
  }
  return isCollection(node) ? { node: node as Node, inFlow } : undefined;
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
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const [first, ...others] = entryLines(`${text.slice(start, key.range[1])}:`, value);
  const lines = others.map((line) => (line === "" ? "" : " ".repeat(column) + line));
  if (lines.length > 0 && /^[ \t]*#/.test(text.slice(end))) return undefined;
  return { start, end, text: [first, ...lines].join("\n") };
}

function inserted(
  map: YAMLMap,
  text: string,
  name: string,
  value: Json,
  inFlow: boolean,
): Splice | undefined {
  const last = map.items.at(-1)!;
  const [key, lastValue] = [map.items[0]!.key as Node, last.value as Node | null];
  if (!key.range || !lastValue?.range) return undefined;
  if (inFlow) {
    const said = flowText(value);
    const end = lastValue.range[1];
    return { start: end, end, text: `, ${keyText(name)}: ${said}` };
  }
  const column = key.range[0] - (text.lastIndexOf("\n", key.range[0] - 1) + 1);
  const lines = entryLines(`${keyText(name)}:`, value);
  const end = lineEnd(text, endOf(text, lastValue));
  const put = lines.map((line) => (line === "" ? "\n" : `\n${" ".repeat(column)}${line}`)).join("");
  return { start: end, end, text: put };
}

/** The lines of a key; undefined where it is the only one, or stands beside a dash. */
function removed(map: YAMLMap, pair: Pair, text: string): Splice | undefined {
  const [key, value] = [pair.key as Node, pair.value as Node | null];
  if (!key.range || map.items.length < 2) return undefined;
  const start = text.lastIndexOf("\n", key.range[0] - 1) + 1;
  if (text.slice(start, key.range[0]).trim() !== "") return undefined;
  const end = lineEnd(text, value ? endOf(text, value) : key.range[1]);
  return { start, end: Math.min(end + 1, text.length), text: "" };
}

/** Where a value ends, the line ends after it left out. */
function endOf(text: string, node: Node): number {
  let end = node.range![1];
  while (text[end - 1] === "\n") end--;
  return end;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}
