// Words of a shell line. The expected words are those that Bash makes.
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellWords } from "../../../src/engine/text/shell-words.ts";

const lines = [
  "a b",
  "  a\t\tb  c",
  `a 'b c' "d e"`,
  `a'b'"c"d`,
  `'a\\' b`,
  String.raw`'a\"b' "c\"d" "e\nf" "g\\h"`,
  String.raw`a\ b \'c \\`,
  `'' "" a`,
  `--replies="a b".yaml`,
  "a\\\nb",
  `"a\\\nb" 'c\\\nd'`,
  `'$HOME' '*' '\`id\`' ';' '#'`,
  String.raw`\$HOME \*`,
];

describe("a line has the words that Bash makes of it", () => {
  it.each(lines)("%j", (line) => {
    const script = `for word in ${line}; do printf '%s\\0' "$word"; done`;
    const words = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\0");
    expect(shellWords(line).words).toEqual(words.slice(0, -1));
  });
});

it("a line end separates words", () => {
  expect(shellWords("a\n b\r\n\nc").words).toEqual(["a", "b", "c"]);
});

it("nothing is expanded", () => {
  const words = ["$HOME", "$(id)", "`id`", "*", "~", "{a,b}", ";", "#", "|", ">x"];
  expect(shellWords(words.join(" ")).words).toEqual(words);
});

it("a quote that is open is named", () => {
  expect(shellWords(`a "b c`)).toEqual({ words: ["a", "b c"], prefix: "", quote: '"' });
  expect(shellWords(`a b'c`)).toEqual({ words: ["a", "bc"], prefix: "b", quote: "'" });
  expect(shellWords(`a "b\\"`)).toMatchObject({ quote: '"' });
});
