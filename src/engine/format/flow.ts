// Mappings and lists in brackets, from the tokens of their text.
import { type CST, isScalar } from "yaml";
import { flowScalar } from "./scalars.ts";
import { type TokenDocument, flat, propsOf } from "./tokens.ts";
import type { FlowCollection, FlowItem } from "./tree.ts";

type NodeOf = TokenDocument["nodeOf"];

/** `source`: its text. Undefined where something stands in it that is left as it is: a comment, or a key that is no plain one. */
export function readFlow(
  collection: CST.FlowCollection,
  source: string,
  nodeOf: NodeOf,
): FlowCollection | undefined {
  const tokens = flat({ ...collection, end: collection.end.slice(0, 1) });
  const isLeft = tokens.some(({ type }) => type === "comment" || type === "explicit-key-ind");
  return isLeft ? undefined : bracketsOf(collection, source.includes("\n"), nodeOf);
}

function bracketsOf(
  { start, items: all }: CST.FlowCollection,
  isBroken: boolean,
  nodeOf: NodeOf,
): FlowCollection | undefined {
  const items: FlowItem[] = [];
  for (const item of all) {
    const isNothing = !item.key && !item.value && !item.sep && propsOf(item.start) === "";
    if (isNothing) continue; // a comma at the end
    const read = itemOf(item, isBroken, nodeOf);
    if (!read) return undefined;
    items.push(read);
  }
  return { form: "flow", open: start.source as "[" | "{", isBroken, items };
}

function itemOf(
  { start, key, sep, value }: CST.CollectionItem,
  isBroken: boolean,
  nodeOf: NodeOf,
): FlowItem | undefined {
  if (!key && !sep) return itemWith({ props: propsOf(start) }, value, isBroken, nodeOf);
  const node = key && nodeOf(key);
  if (!isScalar(node) || propsOf(start) !== "") return undefined;
  const item = { name: String(node.value), props: propsOf(sep ?? []) };
  const isAlone = !value && !sep?.some(({ type }) => type === "map-value-ind");
  return isAlone && item.props === "" ? item : itemWith(item, value, isBroken, nodeOf);
}

function itemWith(
  item: FlowItem,
  token: CST.Token | undefined,
  isBroken: boolean,
  nodeOf: NodeOf,
): FlowItem | undefined {
  const value = token ? valueOf(token, isBroken, nodeOf) : ({ form: "line", text: "" } as const);
  const isNothing = value?.form === "line" && value.text === "" && item.props === "";
  return value && { ...item, value: isNothing ? { form: "line", text: "null" } : value };
}

function valueOf(token: CST.Token, isBroken: boolean, nodeOf: NodeOf): FlowItem["value"] {
  if (token.type === "flow-collection") return bracketsOf(token, isBroken, nodeOf);
  const node = nodeOf(token);
  return node && "source" in token ? flowScalar(node, token.source) : undefined;
}

/** The text from the first bracket to the last. */
export function flowSource(text: string, { offset, end }: CST.FlowCollection): string {
  return text.slice(offset, end[0]!.offset + 1);
}
