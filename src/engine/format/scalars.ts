// Single values in their one form: plain or in quotes on one line, literal blocks for line breaks,
// folded blocks for lines that are read as one.
import { isScalar, type Node, type Scalar } from "yaml";
import { documentsOf } from "../parse/parse.ts";
import { fitsLiteralBlock, scalarText } from "../edit/scalar-text.ts";
import { UnsupportedLayout, type LayoutValue } from "./tree.ts";

type Line = LayoutValue & { readonly form: "line" };
type Block = LayoutValue & { readonly form: "block" };

/** A value in brackets, always on one line. `source`: as it is written. */
export function flowScalar(node: Node, source: string): Line {
  return typed(node, source) ?? line(scalarText(textOf(node), true));
}

/** A value beside or beneath its key. */
export function blockScalar(node: Node, source: string): Line | Block {
  const other = typed(node, source);
  if (other) return other;
  const text = textOf(node);
  switch ((node as Scalar).type) {
    case "BLOCK_LITERAL":
      return literal(text) ?? line(scalarText(text));
    case "BLOCK_FOLDED":
      return asFolded(text, source) ?? unsure();
    default:
      if (source.includes("\n")) {
        const found = folded(text, foldedLines(source));
        if (found) return found;
      }
      return (
        (fitsLiteralBlock(text) && text.includes("\n") && literal(text)) || line(scalarText(text))
      );
  }
}

/** What is no text, or has a tag: the words for true, false and null in small letters, else as it stands. */
function typed(node: Node, source: string): Line | undefined {
  if (isScalar(node) && node.tag === undefined && typeof node.value === "string") return undefined;
  if (source.includes("\n")) throw new UnsupportedLayout();
  if (!isScalar(node) || node.tag !== undefined || source === "") return line(source);
  return line(typeof node.value === "number" ? source : String(node.value));
}

function textOf(node: Node): string {
  return (node as Scalar<string>).value;
}

function line(text: string): Line {
  return { form: "line", text };
}

function unsure(): never {
  throw new UnsupportedLayout();
}

/** Every line as it reads; undefined where a block cannot hold the text. */
function literal(text: string): Block | undefined {
  const lines = text.replace(/\n$/, "").split("\n");
  return /\S/.test(text) ? held(text, "|", lines) : undefined;
}

/** Lines that are joined when they are read. */
function folded(text: string, lines: readonly string[] | undefined): Block | undefined {
  if (!lines || !/\S/.test(text)) return undefined;
  const end = lines.findLastIndex((each) => each !== "") + 1;
  const empty = /\n*$/.exec(text)![0].length - 1;
  return held(text, ">", [...lines.slice(0, end), ...Array(Math.max(0, empty)).fill("")]);
}

/** The block that is read as this text, with an indicator of its indentation where it needs one. */
function held(text: string, sign: "|" | ">", lines: readonly string[]): Block | undefined {
  const chomp = !text.endsWith("\n") ? "-" : text.endsWith("\n\n") ? "+" : "";
  const isHeld = (head: string): boolean => {
    const body = lines.map((each) => (each === "" ? "" : `  ${each}`)).join("\n");
    const [document] = documentsOf(`key: ${head}\n${body}\n`);
    return document?.errors.length === 0 && document.get("key") === text;
  };
  const head = [`${sign}${chomp}`, `${sign}2${chomp}`].find(isHeld);
  return head === undefined ? undefined : { form: "block", head, lines };
}

/** Where an indicator says that lines begin with blanks, they are rarely more. */
const mostBlanks = 20;

/** A folded block with the lines it has; its indentation is that of its first line, or less. */
function asFolded(text: string, source: string): Line | Block | undefined {
  if (!/\S/.test(text)) return line(scalarText(text));
  const lines = source.split("\n");
  const first = lines.find((each) => each.trim() !== "") ?? "";
  const most = first.search(/[^ ]/);
  for (let indent = most; indent > Math.max(0, most - mostBlanks); indent--) {
    const found = folded(
      text,
      lines.map((each) => withoutIndent(each, indent)),
    );
    if (found) return found;
  }
  return undefined;
}

function withoutIndent(line: string, indent: number): string {
  return line.slice(Math.min(indent, /^ */.exec(line)![0].length));
}

/** The lines of a plain or quoted text; undefined where they hold escapes. */
function foldedLines(source: string): readonly string[] | undefined {
  const quote = /^["']/.exec(source)?.[0];
  const inside = quote === undefined ? source : source.slice(1, -1);
  if (quote === '"' && inside.includes("\\")) return undefined;
  const text = quote === "'" ? inside.replaceAll("''", "'") : inside;
  return text.split("\n").map((each) => each.replace(/^[ \t]+|[ \t]+$/g, ""));
}
