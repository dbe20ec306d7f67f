// The marker is one HTML comment for all values, and is recognized only by the same values.
import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import {
  markerDigest,
  hasMarker,
  type Marker,
  markerLine,
  markerPermitted,
  markerTarget,
} from "../../../src/views/text/marker.ts";

const marker: Marker = {
  about: "plan",
  label: "",
  target: "prompts.example.com",
  directory: ".",
  run: "",
};
const ofAllRuns = { ...marker, run: undefined };
const digest = `sha256:${"a1".repeat(32)}`;
const body = (source: Marker): string => `${markerLine(source, { digest })}\n### promptctl plan\n`;

it("a marker is recognized, with its digest", () => {
  expect([hasMarker(body(marker), marker), markerDigest(body(marker))]).toEqual([true, digest]);
  expect(markerDigest(`${markerLine(marker, { digest: "" })}\n`)).toBeUndefined();
});

it("a marker stores the digests of permitted changes, up to 1,000", () => {
  const bodyWith = (permitted: string[]): string =>
    `${markerLine(marker, { digest, permitted })}\n`;
  const thousand = Array.from({ length: 1000 }, (_, index) => `a-_${index}`);
  for (const permitted of [[], ["a-_1"], thousand]) {
    expect(markerPermitted(bodyWith(permitted))).toEqual(permitted);
    expect(markerDigest(bodyWith(permitted))).toBe(digest);
  }
  expect(markerPermitted(bodyWith([...thousand, "b"]))).toEqual([]);
});

describe("a marker differs from a marker with", () => {
  it.each<[string, Partial<Marker>]>([
    ["another report", { about: "apply" }],
    ["another label", { label: "a" }],
    ["another service", { target: "prompts.example.com:8443" }],
    ["another directory", { directory: "a" }],
    ["the id of a run", { run: "1.1" }],
    ["an environment", { environment: "staging" }],
  ])("%s", (_what, other) => {
    expect(hasMarker(body({ ...marker, ...other }), marker)).toBe(false);
    expect(hasMarker(body(marker), { ...marker, ...other })).toBe(false);
  });

  it("a quoted marker or one on a later line is not recognized", () => {
    for (const text of [
      `> ${body(marker)}`,
      `\n${body(marker)}`,
      ` ${body(marker)}`,
      "",
      undefined,
      1,
    ])
      expect([hasMarker(text, marker), hasMarker(text, ofAllRuns)]).toEqual([false, false]);
  });
});

it("different values make different markers without HTML", () => {
  const text = fc.oneof(
    fc.constantFrom("-->", "--", " run= ", "label=x ", "\n", "%20", "<!--", "a"),
    fc.string({ unit: "grapheme" }),
  );
  const marks = fc.record({ label: text, directory: text, run: fc.constantFrom("", "1.1") });
  fc.assert(
    fc.property(marks, marks, (one, other) => {
      const [a, b] = [
        { ...marker, ...one },
        { ...marker, ...other },
      ];
      expect(markerLine(a, { digest })).toMatch(/^<!-- [^<>\n]* -->$/);
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
