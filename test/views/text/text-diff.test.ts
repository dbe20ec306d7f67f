// Line diffs: hunks with a line of context, marked words, and what is cut of them.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffLine, type DiffSize, plainDiffLine } from "../../../src/views/text/diff-line.ts";
import { unicodeSymbols } from "../../../src/views/text/terminal-text.ts";
import { diffText } from "../../../src/views/text/text-diff.ts";
import { propertySettings } from "../../fixtures/property-settings.ts";

const size: DiffSize = { width: 80, elsewhere: "", symbols: unicodeSymbols };
const shown = (before: string, after: string, options = size): string[] =>
  diffText(before, after, options).map(plainDiffLine);
const typed = (before: string, after: string): string[] =>
  diffText(before, after, size).map((line) => `${line.type}: ${plainDiffLine(line)}`);
const lines = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_none, index) => `${of(index)}\n`).join("");

it.each<[string, string, string, string[]]>([
  [
    "a line in the middle, with one around it",
    "a\nb\nc\nd\ne\n",
    "a\nb\nx\nd\ne\n",
    ["note: @@ 2 @@", "context:   b", "removed: - c", "added: + x", "context:   d"],
  ],
  [
    "only the final newline",
    "a",
    "a\n",
    ["note: @@ 1 @@", "removed: - a", "note: (no line ending after this)", "added: + a"],
  ],
  ["no final newline in both", "a", "b", ["note: @@ 1 @@", "removed: - a", "added: + b"]],
  ["all lines removed", "a\n", "", ["note: @@ 1 @@", "removed: - a"]],
  ["a text where none was", "", "a", ["note: @@ 1 @@", "added: + a"]],
  [
    "the changed words",
    "Style: two to five sentences, no jokes.\n",
    "Style: at most three sentences, no jokes at all.\n",
    [
      "note: @@ 1 @@",
      "removed: - Style: [-two to five-] sentences, no jokes.",
      "added: + Style: {+at most three+} sentences, no jokes{+ at all+}.",
    ],
  ],
  [
    "trailing blanks",
    "a b\n",
    "a b  \n",
    ["note: @@ 1 @@", "removed: - a b", "added: + a b{+··+}"],
  ],
  [
    "trailing blanks of new lines",
    "a\n",
    "a\nb \n\tc\u00a0d·\n\n",
    ["note: @@ 1 @@", "context:   a", "added: + b·", "added: + \\tc\\u{a0}d\\u{b7}", "added: + "],
  ],
  [
    "a tab in place of blanks",
    "    a b\n",
    "\ta b\n",
    ["note: @@ 1 @@", "removed: - [-····-]a b", "added: + {+\\t+}a b"],
  ],
  [
    "a no-break space",
    "a b c\n",
    "a\u00a0b c\n",
    ["note: @@ 1 @@", "removed: - a[-·-]b c", "added: + a{+\\u{a0}+}b c"],
  ],
  [
    "the line ends of all lines",
    "a\nb\n",
    "a\r\nb\r\n",
    ["note: (all line ends change from LF to CRLF)"],
  ],
  [
    "the line ends of all lines, and a line",
    "a\r\nb\r\n",
    "a\nx\n",
    [
      "note: (all line ends change from CRLF to LF)",
      "note: @@ 1 @@",
      "context:   a",
      "removed: - b",
      "added: + x",
    ],
  ],
  [
    "invisible characters",
    "a\n",
    "a\u200b\n",
    ["note: @@ 1 @@", "removed: - a", "added: + a{+\\u{200b}+}"],
  ],
  [
    "a carriage return",
    "a\nb\n",
    "a\r\nb\n",
    ["note: @@ 1 @@", "removed: - a", "added: + a{+\\r+}", "context:   b"],
  ],
])("%s", (_sentence, before, after, expected) => {
  expect(typed(before, after)).toEqual(expected);
});

const filler = (word: string, count: number): string => `${word} `.repeat(count).trim();

