// Splits a text into its documents, and joins documents to a text.
import { CST } from "yaml";
import { type DocumentText, readTokens } from "./tokens.ts";

/** One document of a text. `text` and `tokens`: without its `---`. */
export interface DocumentPart extends DocumentText {
  /** The text with its `---`, if it has one. */
  readonly source: string;
}

/**
 * The documents without empty ones. Undefined if there is more than markers between them (directives,
 * comments after `...`, comments of an empty document), or if the parser skips a part of the text.
 */
export function splitDocuments(text: string): readonly DocumentPart[] | undefined {
  const documents: DocumentPart[] = [];
  let before: CST.SourceToken[] = [];
  const tokens = readTokens(text);
  // The parser skips comments at the end of a document whose last key has no value.
  const sources = tokens.map(CST.stringify);
  if (withoutWhiteSpace(sources.join("")) !== withoutWhiteSpace(text)) return undefined;
  for (const [index, token] of tokens.entries())
    switch (token.type) {
      case "document": {
        const part = documentPart(before, token, sources[index]!);
        before = [];
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
        before.push(token);
        break;
      default:
        return undefined;
    }
  const rest = sourceOf(before);
  if (documents.length === 0) return [{ text: rest, source: rest }]; // only comments
  return rest.trim() === "" ? documents : undefined;
}

function sourceOf(tokens: readonly CST.SourceToken[]): string {
  return tokens.map(({ source }) => source).join("");
}

/**
 * The tokens of the whole text are used again, 15 % of row "fmt 12,000", unless the document begins
 * beside its marker: without it, its columns are others.
 */
function documentPart(
  before: readonly CST.SourceToken[],
  token: CST.Document,
  source: string,
): DocumentPart {
  const marker = token.start.findIndex(({ type }) => type === "doc-start");
  const part = {
    text: sourceOf(before) + (marker < 0 ? source : source.replace(/^[^]*?---[ \t]*\n?/, "")),
    source: sourceOf(before) + source,
  };
  if (marker < 0) return { ...part, tokens: [...before, token] };
  const [next, ...start] = token.start.slice(marker + 1);
  return next?.type === "newline" ? { ...part, tokens: [...before, { ...token, start }] } : part;
}

function withoutWhiteSpace(text: string): string {
  return text.replace(/\s/g, "");
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
