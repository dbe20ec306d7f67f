// The hidden line: whatever its words hold, it is one comment of HTML, and found by its own words only.
import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import {
  markerDigest,
  hasMarkerOfAnyRun,
  hasMarker,
  type Marker,
  markerLine,
  markerTarget,
} from "../../src/github/marker.ts";

const mark: Marker = {
  about: "plan",
  label: "",
  target: "prompts.example.com",
  directory: ".",
  run: "",
};
const digest = `sha256:${"a1".repeat(32)}`;
const body = (of: Marker): string => `${markerLine(of, digest)}\n### promptctl plan\n`;

it("is found again, with its digest", () => {
  expect([hasMarker(body(mark), mark), markerDigest(body(mark))]).toEqual([true, digest]);
  expect(markerDigest(`${markerLine(mark, "")}\n`)).toBeUndefined();
});

describe("is not taken for", () => {
  it.each<[string, Partial<Marker>]>([
    ["another sort", { about: "apply" }],
    ["another label", { label: "a" }],
    ["another service", { target: "prompts.example.com:8443" }],
    ["another folder", { directory: "a" }],
    ["one of a run", { run: "1.1" }],
  ])("%s", (_what, other) => {
    expect(hasMarker(body({ ...mark, ...other }), mark)).toBe(false);
    expect(hasMarker(body(mark), { ...mark, ...other })).toBe(false);
  });

  it("one that is quoted, or further down", () => {
    for (const text of [`> ${body(mark)}`, `\n${body(mark)}`, ` ${body(mark)}`, "", undefined, 1])
      expect([hasMarker(text, mark), hasMarkerOfAnyRun(text, mark)]).toEqual([false, false]);
  });
});

it("of any run is found where the run does not matter", () => {
  expect(hasMarkerOfAnyRun(body({ ...mark, run: "1.1" }), mark)).toBe(true);
  expect(hasMarkerOfAnyRun(body({ ...mark, label: "x" }), mark)).toBe(false);
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
      expect(markerLine(a, digest)).toMatch(/^<!-- [^<>\n]* -->$/);
      expect(markerDigest(body(a))).toBe(digest);
      expect(hasMarker(body(a), b)).toBe(JSON.stringify(a) === JSON.stringify(b));
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
  expect(markerTarget(baseUrl)).toBe(target);
});
