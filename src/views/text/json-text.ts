// JSON for logs and pipes. Escapes are lossless: a parser reads the same values.
import { exactJsonText } from "../../engine/model/number-texts.ts";
import { invisibleCharacters } from "../../engine/text/invisible-characters.ts";

/** Commands of workflow runners: `##[error]` and `##vso[…]`. */
const workflowCommand = /##(?=\w*\[)/g;

/** What needs no escape, in a tenth of the time: each request to the service has a line. */
const plainText = /^[ !"$-~]*$/;

/** JSON with all digits of numbers, with invisible characters and workflow commands as `\u…`; on one line without `indent`. */
export function jsonText(value: unknown, indent?: number): string {
  const text = exactJsonText(value, indent);
  if (plainText.test(text)) return text;
  return text
    .replace(invisibleCharacters, (character) =>
      character === "\n" ? character : escapeUnits(character),
    )
    .replace(workflowCommand, "#\\u0023");
}

/** A character of two code units has two escapes. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
