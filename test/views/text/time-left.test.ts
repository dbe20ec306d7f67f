// The time that a command still needs, in its status line.
import { expect, it } from "vitest";
import { timeLeftText } from "../../../src/views/text/time-left.ts";

it.each([
  ["nothing is done", 0, 4, 9000, undefined],
  ["all is done", 4, 4, 9000, undefined],
  ["the first two seconds", 1, 4, 1999, undefined],
  ["seconds are whole", 1, 4, 2100, "about 6 s left"],
  ["it is never 0", 99, 100, 2000, "about 1 s left"],
  ["minutes", 1, 4, 60_000, "about 3 min left"],
])("%s", (_, done, total, milliseconds, expected) => {
  expect(timeLeftText({ done, total }, milliseconds)).toBe(expected);
});
