// Recognizes what an interrupted apply left: a resource with the own fields of one version, and with
// some of its numbered children as one version has them and the others as another one has them.
import { canonicalJson, type Json, type JsonObject } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import { numberedChildKinds, withoutNumberedChildren } from "../normalize/comparable-content.ts";
import type { PastDefinition } from "./family-state.ts";

/**
 * Whether an apply from one of two definitions to the other can leave this content. A child that both
 * have is there as often as in one of them, or a number of times between.
 */
export function isBetween(
  kinds: Kinds,
  isEqual: (past: PastDefinition, content: JsonObject) => boolean,
  sides: readonly [PastDefinition, PastDefinition],
  content: JsonObject,
): boolean {
  const fields = numberedChildKinds(kinds, sides[0].row.kind).map(({ plural }) => plural);
  const one = countItems(sides[0].content, fields);
  const other = countItems(sides[1].content, fields);
  const counts = countItems(content, fields);
  const isMixed = [...new Set([...one.keys(), ...other.keys(), ...counts.keys()])].every((item) => {
    const count = counts.get(item) ?? 0;
    const [a, b] = [one.get(item) ?? 0, other.get(item) ?? 0];
    return Math.min(a, b) <= count && count <= Math.max(a, b);
  });
  const total = (items: ReadonlyMap<string, number>): number =>
    [...items.values()].reduce((sum, count) => sum + count, 0);
  // Children are created and updated before others are deleted.
  const isComplete = total(counts) >= Math.min(total(one), total(other));
  const withoutItems = (all: JsonObject): JsonObject =>
    withoutNumberedChildren(kinds, sides[0].row.kind, all);
  const own = withoutItems(content);
  return (
    isMixed &&
    isComplete &&
    sides.some((side) => isEqual({ ...side, content: withoutItems(side.content) }, own))
  );
}

/** How often the fields have each item. */
function countItems(content: JsonObject, fields: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const field of fields)
    for (const item of (content[field] ?? []) as readonly Json[]) {
      const key = `${field} ${canonicalJson(item)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}
