// The documents of a text, each as a text of its own.
import type { CST } from "yaml";
import { flat, tokensOf } from "./tokens.ts";

/**
 * Without the markers between them and without empty ones. Undefined where more stands between
 * documents than markers: directives, comments after an end, comments of an empty document.
 */
export function split(text: string): readonly string[] | undefined {
  const documents: string[] = [];
  let before = "";
  for (const token of tokensOf(text))
    switch (token.type) {
      case "document": {
        const found = before + withoutMarker(token);
        before = "";
        if (token.value) documents.push(found);
        else if (found.trim() !== "") return undefined;
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
  if (documents.length === 0) return [before]; // comments and nothing else
  return before.trim() === "" ? documents : undefined;
}

function withoutMarker(document: CST.Document): string {
  const tokens = [...flat(document)];
  const marker = tokens.findIndex(({ type }) => type === "doc-start");
  const source = tokens
    .slice(marker + 1)
    .map((each) => each.source)
    .join("");
  return marker < 0 ? source : source.replace(/^[ \t]*\n?/, "");
}

/** The documents as one text. */
export function joined(documents: readonly string[]): string {
  return documents
    .map((each) => (each === "" || each.endsWith("\n") ? each : `${each}\n`))
    .join("---\n");
}
