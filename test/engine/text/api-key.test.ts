// Keys that can be sent in a header.
import { expect, it } from "vitest";
import { isHeaderSafe } from "../../../src/engine/text/api-key.ts";

it.each<[string, boolean]>([
  ["key-1", true],
  ["a key with spaces", true],
  ["", false],
  [" key", false],
  ["key ", false],
  ["key\nmore", false],
  ["kéy", false],
])("%j: %s", (key, isSafe) => {
  expect(isHeaderSafe(key)).toBe(isSafe);
});
