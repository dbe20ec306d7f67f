// Which contents an interrupted apply can leave of an evaluation: a table of numbers of assertions.
import { expect, it } from "vitest";
import type { PastDefinition } from "../../../src/engine/history/family-state.ts";
import { isBetween } from "../../../src/engine/history/interrupted-apply.ts";
import { jsonEquals, type JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import { kinds } from "../../../src/kinds.ts";

/** `1 a b`: the weight 1, and the assertions a and b. Without assertions there is no list. */
function contentOf(text: string): JsonObject {
  const [weight, ...assertions] = text.split(" ");
  return { weight: Number(weight), ...(assertions.length > 0 && { assertions }) };
}

const pastOf = (text: string): PastDefinition => ({
  address: "evaluation/P/e",
  row: kindNamed(kinds, "evaluation"),
  name: undefined,
  renamedFrom: [],
  external: false,
  content: contentOf(text),
});

it.each([
  ["one of two edited assertions", "1 a b", "1 x y", "1 x b", true],
  ["the own fields, but no assertion", "1 a b", "2 x y", "2 a b", true],
  ["the assertions, but not the own fields", "1 a", "2 x", "1 x", true],
  ["one of two new assertions", "1", "1 x y", "1 y", true],
  ["one of two removed assertions", "1 a b", "1", "1 b", true],
  ["one of two equal assertions", "1 a a", "1", "1 a", true],
  ["an assertion that was changed on the service", "1 a b", "1 x y", "1 x z", false],
  ["own fields that were changed on the service", "1 a b", "2 x y", "3 a b", false],
  ["an assertion of both that was deleted on the service", "1 a b", "1 a y", "1 y", false],
  ["fewer assertions than both have", "1 a b", "1 x y", "1", false],
  ["an assertion that was doubled on the service", "1 a b", "1 a y", "1 a a b", false],
])("%s", (_, one, other, held, expected) => {
  const isEqual = (past: PastDefinition, content: JsonObject): boolean =>
    jsonEquals(past.content, content);
  for (const sides of [
    [one, other],
    [other, one],
  ]) {
    const [first, second] = sides.map(pastOf) as [PastDefinition, PastDefinition];
    expect(isBetween(kinds, isEqual, [first, second], contentOf(held))).toBe(expected);
  }
});
