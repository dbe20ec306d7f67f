// Makes the characters visible that a reader of a diff cannot tell apart: tabs, trailing blanks,
// no-break and other unusual spaces, line ends.
import type { Json } from "../../engine/model/json.ts";
import { escapeText } from "./terminal-text.ts";

/** Space characters of Unicode other than the ordinary one. */
const unusualSpaces = /(?! )\p{Zs}/gu;

/**
 * A changed part of a line, escaped: tabs as `\t`, unusual spaces as `\u{a0}`; `blank` for each
 * blank where nothing follows in the line or where the part has nothing else. The same character in
 * the text is escaped there.
 */
export function visibleText(text: string, blank: string, endsLine: boolean): string {
  const blanks = endsLine ? /(?<![ ·])[ ·]+(?=\r?$)/ : /^[ ·]+$/;
  const dotted = text.replace(blanks, (run) =>
    run.replaceAll("·", "\\u{b7}").replaceAll(" ", blank),
  );
  return escapeSpaces(escapeText(dotted));
}

/** JSON on one line, escaped. */
export function visibleJson(value: Json): string {
  return escapeSpaces(escapeText(JSON.stringify(value)));
}

/** The text with unusual spaces as `\u{a0}`. */
export function escapeSpaces(text: string): string {
  return text.replace(unusualSpaces, (space) => `\\u{${space.codePointAt(0)!.toString(16)}}`);
}
