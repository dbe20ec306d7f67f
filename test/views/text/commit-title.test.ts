// How messages and reports name a commit.
import { expect, it } from "vitest";
import { commitTitle } from "../../../src/views/text/commit-title.ts";

it.each([
  ["v1.4.0", "v1.4.0 (3f2a91c)"],
  ["3f2a", "3f2a91c"],
  ["3f2a91c0000000000000000000000000000000aa", "3f2a91c"],
])("a commit named as %s is %s", (name, expected) => {
  const commit = "3f2a91c0000000000000000000000000000000aa";
  expect(commitTitle({ name, commit })).toBe(expected);
});
