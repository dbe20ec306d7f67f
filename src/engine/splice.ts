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
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import type { Amendment } from "./amend.ts";
import type { Json, Path } from "./json.ts";
import { entryLines, keyText, scalarText } from "./yaml-lines.ts";

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
  const document = [...parseAllDocuments(text, reading)][index] as Document.Parsed | undefined;
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

const reading = {
  resolveKnownTags: false,
  stringKeys: true,
  version: "1.2",
  prettyErrors: false,
} as const;

function spliceFor(
  document: Document.Parsed,
  text: string,
  { does, path, ...rest }: Amendment,
): Splice | undefined {
  const place = placeOf(document, path.slice(0, -1));
  const key = path.at(-1);
  if (!place || !("value" in rest) || key === undefined) return undefined;
  const { node, inFlow } = place;
  if (isSeq(node)) {
    const item = node.items[Number(key)] as Node | undefined;
    return item ? replaced(item, rest.value, inFlow || node.flow === true) : undefined;
  }
  if (!isMap(node) || node.items.length === 0) return undefined;
  const flow = inFlow || node.flow === true;
  const pair = node.items.find((each) => isScalar(each.key) && each.key.value === key);
  if (!pair) return inserted(node, text, String(key), rest.value, flow);
  if (does === "remove" && !flow) return removed(node, pair, text) ?? set(pair, text, rest.value);
  return flow ? replaced(pair.value as Node, rest.value, true) : set(pair, text, rest.value);
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
  const isBlock = isScalar(node) && /^BLOCK/.test(node.type ?? "");
  if (isBlock || (!inFlow && typeof value === "object" && value !== null)) return undefined;
  const text =
    typeof value === "object" && value !== null ? JSON.stringify(value) : scalarText(value);
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
    const said =
      typeof value === "object" && value !== null ? JSON.stringify(value) : scalarText(value);
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
