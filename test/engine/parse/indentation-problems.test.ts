// Wrong indentation is one error, at the line that the author has to change.
import { expect, it } from "vitest";
import { parseDocument } from "yaml";
import { atMistake } from "../../../src/engine/parse/indentation-problems.ts";
import { parse } from "../../../src/engine/parse/parse.ts";

/** Without errors: the text is valid YAML, and validation judges the values. */
const rows: readonly (readonly [mistake: string, text: string, ...places: string[]])[] = [
  ["a key too deep, after a text", "a: x\n  b: y\nc: z\n", "2:3"],
  ["a key too deep by one", "a: x\n b: y\nc: z\n", "2:2"],
  ["a key too deep, after a number", "a: 1\n  b: y\n", "2:3"],
  ["a key too deep, after quotes", 'a: "x"\n  b: y\nc: z\n', "2:3"],
  ["a key too deep, after brackets", "a: [x]\n  b: y\nc: z\n", "2:3"],
  ["a key too deep, after an empty line", "a: x\n\n  b: y\nc: z\n", "3:3"],
  ["a key too deep, after a comment", "a: x\n# note\n\n  b: y\nc: z\n", "4:3"],
  ["a key too deep, with CRLF", "a: x\r\n  b: y\r\nc: z\r\n", "2:3"],
  ["a key too deep, in a mapping", "m:\n  a: x\n    b: y\n  c: z\n", "3:5"],
  ["a key too deep, in an item", "l:\n  - a: x\n      b: y\n", "3:7"],
  ["a key too deep, in another document", "a: x\n---\nb: x\n  c: y\nd: z\n", "4:3"],
  ["several keys too deep", "a: x\n  b: y\n  c: y\nd: z\n", "2:3"],
  ["a mapping after a value", "a: x\n  b:\n    c: y\nd: z\n", "2:3"],
  ["a list after a value and its key", "l:\n  - a: x\n      - b: y\n", "3:7"],
  ["a text of three lines, the last with a colon", "a: x\n  y\n  z: z\nb: x\n", "3:3"],
  ["a key with too little, in a mapping", "m:\n    a: x\n  b: y\nc: z\n", "3:3"],
  ["a key with too little, after a comment", "m:\n    a: x\n  # note\n  b: y\n", "4:3"],
  ["a key with too little, in an item", "l:\n  - a: x\n   b: y\nc: z\n", "3:4"],
  ["a key below the dash of its item", "l:\n  - a: x\n  b: y\nc: z\n", "3:3"],
  ["only the first key is indented", " a: x\nb: y\nc: z\n", "1:2"],
  ["only the first key is indented, a list", "  a:\n    - x\nb: y\n", "1:3"],
  ["only the last key is not indented", "  a: x\n  b: y\nc: z\n", "3:1"],
  ["an item with too little", "l:\n    - a\n  - b\nc: z\n", "3:3"],
  ["an item at the column of the key of its list", "l:\n  - a\n- b\nc: z\n", "3:1"],
  ["an item too deep, after a mapping", "l:\n  - a: x\n    b: y\n    - a: z\n", "4:5"],
  ["items below a text", "a: x\n- b\n- c\nd: z\n", "2:1"],
  ["an item without a space", "l:\n  -a: x\n   b: y\n", "2:3"],
  ["a second item without a space", "l:\n  - a\n  -b\nc: z\n", "3:3"],
  ["a list on the line of its key", "l: - a\n   - b\n", "1:4"],
  ["a block that ends early", "a: |\n  one\n two\nb: x\n", "3:2"],
  ["a block that ends early, at the key", "m:\n  a: |\n    one\n  two words\n  b: x\n", "4:3"],
  ["a block that ends early, at the end", "l:\n  - a: |\n      one\n    two\n", "4:5"],
  ["a block that is not indented", "m:\n  a: |\n  one\n  two\n", "3:3"],
  ["a tab before a key", "m:\n  a: x\n\tb: y\n", "3:1"],
  ["a tab after spaces", "m:\n  \ta: x\n", "2:3"],
  ["a tab before an item", "l:\n\t- a\n", "2:1"],
  ["no space after a colon", "a: x\nb:y\nc: z\n", "2:1"],
  ["no space after the first colon", "m:\n  a:x\n  b: y\n", "2:3"],
  ["no space after the last colon", "a: x\nb:y\n", "2:1"],
  ["no colon", "a: x\nb\nc: z\n", "2:1"],
  ["no colon before a value", "a: x\nb y\nc: z\n", "2:1"],
  ["no colon before a mapping", "a: x\nb\n  c: y\nd: z\n", "2:1"],
  ["no colon before a list", "a: x\nb\n  - c: y\nd: z\n", "2:1"],
  ["a colon in a text on the line of its key", "a: b: c\nd: z\n", "1:4"],
  ["an item too deep, after a text", "l:\n  - a\n    - b\n"],
  ["a list below a text", "a: x\n  - b\nc: z\n"],
];

it.each(rows)("%s", (_mistake, text, ...places) => {
  const { diagnostics } = parse({ path: "a.yaml", text });
  expect(diagnostics.map(({ location }) => `${location.line}:${location.column}`)).toEqual(places);
});

it.each([
  ["a: x\n  b: y\n", "This key is inside the value of an earlier line."],
  ["l:\n  - a\n  -b\n", "An item of a list starts with a dash and a space."],
  [" a: x\nb: y\n", "This line is indented more than line 2."],
  ["  a: x\n  b: y\nc: z\n", "This line is indented less than line 1."],
  ["a: x\nb:y\nc: z\n", "Expected a key with a value."],
  ["a: b: c\n", 'A value on the line of its key contains ": ".'],
  [
    "m:\n    a: x\n  b: y\nc: z\n",
    "This line starts at another column than the lines that it belongs to.",
  ],
  [
    "l:\n  - a: x\n   b: y\nc: z\n",
    "This line starts at another column than the lines that it belongs to.",
  ],
  ["l:\n    - a\n  - b\nc: z\n", "This list item is not at the column of a list."],
  ["l:\n  - a: x\n    b: y\n    - a: z\n", "This list item is not at the column of a list."],
  ["a: x\n- b\nc: z\n", "This list item is not at the column of a list."],
])("%j has a message of its own", (text, message) => {
  expect(parse({ path: "a.yaml", text }).diagnostics.map((each) => each.message)).toEqual([
    message,
  ]);
});

it("millions of empty lines before a wrong line are no problem", () => {
  const before = `a:\n  b: x\n${"\n".repeat(5_000_000)}`;
  const pos = [before.indexOf("x") + 2, before.length + 1] as const; // `yaml` takes seconds to find it
  const problem = { code: "BAD_INDENT", message: "All mapping items must start here", pos };
  const { pos: found } = atMistake(parseDocument("a: 1"), `${before} c: y\n`, problem);
  expect(found).toEqual([before.length + 1, before.length + 2]);
});
