// Reads mappings and lists in brackets from their tokens.
import { type CST, isScalar } from "yaml";
import type { FlowCollection, FlowItem } from "./layout.ts";
import { readFlowScalar } from "./read-scalars.ts";
import { lexemesOf, propsOf, type TokenDocument } from "./tokens.ts";

/** `source`: the text of the collection. Undefined if it has comments, or keys that are not plain. */
export function readFlow(
  collection: CST.FlowCollection,
  source: string,
  nodeOf: TokenDocument["nodeOf"],
): FlowCollection | undefined {
  const isMultiLine = source.includes("\n");

  const readCollection = ({ start, items }: CST.FlowCollection): FlowCollection | undefined => {
    const entries = items.filter((item) => !isTrailingComma(item)).map(readItem);
    return entries.every((entry) => entry !== undefined)
      ? { form: "flow", open: start.source as "[" | "{", isMultiLine, entries }
      : undefined;
  };

  const readItem = ({ start, key, sep, value }: CST.CollectionItem): FlowItem | undefined => {
    if (!key && !sep) return withValue({ props: propsOf(start) }, value);
    const node = key && nodeOf(key);
    if (!isScalar(node) || propsOf(start) !== "") return undefined;
    const item = { name: String(node.value), props: propsOf(sep ?? []) };
    const hasColon = sep?.some(({ type }) => type === "map-value-ind") === true;
    return value || hasColon || item.props !== "" ? withValue(item, value) : item;
  };

  const withValue = (item: FlowItem, token: CST.Token | undefined): FlowItem | undefined => {
    if (!token || ("source" in token && token.source === ""))
      return { ...item, value: { form: "scalar", text: item.props === "" ? "null" : "" } };
    const value = token.type === "flow-collection" ? readCollection(token) : readScalar(token);
    return value && { ...item, value };
  };

  const readScalar = (token: CST.Token): FlowItem["value"] => {
    const node = nodeOf(token);
    return node && "source" in token ? readFlowScalar(node, token.source) : undefined;
  };

  const isSupported = lexemesOf(source).every((lexeme) => lexeme !== "?" && lexeme[0] !== "#");
  return isSupported ? readCollection(collection) : undefined;
}

function isTrailingComma({ start, key, sep, value }: CST.CollectionItem): boolean {
  return !key && !value && !sep && propsOf(start) === "";
}
