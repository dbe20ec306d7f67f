// The differences of two lists: each kind by an example, and that they always lead from one to the other.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { diffLists } from "../../../src/engine/export/list-diff.ts";
import { propertySettings } from "../../fixtures/property-settings.ts";

const letters = (text: string): string[] => text.split("");

/** The new list, built from the old one and its differences. */
function apply(old: readonly string[], now: readonly string[]): unknown[] {
  const { changed, removed, inserted } = diffLists(old, now, now);
  const changes = new Map(changed);
  const isRemoved = new Set(removed);
  return [...old, undefined].flatMap((item, index) => [
    ...inserted
      .filter(({ before }) => before === index)
      .flatMap(({ items }) =>
        items.map((item) => ("moved" in item ? old[item.moved]! : item.value)),
      ),
    ...(item === undefined || isRemoved.has(index) ? [] : [now[changes.get(index)!] ?? item]),
  ]);
}

it.each([
  ["an item changes in place", "abc", "axc", { changed: [[1, 1]], removed: [], inserted: [] }],
  ["an item is removed", "abc", "ac", { changed: [], removed: [1], inserted: [] }],
  [
    "an item is inserted at the end",
    "ab",
    "abc",
    { changed: [], removed: [], inserted: [{ before: 2, items: [{ value: "c" }] }] },
  ],
  [
    "an item moves",
    "abc",
    "bca",
    { changed: [], removed: [0], inserted: [{ before: 3, items: [{ moved: 0 }] }] },
  ],
])("%s", (_name, old, now, difference) => {
  expect(diffLists(letters(old), letters(now), letters(now))).toEqual(difference);
});

it("leads from the old list to the new one", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 });
  fc.assert(
    fc.property(list, list, (old, now) => {
      expect(apply(old, now)).toEqual(now);
    }),
    propertySettings(500),
  );
});

it("compares lists with very many differences by index", () => {
  const old = Array.from({ length: 1500 }, (_item, index) => `old ${index}`);
  const now = Array.from({ length: 1400 }, (_item, index) => `new ${index}`);
  const { changed, removed } = diffLists(old, now, now);
  expect([changed.length, removed.length]).toEqual([1400, 100]);
});
