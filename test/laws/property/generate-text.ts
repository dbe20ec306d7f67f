// Generated texts: two frequent ones, texts with a special meaning elsewhere, and random ones.
import * as fc from "fast-check";

/** Texts that have a special meaning in YAML, terminals, Markdown or JavaScript. */
const specialTexts = [
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

/** Up to eight code points. NUL and surrogates are excluded. */
const codePoints = fc
  .string({ unit: "binary", maxLength: 8 })
  .map((text) => text.replaceAll("\0", ""));

/** Mostly "a" or "b", so that equal values are frequent; otherwise a special or a random text. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b") },
  { weight: 2, arbitrary: fc.constantFrom(...specialTexts) },
  { weight: 1, arbitrary: codePoints },
);

/** As `text`, but never empty. */
export const nonEmptyText: fc.Arbitrary<string> = text.map((value) => value || "a");
