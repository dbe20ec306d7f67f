// Texts and attributes of XML documents.
import { escapeText } from "./terminal-text.ts";

/** ` name="value"` for each attribute. */
export function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join("");
}

/** Escapes control characters too: XML has no reference for them. */
export function xmlText(text: string): string {
  return escapeText(text.toWellFormed())
    .replace(/[\uFFFE\uFFFF]/g, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
