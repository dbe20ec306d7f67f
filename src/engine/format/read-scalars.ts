// The layout of scalars: one line, plain or quoted; literal blocks for texts with line breaks;
// folded blocks for texts whose lines YAML joins.
import { isScalar, type Node, type Scalar } from "yaml";
import { fitsLiteralBlock, scalarText } from "../edit/scalar-text.ts";
import { documentsOf } from "../parse/yaml-documents.ts";
import { type ScalarLayout, UnsupportedLayout } from "./layout.ts";

/** A scalar in brackets, on one line. `source`: its text in the file. */
export function readFlowScalar(node: Node, source: string): ScalarLayout {
  return nonText(node, source) ?? line(scalarText((node as Scalar<string>).value, true));
}

/** A scalar outside brackets. Throws UnsupportedLayout. */
export function readScalar(node: Node, source: string): ScalarLayout {
  const value = nonText(node, source);
  if (value) return value;
  const text = (node as Scalar<string>).value;
  const block = /\S/.test(text) ? blockStyle(node as Scalar, text, source) : undefined;
  return block ?? line(scalarText(text));
}

/**
 * A scalar that is not a text or has a tag: true, false and null in lower case, others unchanged.
 */
function nonText(node: Node, source: string): ScalarLayout | undefined {
  const isUntagged = isScalar(node) && node.tag === undefined;
  if (isUntagged && typeof node.value === "string") return undefined;
  if (source.includes("\n")) throw new UnsupportedLayout();
  const isWord = isUntagged && source !== "" && typeof node.value !== "number";
  return line(isWord ? String(node.value) : source);
}

function line(text: string): ScalarLayout {
  return { form: "scalar", text };
}

/** The block of a text; undefined if it is written on one line. */
function blockStyle({ type }: Scalar, text: string, source: string): ScalarLayout | undefined {
  switch (type) {
    case "BLOCK_LITERAL":
      return literalBlock(text);
    case "BLOCK_FOLDED":
      return refoldedBlock(text, source);
    default: {
      const lines = foldedLines(source);
      const isLiteral = text.includes("\n") && fitsLiteralBlock(text);
      return (lines && foldedBlock(text, lines)) ?? (isLiteral ? literalBlock(text) : undefined);
    }
  }
}

/** Undefined if a literal block cannot hold the text. */
function literalBlock(text: string): ScalarLayout | undefined {
  return blockOf(text, "|", text.replace(/\n$/, "").split("\n"));
}

/** `lines`: the lines that YAML joins to the text. */
function foldedBlock(text: string, lines: readonly string[]): ScalarLayout | undefined {
  const end = lines.findLastIndex((each) => each !== "") + 1;
  const trailing = /\n*$/.exec(text)![0].length - 1;
  return blockOf(text, ">", [...lines.slice(0, end), ...Array(Math.max(0, trailing)).fill("")]);
}

/** The block whose value is the text, with an indentation indicator if necessary. */
function blockOf(
  text: string,
  style: "|" | ">",
  lines: readonly string[],
): ScalarLayout | undefined {
  const chomp = !text.endsWith("\n") ? "-" : text.endsWith("\n\n") ? "+" : "";
  const body = lines.map((each) => (each === "" ? "" : `  ${each}`)).join("\n");
  const head = [`${style}${chomp}`, `${style}2${chomp}`].find((candidate) => {
    const [document] = documentsOf(`key: ${candidate}\n${body}\n`);
    return document?.errors.length === 0 && document.get("key") === text;
  });
  return head === undefined ? undefined : { form: "scalar", text: head, block: lines };
}

/** Limits the indentations that are tried if the first line begins with spaces of its own. */
const maxLeadingSpaces = 20;

/** A folded block with its present lines; its indentation is that of the first line, or less. */
function refoldedBlock(text: string, source: string): ScalarLayout {
  const lines = source.split("\n");
  const first = lines.find((each) => each.trim() !== "") ?? "";
  const most = first.search(/[^ ]/);
  for (let indent = most; indent > Math.max(0, most - maxLeadingSpaces); indent--) {
    const indentation = new RegExp(`^ {0,${indent}}`);
    const unindented = lines.map((each) => each.replace(indentation, ""));
    const folded = foldedBlock(text, unindented);
    if (folded) return folded;
  }
  throw new UnsupportedLayout();
}

/** The lines of a plain or quoted text; undefined if it has one line, or escapes. */
function foldedLines(source: string): readonly string[] | undefined {
  const [quote] = /^["']/.exec(source) ?? [];
  if (!source.includes("\n") || (quote === '"' && source.includes("\\"))) return undefined;
  const inside = quote === undefined ? source : source.slice(1, -1);
  const text = quote === "'" ? inside.replaceAll("''", "'") : inside;
  return text.split("\n").map((each) => each.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ""));
}
