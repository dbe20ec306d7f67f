// Splits a text into its documents, and joins documents to a text.
import { CST } from "yaml";
import { readTokens } from "./tokens.ts";

/** One document of a text. */
export interface DocumentPart {
  /** The text without its `---`. */
  readonly text: string;
  /** The text with its `---`, if it has one. */
  readonly source: string;
}

/**
 * The documents without empty ones. Undefined if there is more than markers between them (directives,
 * comments after `...`, comments of an empty document), or if the parser skips a part of the text.
 */
export function splitDocuments(text: string): readonly DocumentPart[] | undefined {
  const documents: DocumentPart[] = [];
  let before = "";
  const tokens = readTokens(text);
  // The parser skips comments at the end of a document whose last key has no value.
  if (withoutWhiteSpace(tokens.map(CST.stringify).join("")) !== withoutWhiteSpace(text))
    return undefined;
  for (const token of tokens)
    switch (token.type) {
      case "document": {
        const source = CST.stringify(token);
        const part = { text: before + withoutMarker(token, source), source: before + source };
        before = "";
        if (token.value) documents.push(part);
        else if (part.text.trim() !== "") return undefined;
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
  if (documents.length === 0) return [{ text: before, source: before }]; // only comments
  return before.trim() === "" ? documents : undefined;
}

function withoutWhiteSpace(text: string): string {
  return text.replace(/\s/g, "");
}

function withoutMarker({ start }: CST.Document, source: string): string {
  const hasMarker = start.some(({ type }) => type === "doc-start");
  return hasMarker ? source.replace(/^[^]*?---[ \t]*\n?/, "") : source;
}

/** Joins formatted documents and unchanged parts, which keep their own `---`. */
export function joinDocuments(parts: readonly DocumentPart[]): string {
  return parts
    .map(({ text, source }, index) => {
      const marker = index === 0 || text !== source ? "" : "---\n";
      return marker + (source === "" || source.endsWith("\n") ? source : `${source}\n`);
    })
    .join("");
}
