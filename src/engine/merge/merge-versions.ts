// The versions of a definition that a merge compares with, and from which of them the service was changed.
import { diffArrays } from "diff";
import { isObject, type Json, jsonEquals, type JsonObject } from "../model/json.ts";

/** The versions of a definition in git, newest first, with its numbered children. Not empty. */
export interface MergeVersions {
  readonly all: readonly JsonObject[];
  /** Those from which the service may have been changed. */
  readonly bases: readonly JsonObject[];
}

/** The versions that are known to be the ones from which the service was changed. */
export function knownBases(bases: readonly JsonObject[]): MergeVersions {
  return { all: bases, bases };
}

/** Versions whose distance is at most so much larger than the smallest one may be the base too. */
const maxExtraDistance = 1;
/** Contents with more different lines are not compared to the end. */
const maxEditLength = 1000;

/**
 * Guesses the bases: the versions that differ from what the service has in the fewest lines, and those
 * that differ in one line more. A base that is too new would take back what was committed since, in
 * silence. Versions and `service` have references as they are in definitions.
 */
export function guessedBases(all: readonly JsonObject[], service: JsonObject): MergeVersions {
  const distances = all.map((version) => distance(version, service));
  const limit = Math.min(...distances) + maxExtraDistance;
  return { all, bases: all.filter((_version, index) => distances[index]! <= limit) };
}

/**
 * The number of values and lines of texts that differ. An item that only one list has is one, so that two
 * items which the files and the service added are no change of one item.
 */
function distance(one: Json | undefined, other: Json | undefined): number {
  if (jsonEquals(one, other)) return 0;
  if (typeof one === "string" && typeof other === "string")
    return listDistance(one.split("\n"), other.split("\n"));
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length
      ? sum(one.map((item: Json, index) => distance(item, other[index] as Json)))
      : listDistance(...([one, other].map(texts) as [string[], string[]]));
  if (isObject(one) && isObject(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return sum([...keys].map((key) => distance(one[key], other[key])));
  }
  return 1;
}

function texts(items: readonly Json[]): string[] {
  return items.map((item) => JSON.stringify(item));
}

/** The number of items that are added, removed or changed. */
function listDistance(one: string[], other: string[]): number {
  const changes = diffArrays(one, other, { maxEditLength });
  if (!changes) return Infinity;
  let count = 0;
  let removedBefore = 0;
  for (const { added, removed, count: items } of changes) {
    if (added) count += Math.max(0, items - removedBefore);
    if (removed) count += items;
    removedBefore = removed ? items : 0;
  }
  return count;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
