// Titles of resources without names, and file names that every file system takes.
import { expect, it } from "vitest";
import { fitsFile } from "../../../src/engine/export/text-files.ts";
import { createPathNames, shortTitle, uniqueTitles } from "../../../src/engine/export/titles.ts";

it.each([
  ["words of at most 40 characters stay", "What is the price?", "What is the price"],
  [
    "a longer text ends after a whole word",
    "You answer the questions of our customers about invoices",
    "You answer the questions of our",
  ],
  ["one long word is cut", "a".repeat(50), "a".repeat(40)],
  ["a pair of surrogates is not cut in its middle", `${"a".repeat(39)}𝒳𝒳`, "a".repeat(39)],
  ["signs at the ends go", "-- 'quoted' --", "quoted"],
  ["a text of signs has no title", "?!", ""],
])("%s", (_sentence, text, title) => {
  expect(shortTitle(text)).toBe(title);
});

it.each<[sentence: string, titles: string[], taken: string[], unique: string[]]>([
  ["a title that occurs once stays", ["a", "b"], [], ["a", "b"]],
  ["all of the same title get a digest", ["a", "a"], [], ["a 000000", "a 111111"]],
  ["a title that a file has gets a digest", ["a"], ["a"], ["a 000000"]],
  ["a digest that is taken gets a number", ["a"], ["a", "a 000000", "a 000000 2"], ["a 000000 3"]],
])("%s", (_sentence, titles, taken, unique) => {
  const all = titles.map((title, index) => ({
    title,
    digest: `sha256:${String(index).repeat(64)}`,
  }));
  expect(uniqueTitles(all, (title) => taken.includes(title))).toEqual(unique);
});

it("resources of equal content get numbers", () => {
  const same = { title: "a", digest: "sha256:abcdef12" };
  expect(uniqueTitles([same, same, same], () => false)).toEqual([
    "a abcdef",
    "a abcdef 2",
    "a abcdef 3",
  ]);
});

it.each<[sentence: string, names: string[], paths: string[]]>([
  ["spaces and apostrophes become hyphens", ["Our guests' mail"], ["our-guests-mail"]],
  [
    "names that differ only in case get numbers",
    ["Mail", "mail", "MAIL"],
    ["mail", "mail-2", "mail-3"],
  ],
  ["names that file systems take as equal get numbers", ["ﬁle", "file"], ["ﬁle", "file-2"]],
  ["a device of Windows is no file name", ["CON", "lpt1", "console"], ["con-", "lpt1-", "console"]],
  ["a name of signs", ["???"], ["unnamed"]],
  ["a path that exists is not used", ["Old"], ["old-2"]],
  ["a path of another file is not used", ["Kept"], ["kept-2"]],
])("%s", (_sentence, names, paths) => {
  const pathOf = (base: string): string => `prompts/${base}.yaml`;
  const next = createPathNames(["prompts/KEPT.yaml"], (path) => path === "prompts/old.yaml");
  expect(names.map((name) => next(name, pathOf))).toEqual(paths);
});

it.each([
  ["a text of several lines", "a\nb\n", true],
  ["a carriage return, which readers drop", "a\r\nb", false],
  ["a byte order mark at the beginning, which readers drop", "\uFEFFa", false],
  ["a byte order mark inside", "a\uFEFF", true],
  ["half a pair of surrogates", "\uD800", false],
])("a file can hold %s: %j → %j", (_sentence, text, fits) => {
  expect(fitsFile(text)).toBe(fits);
});
