// Quantities in messages, flags and inputs.
import { expect, it } from "vitest";
import {
  dollars,
  durationText,
  parseAgeMs,
  parseDollars,
  parseRuns,
  parseShare,
} from "../../../src/engine/text/quantities.ts";

it.each([
  [0, "$0"],
  [12.3456, "$12.35"],
  [0.4, "$0.40"],
  [0.004163, "$0.00416"],
  [0.000000123, "$0.000000123"],
])("%d dollars are %s", (amount, expected) => {
  expect(dollars(amount)).toBe(expected);
});

it.each([
  [820.4, "820 ms"],
  [1000, "1 s"],
  [9540, "9.5 s"],
  [99_400, "99 s"],
  [100_000, "2 min"],
  [7_140_000, "119 min"],
  [7_200_000, "2 h"],
])("%d milliseconds are %s", (milliseconds, expected) => {
  expect(durationText(milliseconds)).toBe(expected);
});

it.each([
  [parseAgeMs, "12h", 43_200_000],
  [parseAgeMs, "1.5d", 129_600_000],
  [parseAgeMs, "30s", 30_000],
  [parseAgeMs, "1w", undefined],
  [parseShare, "0", 0],
  [parseShare, "0.95", 0.95],
  [parseShare, "1.1", undefined],
  [parseShare, " ", undefined],
  [parseDollars, "0.50", 0.5],
  [parseDollars, "$2", 2],
  [parseDollars, "-1", undefined],
  [parseDollars, "1e999", undefined],
  [parseRuns, "1", 1],
  [parseRuns, "2", undefined],
  [parseRuns, "1000", 1000],
  [parseRuns, "1001", undefined],
] as const)("%o parses %j to %j", (parse, text, expected) => {
  expect(parse(text)).toBe(expected);
});
