// The times that responses ask to wait.
import { expect, it } from "vitest";
import { parseRetryAfter } from "../../../src/io/http/back-off.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

it.each([
  ["seconds", "7", 7000],
  ["seconds between blanks", " 7 ", 7000],
  ["a date", "Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
  ["a date in the past", "Wed, 31 Dec 2025 23:59:59 GMT", 0],
  ["another text", "soon", undefined],
  ["no header", null, undefined],
])("reads Retry-After with %s", (_, header, expected) => {
  expect(parseRetryAfter(header, now)).toBe(expected);
});
