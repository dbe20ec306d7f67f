import { expect, it } from "vitest";
import { escapeSpaces, visibleJson, visibleText } from "../../../src/views/text/visible-text.ts";

it.each<[sentence: string, text: string, endsLine: boolean, visible: string]>([
  ["plain text is unchanged", "Be brief.", true, "Be brief."],
  ["blanks between words are unchanged", "a  b", true, "a  b"],
  ["blanks at the end of a line are dots", "a  ", true, "a··"],
  ["also before a carriage return", "a \r", true, "a·\\r"],
  ["blanks at the end of a part are unchanged", "a ", false, "a "],
  ["a part of only blanks is dots", "  ", false, "··"],
  ["a dot among these blanks is escaped", "a ·", true, "a·\\u{b7}"],
  ["other dots are unchanged", "a·b", true, "a·b"],
  ["a tab is escaped", "a\tb", true, "a\\tb"],
  ["a no-break space is escaped", "a\u00a0b", true, "a\\u{a0}b"],
])("%s", (_sentence, text, endsLine, visible) => {
  expect(visibleText(text, "·", endsLine)).toBe(visible);
});

it("a long run of blanks takes linear time", () => {
  const run = " ".repeat(1_000_000);
  expect(visibleText(`a${run}b `, "·", true)).toBe(`a${run}b·`);
});

it("JSON shows unusual spaces", () => {
  expect(visibleJson({ text: "a\u2003b", list: [1, null] })).toBe(
    '{"text":"a\\u{2003}b","list":[1,null]}',
  );
});

it("only unusual spaces are escaped", () => {
  expect(escapeSpaces("a b\u3000c")).toBe("a b\\u{3000}c");
});
