// Texts of the service on the page. The template escapes HTML; here, invisible characters become
// visible.
import { invisibleCharacters } from "../../../engine/text/invisible-characters.ts";
import { jsonText } from "../../../views/text/json-text.ts";

/** The text with invisible characters as `\u{202e}`, but for line feeds and tabs. */
export function pageText(text: string): string {
  return text
    .toWellFormed()
    .replace(invisibleCharacters, (character) =>
      character === "\n" || character === "\t"
        ? character
        : `\\u{${character.codePointAt(0)!.toString(16)}}`,
    );
}

/** A value as JSON in several lines. Its escapes are valid JSON. */
export function jsonLines(value: unknown): string {
  return jsonText(value, 2);
}