describe("a long line", () => {
  const before = `${filler("start", 50)} ask for the order number ${filler("middle", 50)} be brief ${filler("end", 50)}`;
  const after = before.replace("order", "parcel").replace("be brief", "be polite");

  it("is shown around each change", () => {
    const [, removed, added] = shown(`${before}\n`, `${after}\n`);
    expect([removed, added]).toEqual([
      "- … ask for the [-order-] number middle … middle be [-brief-] end end end …",
      "+ … ask for the {+parcel+} number middle … middle be {+polite+} end end end …",
    ]);
  });

  it("is cut at the same words as the one that replaces it", () => {
    const old =
      "7. Rule 7 for number 2: check the order, the date and the amount before you reply.";
    const now = old.replace("order", "invoice and the order of the customer");
    expect(shown(`${old}\n`, `${now}\n`, { ...size, width: 60 }).slice(1)).toEqual([
      "- … 2: check the [-order-], the date and …",
      "+ … 2: check the {+invoice and the order of the customer+}, the date and …",
    ]);
    const words = fc.array(fc.constantFrom("order", "date", "a", "b.", "a,b", "amounts"), {
      minLength: 10,
      maxLength: 40,
    });
    const unmarked = ({ segments }: DiffLine): string[] =>
      segments.flatMap((segment) => (segment.isMarked ? [] : [segment.text]));
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [, removed, added] = diffText(`${left.join(" ")}\n`, `${right.join(" ")}\n`, size);
        if (added?.segments.some(({ isMarked }) => isMarked))
          expect(unmarked(removed!)).toEqual(unmarked(added));
      }),
      propertySettings(1000),
    );
  });

  it("is whole with `full`", () => {
    const marked = before.replace("order", "[-order-]").replace("brief", "[-brief-]");
    expect(shown(`${before}\n`, `${after}\n`, { ...size, full: true })[1]).toBe(`- ${marked}`);
  });

  it("that did not change is cut at its end", () => {
    expect(shown(`${before}\nx\n`, `${before}\ny\n`)[1]).toBe(`  ${before.slice(0, 79)}…`);
  });

  it("that is new is whole up to 1,000 characters; the others are counted", () => {
    const line = "x".repeat(1234);
    const options = { ...size, elsewhere: " with --full" };
    expect(shown("", line.slice(0, 1000), options)[1]).toBe(`+ ${line.slice(0, 1000)}`);
    expect(shown("", line, options)[1]).toBe(
      `+ ${line.slice(0, 1000)}… (234 more characters with --full)`,
    );
    expect(shown("", line, { ...options, full: true })[1]).toBe(`+ ${line}`);
  });
});

it("different texts never look equal", () => {
  const texts = fc
    .array(
      fc.constantFrom(
        "a",
        "b",
        " ",
        "  ",
        "\t",
        "    ",
        "\u00a0",
        "\u200b",
        "·",
        "\r",
        "\n",
        "\r\n",
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, texts, fc.boolean(), (before, after, full) => {
      const lines = diffText(before, after, { ...size, full });
      if (before === after) {
        expect(lines).toEqual([]);
        return;
      }
      const sideOf = (type: string): string[] =>
        lines.flatMap((line, index) =>
          line.type === type
            ? [plainDiffLine(line).slice(1), String(lines[index + 1]?.type === "note")]
            : [],
        );
      const isNoted = plainDiffLine(lines[0]!).startsWith("(all line ends");
      expect(isNoted || sideOf("removed").join("\n") !== sideOf("added").join("\n")).toBe(true);
    }),
    propertySettings(3000),
  );
});

it("of many changed lines the first are shown, the rest is counted", () => {
  const seen = shown(
    lines(200, (i) => `old ${i}`),
    lines(200, (i) => `new ${i}`),
  );
  expect(seen).toHaveLength(101);
  expect(seen.at(-1)).toBe("(301 more lines)");
});

it("all lines are shown with `full`, also of a text that is entirely new", () => {
  const [old, current] = [lines(3000, (i) => `old ${i}`), lines(2000, (i) => `new ${i}`)];
  const seen = shown(old, current, { ...size, full: true });
  expect(seen).toHaveLength(5000);
  expect([seen[0], seen[3000], seen.at(-1)]).toEqual(["- old 0", "+ new 0", "+ new 1999"]);
  expect(shown(old, current, { ...size, elsewhere: " with --full" })).toEqual([
    "(3000 lines become 2000, nearly all of them new; all lines with --full)",
  ]);
});

it("a text that is entirely new is one line", () => {
  expect(
    shown(
      lines(30_000, (i) => `old ${i}`),
      lines(20_000, (i) => `new ${i}`),
    ),
  ).toEqual(["(30000 lines become 20000, nearly all of them new)"]);
});
