// Merges the values that the files and the service have, by those that the versions in git had in
// their place. Only what nobody but the service changed is taken from it.
import { isObject, isOrdered, type Json, jsonEquals, type Path } from "../model/json.ts";
import type { SetFields } from "../model/references.ts";
import type { MergeConflict } from "../model/merge-conflict.ts";
import { hasEarlierLines, mergeLines, withTheirConflicts } from "./merge-lines.ts";

/** What each side has at one place; undefined where it has nothing. */
export interface MergeSides {
  readonly files: Json | undefined;
  readonly service: Json | undefined;
  /** Of all versions in git, newest first. */
  readonly versions: readonly (Json | undefined)[];
  /** Of the versions from which the service may have been changed. Not empty. */
  readonly bases: readonly (Json | undefined)[];
}

/** What a merge decided. */
export interface MergeLog {
  /** Where the service has a value that only it changed. */
  readonly taken: Path[];
  /** Where the service has a value that an earlier version had: that of the files stays. */
  readonly older: Path[];
  /** Where texts of both sides were joined line by line. */
  readonly joined: Path[];
  /** Where both sides changed the value, or it is not known which side did. */
  readonly conflicts: MergeConflict[];
}

/** The merged value; that of the files where there is a conflict. */
export function mergeValues(
  sides: MergeSides,
  sets: SetFields,
  log: MergeLog,
  path: Path = [],
): Json | undefined {
  const { files, service, versions } = sides;
  if (jsonEquals(files, service)) return files;
  if (isObject(files) && isObject(service) && !isOrdered(files))
    return mergeObjects(sides, sets, log, path);
  if (Array.isArray(files) && Array.isArray(service)) {
    if (path.length === 1 && sets.has(String(path[0]))) return mergeSets(sides, log, path);
    if (areAligned(sides)) return mergeItems(sides, sets, log, path);
  }
  const isOfService = (value: Json | undefined): boolean => jsonEquals(value, service);
  if (versions.some(isOfService)) {
    if (!sides.bases.every(isOfService)) log.older.push(path); // else the service changed nothing here
    return files;
  }
  const bases = possibleBases(sides);
  if (bases.length > 0 && bases.every((value) => jsonEquals(value, files))) {
    log.taken.push(path);
    return service;
  }
  // Undefined if the joined text depends on the base.
  const joined = sameWithAll(sides, bases, mergeLines);
  if (joined === undefined)
    log.conflicts.push({ path, files, service: inConflict(sides, bases) ?? service });
  else (joined === files ? log.older : log.joined).push(path);
  return joined ?? files;
}

function mergeObjects(
  sides: MergeSides,
  sets: SetFields,
  log: MergeLog,
  path: Path,
): { [key: string]: Json } {
  const { files, service } = sides;
  const keys = [files, service].flatMap((side) => (isObject(side) ? Object.keys(side) : []));
  const entries = [...new Set(keys)].map((key) => {
    const own = sidesAt(sides, (value) =>
      isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined,
    );
    return [key, mergeValues(own, sets, log, [...path, key])] as const;
  });
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** Whether the items of all sides that matter are at the same indexes, as far as lengths say it. */
function areAligned({ files, service, bases }: MergeSides): boolean {
  const lengths = [files, service, ...bases].map((side) =>
    Array.isArray(side) ? side.length : -1,
  );
  return new Set(lengths).size === 1;
}

function mergeItems(sides: MergeSides, sets: SetFields, log: MergeLog, path: Path): Json {
  const { length } = sides.files as readonly Json[];
  return Array.from({ length }, (_item, index) => {
    const own = sidesAt(sides, (value) =>
      Array.isArray(value) && value.length === length ? (value[index] as Json) : undefined,
    );
    return mergeValues(own, sets, log, [...path, index])!;
  });
}

/** An item is in a set or not: what no version had is the change of the service. */
function mergeSets(sides: MergeSides, log: MergeLog, path: Path): Json {
  const [files, service] = [sides.files, sides.service] as (readonly Json[])[];
  const had = sides.versions.filter((value) => Array.isArray(value));
  const added = service!.filter(
    (item) => !files!.includes(item) && !had.some((value) => value.includes(item)),
  );
  const kept = files!.filter(
    (item) => service!.includes(item) || !had.every((value) => value.includes(item)),
  );
  if (added.length > 0 || kept.length < files!.length) log.taken.push(path);
  return [...kept, ...added];
}

/** The bases without those from which the service would have gone back to lines of an earlier text. */
function possibleBases({ service, versions, bases }: MergeSides): readonly (Json | undefined)[] {
  return bases.filter((base) => {
    if (typeof service !== "string" || typeof base !== "string") return true;
    const older = versions
      .slice(versions.indexOf(base) + 1)
      .filter((each) => typeof each === "string");
    return !older.some((earlier) => hasEarlierLines(service, base, earlier));
  });
}

/** The text of the files with what the service has in the lines that both changed; undefined if unknown. */
function inConflict(sides: MergeSides, bases: readonly (Json | undefined)[]): string | undefined {
  const text = sameWithAll(sides, bases, withTheirConflicts);
  return text === sides.files ? undefined : text;
}

/** The text that a merge results in with each base; undefined if there are several, or none. */
function sameWithAll(
  { files, service }: MergeSides,
  bases: readonly (Json | undefined)[],
  merge: (files: string, base: string, service: string) => string | undefined,
): string | undefined {
  if (typeof files !== "string" || typeof service !== "string") return undefined;
  const texts = bases.map((base) =>
    typeof base === "string" ? merge(files, base, service) : undefined,
  );
  return new Set(texts).size === 1 ? texts[0] : undefined;
}

function sidesAt(
  { files, service, versions, bases }: MergeSides,
  at: (value: Json | undefined) => Json | undefined,
): MergeSides {
  return {
    files: at(files),
    service: at(service),
    versions: versions.map(at),
    bases: bases.map(at),
  };
}
