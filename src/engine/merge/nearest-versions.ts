// Guesses from which versions of a definition the service was changed.
import { diffArrays } from "diff";
import type { Json, JsonObject } from "../model/json.ts";

/** Versions whose distance is at most so much larger than the smallest one may be the base too. */
const tolerance = 1;
/** Contents with more different lines are not compared to the end. */
const maxEditLength = 1000;

/**
 * The contents that differ from that of the service in the fewest lines, and those that differ in one
 * line more. A base that is too new would take back what was committed since, in silence.
 */
export function nearestVersions(
  versions: readonly JsonObject[],
  service: JsonObject,
): readonly JsonObject[] {
  const lines = linesOf(service);
  const distances = versions.map((version) => distance(linesOf(version), lines));
  const limit = Math.min(...distances) + tolerance;
  return versions.filter((_version, index) => distances[index]! <= limit);
}

/** A line for each value; the lines of texts are lines of their own. */
function linesOf(value: Json): string[] {
  return JSON.stringify(value, undefined, 1).replaceAll("\\n", "\n").split("\n");
}

/** The number of lines that are added, removed or changed. */
function distance(one: string[], other: string[]): number {
  const changes = diffArrays(one, other, { maxEditLength });
  if (!changes) return Infinity;
  let sum = 0;
  let removedBefore = 0;
  for (const { added, removed, count } of changes) {
    if (added) sum += Math.max(0, count - removedBefore);
    if (removed) sum += count;
    removedBefore = removed ? count : 0;
  }
  return sum;
}
