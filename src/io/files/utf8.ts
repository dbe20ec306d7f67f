// Reads UTF-8: the text, or where a file is not UTF-8 and how to convert it.
import { shellQuote } from "../../engine/text/shell-quote.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a content without a byte order mark; undefined if it is not UTF-8. */
export function decodeUtf8(content: Uint8Array): string | undefined {
  try {
    return utf8.decode(content);
  } catch {
    return undefined;
  }
}

/** How a content is not UTF-8. */
interface NotUtf8 {
  /** The line of the first wrong byte, from 1. */
  readonly line: number;
  /** Its column, in characters from 1. */
  readonly column: number;
  /** Follows the path of the file. */
  readonly problem: string;
  /** Undefined for a file that is no text. */
  readonly hint: string | undefined;
}

/** The problem of a content that is not UTF-8. `path`: of the file, for the command that converts it. */
export function notUtf8Problem(path: string, content: Uint8Array): NotUtf8 {
  const [first, second] = content;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return {
      line: 1,
      column: 1,
      problem: "is not UTF-8 text: it is UTF-16",
      hint: convertHint("UTF-16", path),
    };
  if (content.includes(0))
    return { line: 1, column: 1, problem: "is not UTF-8 text", hint: undefined };
  const read = Buffer.from(new TextDecoder("utf-8", { ignoreBOM: true }).decode(content));
  const differing = content.findIndex((byte, index) => byte !== read[index]);
  const at = differing < 0 ? content.length - 1 : differing; // the last character is cut off
  const line = content.subarray(0, at).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
  const lineStart = at === 0 ? 0 : content.lastIndexOf(0x0a, at - 1) + 1;
  const column = (decodeUtf8(content.subarray(lineStart, at)) ?? "").length + 1;
  const byte = `0x${(content[at] ?? 0).toString(16).toUpperCase()}`;
  const problem = `is not UTF-8 text: line ${line} has the byte ${byte}`;
  return { line, column, problem, hint: convertHint("WINDOWS-1252", path) };
}

/** A sentence: how the file is not UTF-8, with the way to convert it. */
export function notUtf8Sentence(path: string, content: Uint8Array): string {
  const { problem, hint } = notUtf8Problem(path, content);
  return `${path} ${problem}.${hint === undefined ? "" : ` ${hint}`}`;
}

function convertHint(encoding: string, path: string): string {
  return `Save it as UTF-8 in an editor, or convert it, if it is ${encoding}: iconv -f ${encoding} -t UTF-8 ${shellQuote(path)} > FILE`;
}
