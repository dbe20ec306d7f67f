// Texts that meet often, texts that hurt, and numbers drawn from a seed.
import * as fc from "fast-check";

/** What YAML, terminals, Markdown and JavaScript could take for something else. */
const hostile = [
  [
    "",
    " ",
    "a ",
    " a",
    "a\n",
    "\n",
    "a\n\n",
    " \n a",
    "\r",
    "a\r\nb",
    "a\rb\n",
    "\t",
    "\ta",
    "a\t",
  ],
  ["---", "--- a\n...\n", "...", "# a", "a # b", "a: b", "a:", "- a", "? a", "[a", "{a", "a]"],
  ["'", '"', '"a"', "\\", "\\n", "*a", "&a", "!t", "%a", "@a", "`a", "|", ">", "|-\n a", "<<", "="],
  ["null", "~", "yes", "true", "1", "1.0", "0x1", "0o7", "1e3", ".inf", "2026-11-21"],
  ["{{x}}", "{{ #x }}", "::error ::x", "\u001b[31m", "\u0007", "\u007f", "\u0085", "\u00a0"],
  [
    "\u202e\u2066a",
    "\u200b",
    "\ufeff",
    "\ufeffa",
    "\u2028",
    "a\u2029b",
    "\uffff",
    "😀",
    "é",
    "e\u0301",
  ],
  ["__proto__", "constructor", "toString", `${"long words ".repeat(12)}end `, "a\n b\n\n\n c "],
].flat();

/** One unit of text: any code point but NUL and surrogates. */
const codePoints = fc
  .string({ unit: "binary", maxLength: 8 })
  .map((text) => text.replaceAll("\0", ""));

/** Mostly one of two texts, so that equal things are frequent; else hostile or any. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b") },
  { weight: 2, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: codePoints },
);

/** As `text`, at least one character. */
export const someText: fc.Arbitrary<string> = text.map((each) => each || "a");

/** Whole numbers below a bound, drawn from a seed (mulberry32). */
export type Dice = (bound: number) => number;

export function diceFrom(seed: number): Dice {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
