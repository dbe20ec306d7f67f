// Reads mappings and lists in brackets from their tokens.
import { type CST, isScalar } from "yaml";
import type { FlowCollection, FlowItem } from "./layout.ts";
import { readFlowScalar } from "./scalars.ts";
import { leafTokens, propsOf, type TokenDocument } from "./tokens.ts";

type NodeOf = TokenDocument["nodeOf"];

/** `source`: the text of the collection. Undefined if it has comments, or keys that are not plain. */
export function readFlow(
  collection: CST.FlowCollection,
  source: string,
  nodeOf: NodeOf,
): FlowCollection | undefined {
  const tokens = leafTokens({ ...collection, end: collection.end.slice(0, 1) });
  return tokens.some(({ type }) => type === "comment" || type === "explicit-key-ind")
    ? undefined
    : readBrackets(collection, source.includes("\n"), nodeOf);
}

function readBrackets(
  collection: CST.FlowCollection,
  isMultiLine: boolean,
  nodeOf: NodeOf,
): FlowCollection | undefined {
  const items: FlowItem[] = [];
  for (const item of collection.items) {
    const isEmpty = !item.key && !item.value && !item.sep && propsOf(item.start) === "";
    if (isEmpty) continue; // trailing comma
    const flowItem = readItem(item, isMultiLine, nodeOf);
    if (!flowItem) return undefined;
    items.push(flowItem);
  }
  return { form: "flow", open: collection.start.source as "[" | "{", isMultiLine, items };
}

function readItem(
  { start, key, sep, value }: CST.CollectionItem,
  isMultiLine: boolean,
  nodeOf: NodeOf,
): FlowItem | undefined {
  if (!key && !sep) return withValue({ props: propsOf(start) }, value, isMultiLine, nodeOf);
  const node = key && nodeOf(key);
  if (!isScalar(node) || propsOf(start) !== "") return undefined;
  const item = { name: String(node.value), props: propsOf(sep ?? []) };
  const hasColon = sep?.some(({ type }) => type === "map-value-ind") === true;
  return value || hasColon || item.props !== ""
    ? withValue(item, value, isMultiLine, nodeOf)
    : item;
}

function withValue(
  item: FlowItem,
  token: CST.Token | undefined,
  isMultiLine: boolean,
  nodeOf: NodeOf,
): FlowItem | undefined {
  const value = token
    ? readFlowItemValue(token, isMultiLine, nodeOf)
    : ({ form: "line", text: "" } as const);
  const isEmpty = value?.form === "line" && value.text === "" && item.props === "";
  return value && { ...item, value: isEmpty ? { form: "line", text: "null" } : value };
}

function readFlowItemValue(
  token: CST.Token,
  isMultiLine: boolean,
  nodeOf: NodeOf,
): FlowItem["value"] {
  if (token.type === "flow-collection") return readBrackets(token, isMultiLine, nodeOf);
  const node = nodeOf(token);
  return node && "source" in token ? readFlowScalar(node, token.source) : undefined;
}

/** The text from the opening to the closing bracket. */
export function flowSource(text: string, { offset, end }: CST.FlowCollection): string {
  return text.slice(offset, end[0]!.offset + 1);
}
