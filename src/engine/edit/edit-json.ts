// The new text of a JSON file: equal values keep their text, others get the indentation of the file.
import { type Node, parseTree } from "jsonc-parser";
import { isObject, type Json } from "../model/json.ts";
import { exactJsonText, numberText } from "../model/number-texts.ts";
import { canonicalAt, parseHeldJson } from "../json/exact-json.ts";

/** A value in its object or list, which has the texts of numbers. */
interface Held {
  readonly holder: readonly Json[] | { readonly [key: string]: Json };
  readonly key: string | number;
}

/** A value of the file. */
interface Written extends Held {
  readonly node: Node;
}

/** The text of a JSON file with a new value. */
export function editJson(text: string, value: Json, isOrdered: boolean): string {
  const step = /^\s*[[{]\r?\n([ \t]+)/.exec(text)?.[1] ?? "  ";
  /** Equal for equal values. */
  const comparable = ({ holder, key }: Held): string => {
    if (!isOrdered) return canonicalAt(holder, key);
    return numberText(holder, key) ?? exactJsonText(valueOf({ holder, key }));
  };
  const write = (held: Held, old: Written | undefined, margin: string): string => {
    if (old && comparable(held) === comparable(old)) return textAt(text, old);
    const each = valueOf(held);
    if (Array.isArray(each)) {
      const items = each.map((_item, key) => ({ holder: each as readonly Json[], key }));
      const written = old?.node.type === "array" ? partsOf(old) : [];
      const equals = new Map(written.map((item) => [comparable(item), item]));
      const texts = items.map((item) =>
        write(item, equals.get(comparable(item)) ?? written[item.key], margin + step),
      );
      return bracketed("[]", texts, margin, step);
    }
    if (!isObject(each)) return numberText(held.holder, held.key) ?? JSON.stringify(each);
    const written = new Map(
      (old?.node.type === "object" ? partsOf(old) : []).map((part) => [String(part.key), part]),
    );
    const kept = isOrdered ? [] : [...written.keys()].filter((key) => Object.hasOwn(each, key));
    const texts = [...new Set([...kept, ...Object.keys(each)])].map((key) => {
      const field = write({ holder: each, key }, written.get(key), margin + step);
      return `${JSON.stringify(key)}: ${field}`;
    });
    return bracketed("{}", texts, margin, step);
  };
  const node = parseTree(text)!;
  const old = { holder: parseHeldJson(text)!, key: 0, node };
  const end = node.offset + node.length;
  const written = write({ holder: [value], key: 0 }, old, "");
  return text.slice(0, node.offset) + written + text.slice(end);
}

function valueOf({ holder, key }: Held): Json {
  return (holder as { readonly [key: string]: Json })[key]!;
}

function textAt(text: string, { node: { offset, length } }: Written): string {
  return text.slice(offset, offset + length);
}

/** The fields of an object of the file, the last of those with one key, or the items of a list. */
function partsOf(written: Written): Written[] {
  const holder = valueOf(written) as Written["holder"];
  const { type, children = [] } = written.node;
  return children.flatMap((child, index): Written[] => {
    if (type === "array") return [{ holder, key: index, node: child }];
    const [name, node] = child.children ?? [];
    return name && node ? [{ holder, key: String(name.value), node }] : [];
  });
}

function bracketed(
  brackets: "[]" | "{}",
  texts: readonly string[],
  margin: string,
  step: string,
): string {
  if (texts.length === 0) return brackets;
  const lines = texts.map((each) => `\n${margin}${step}${each}`);
  return `${brackets[0]}${lines.join(",")}\n${margin}${brackets[1]}`;
}
