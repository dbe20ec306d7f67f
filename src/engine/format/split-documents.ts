// The documents of a text, each as a text of its own.
import type { CST } from "yaml";
import { flat, tokensOf } from "./tokens.ts";

/** One document of a text. */
export interface DocumentPart {
  /** Without the marker before it. */
  readonly text: string;
  /** With it, where there is one. */
  readonly source: string;
}

/**
 * The documents without empty ones. Undefined where more stands between them than markers:
 * directives, comments after an end, comments of an empty document; and where not all of it is read.
 */
export function splitDocuments(text: string): readonly DocumentPart[] | undefined {
  const documents: DocumentPart[] = [];
  let before = "";
  const tokens = tokensOf(text);
  if (inked(tokens.map(sourceOf).join("")) !== inked(text)) return undefined;
  for (const token of tokens)
    switch (token.type) {
      case "document": {
        const found = { text: before + withoutMarker(token), source: before + sourceOf(token) };
        before = "";
        if (token.value) documents.push(found);
        else if (found.text.trim() !== "") return undefined;
        break;
      }
      case "doc-end":
        if (token.end?.some(({ type }) => type === "comment")) return undefined;
        break;
      case "comment":
      case "newline":
      case "space":
        before += token.source;
        break;
      default:
        return undefined;
    }
  if (documents.length === 0) return [{ text: before, source: before }]; // comments and nothing else
  return before.trim() === "" ? documents : undefined;
}

/** A text without its blanks: at the end of a document without a last value the parser loses what follows it, comments too. */
function inked(text: string): string {
  return text.replace(/\s/g, "");
}

function sourceOf(token: CST.Token): string {
  return flat(token)
    .map(({ source }) => source)
    .join("");
}

function withoutMarker(document: CST.Document): string {
  const source = sourceOf(document);
  const isMarked = document.start.some(({ type }) => type === "doc-start");
  return isMarked ? source.replace(/^[^]*?---[ \t]*\n?/, "") : source;
}

/** Documents as one text: in a layout, or as they stand, with their own marker if they have one. */
export function joinDocuments(parts: readonly (string | DocumentPart)[]): string {
  return parts
    .map((part, index) => {
      const [text, source] = typeof part === "string" ? [part, part] : [part.text, part.source];
      const marker = index === 0 || text !== source ? "" : "---\n";
      return marker + (source === "" || source.endsWith("\n") ? source : `${source}\n`);
    })
    .join("");
}
