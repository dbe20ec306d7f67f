// The values of YAML text, read without their places: seven times as fast as with them. What is not
// plain YAML is left to the reader that keeps places and tells mistakes (parse.ts); that both read
// the same is what test/yaml holds them to.
import { type EventType, FAILSAFE_SCHEMA, loadAll, type State, Type } from "js-yaml";
import { isObject, type Json, type JsonObject } from "./json.ts";

/**
 * What calls for a closer look, because readers differ there or places matter. Where a text only
 * looks like it, that costs time and nothing else. Before a pattern stands what must be there for it
 * to fit: to look for that is much faster.
 */
const unusual: readonly (readonly [signs: readonly string[], pattern: RegExp])[] = [
  [["&"], /(?:^|[\s:?,[{-])&\S/m], // an anchor; without one there is no alias
  [["!"], /(?:^|[:?,[{-]) *!/m], // a tag
  [["<<"], /<</], // a merge
  [["%", "...", "---"], /^(?:%|\.\.\.|---[^\n])/m], // a directive, the end of a document, a text beside its beginning
  [["?"], /(?:^|[:?,[{-]) *\?(?:\s|$)/m], // a key of several lines
  [["}", "]"], /[}\]] *:/], // a key that is a list or a mapping
  [["#"], /["'}\]]#/], // a comment without a blank before it
  [["-\n", " \n", " #", "-#"], /^ *(?:- +)*- *(?:#.*)?$/m], // an item that is empty, or begins on the next line
  [[" \n"], /^ +$/m], // a line of blanks, which may be text
];

/** Tabs, returns and what is not printed; halves of surrogate pairs are told elsewhere. */
const odd = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/;

function isUnusual(text: string): boolean {
  const isSign = (sign: string): boolean =>
    text.includes(sign) || (sign.endsWith("\n") && text.endsWith(sign.slice(0, -1)));
  return (
    odd.test(text) ||
    !text.isWellFormed() ||
    unusual.some(([signs, pattern]) => signs.some(isSign) && pattern.test(text))
  );
}

/** A key may have 1024 characters as it is written, and each of its own may be written as six. */
const longestKey = 150;

/** Keys that YAML does not take for text unless they are quoted. */
const noText =
  /^(?:$|\[object Object\]$|~|null$|true$|false$|[-+.]*\d|[-+.]*(?:inf|nan|Infinity)$)/i;

/** The mappings of a file, document by document; undefined where a closer look is due. */
export function plainValues(text: string): readonly JsonObject[] | undefined {
  if (isUnusual(text)) return undefined;
  try {
    const values = loadAll(text, null, { schema: core, listener: watcher() }) as Json[];
    return values.every((each) => isObject(each) && hasTextKeys(each))
      ? (values as readonly JsonObject[])
      : undefined;
  } catch {
    return undefined; // the other reader tells what is wrong
  }
}

/**
 * Stops at what js-yaml reads more leniently: brackets and quotes over lines that are not indented
 * further than what they belong to, or with comments in them, a text that follows a comment, and a
 * list as a key.
 */
function watcher(): (this: State, event: EventType, state: State) => void {
  const open: { readonly start: number; readonly within: string | undefined }[] = [];
  return (event, { input, position, kind }) => {
    if (event === "open") {
      const outer = open.at(-1);
      open.push({
        start: position,
        within: outer && (bracketAt(input, outer.start) ?? outer.within),
      });
      return;
    }
    const { start, within } = open.pop()!;
    const written = input.slice(start, position).trimStart();
    const begin = position - written.length;
    if (isOdd()) throw new Error("a closer look is due");

    function isOdd(): boolean {
      if (within === "{" && written.startsWith("["))
        return input.slice(0, begin).trimEnd().at(-1) !== ":";
      if (within !== undefined) return false; // what is around it is looked at whole
      if (/[\]}"']/.test(input[position - 1] ?? ""))
        return written.includes("\n") && !isIndented(input, begin, written);
      return kind === "scalar" && written.startsWith("#");
    }
  };
}

/** The bracket of a list or mapping that begins there, perhaps after blanks. */
function bracketAt(input: string, start: number): string | undefined {
  let at = start;
  while (input[at] === " " || input[at] === "\n") at++;
  return input[at] === "[" || input[at] === "{" ? input[at] : undefined;
}

function isIndented(input: string, start: number, written: string): boolean {
  const line = input.slice(input.lastIndexOf("\n", start - 1) + 1, start);
  const indent = /^[ -]*/.exec(line)![0].length;
  const [, ...others] = written.split("\n");
  return (
    !mayHoldComment(written) &&
    others.every((each) => /^ *$/.test(each) || each.search(/[^ ]/) > indent)
  );
}

/** In quotes that begin where a value or a key does, `#` is text. */
function mayHoldComment(written: string): boolean {
  if (!written.includes("#")) return false;
  const others = written.replace(/(?<=[{[,:]\s*)"(?:[^"\\\n]|\\.)*"/g, "");
  return /["'#]/.test(others);
}

function hasTextKeys(value: Json): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(hasTextKeys);
  for (const [key, each] of Object.entries(value))
    if (key.length > longestKey || noText.test(key) || !hasTextKeys(each)) return false;
  return true;
}

/** Plain words that are no text (YAML 1.2, section 10.3.2). */
const core = FAILSAFE_SCHEMA.extend({
  implicit: [
    scalar("null", /^(?:~|null|Null|NULL|)$/, () => null),
    scalar("bool", /^(?:true|True|TRUE|false|False|FALSE)$/, (text) => /^t/i.test(text)),
    scalar("int", /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/, Number),
    scalar(
      "float",
      /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
      float,
    ),
  ],
});

function float(text: string): number {
  if (/nan$/i.test(text)) return Number.NaN;
  if (/inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return Number(text);
}

function scalar(name: string, form: RegExp, construct: (text: string) => Json): Type {
  return new Type(`tag:yaml.org,2002:${name}`, {
    kind: "scalar",
    resolve: (text: string | null) => form.test(text ?? ""),
    construct: (text: string | null) => construct(text ?? ""),
  });
}
