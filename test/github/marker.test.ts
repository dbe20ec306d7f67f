// The hidden line: whatever its words hold, it is one comment of HTML, and found by its own words only.
import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import {
  digestIn,
  isAbout,
  isMarked,
  type Mark,
  markerOf,
  targetOf,
} from "../../src/github/marker.ts";

const mark: Mark = {
  about: "plan",
  label: "",
  target: "prompts.example.com",
  directory: ".",
  run: "",
};
const digest = `sha256:${"a1".repeat(32)}`;
const body = (of: Mark): string => `${markerOf(of, digest)}\n### promptctl plan\n`;

it("is found again, with its digest", () => {
  expect([isMarked(body(mark), mark), digestIn(body(mark))]).toEqual([true, digest]);
  expect(digestIn(`${markerOf(mark, "")}\n`)).toBeUndefined();
});

describe("is not taken for", () => {
  it.each<[string, Partial<Mark>]>([
    ["another sort", { about: "apply" }],
    ["another label", { label: "a" }],
    ["another service", { target: "prompts.example.com:8443" }],
    ["another folder", { directory: "a" }],
    ["one of a run", { run: "1.1" }],
  ])("%s", (_what, other) => {
    expect(isMarked(body({ ...mark, ...other }), mark)).toBe(false);
    expect(isMarked(body(mark), { ...mark, ...other })).toBe(false);
  });

  it("one that is quoted, or further down", () => {
    for (const text of [`> ${body(mark)}`, `\n${body(mark)}`, ` ${body(mark)}`, "", undefined, 1])
      expect([isMarked(text, mark), isAbout(text, mark)]).toEqual([false, false]);
  });
});

it("of any run is found where the run does not matter", () => {
  expect(isAbout(body({ ...mark, run: "1.1" }), mark)).toBe(true);
  expect(isAbout(body({ ...mark, label: "x" }), mark)).toBe(false);
});

it("holds any words, and no two of them make the same", () => {
  const word = fc.oneof(
    fc.constantFrom("-->", "--", " run= ", "label=x ", "\n", "%20", "<!--", "a"),
    fc.string({ unit: "grapheme" }),
  );
  const marks = fc.record({ label: word, directory: word, run: fc.constantFrom("", "1.1") });
  fc.assert(
    fc.property(marks, marks, (one, other) => {
      const [a, b] = [
        { ...mark, ...one },
        { ...mark, ...other },
      ];
      expect(markerOf(a, digest)).toMatch(/^<!-- [^<>\n]* -->$/);
      expect(digestIn(body(a))).toBe(digest);
      expect(isMarked(body(a), b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});

it.each([
  ["https://prompts.example.com", "prompts.example.com"],
  ["https://Prompts.Example.com:8443/a/", "prompts.example.com:8443/a"],
  ["https://user:password@prompts.example.com/?key=x#y", "prompts.example.com"],
  ["prompts", undefined],
  ["", undefined],
])("the target of %s is %s", (baseUrl, target) => {
  expect(targetOf(baseUrl)).toBe(target);
});
