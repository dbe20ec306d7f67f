// Merges what the files and the service have of a definition, where the service holds no version of it.
import { jsonEquals, type JsonObject } from "../model/json.ts";
import type { Kind } from "../model/kind.ts";
import { setFields } from "../model/references.ts";
import type { MergeConflict } from "../model/merge-conflict.ts";
import { type MergeLog, mergeValues } from "./merge-values.ts";
import type { MergeVersions } from "./merge-versions.ts";

export interface DefinitionSides {
  readonly files: JsonObject;
  readonly service: JsonObject;
}

export interface MergedDefinition extends Omit<MergeLog, "conflicts"> {
  /** What the files get; their own values where there is a conflict. */
  readonly content: JsonObject;
  readonly conflicts: readonly MergeConflict[];
}

/** Merges the fields of a definition, or a numbered child as a whole. */
export function mergeDefinition(
  row: Kind,
  sides: DefinitionSides,
  versions: MergeVersions,
): MergedDefinition {
  return row.parent?.numbered
    ? mergeChild(row, sides, versions)
    : mergeFields(row, sides, versions);
}

/** A definition whose versions are not known: each difference is a conflict. */
export function unmerged({ files, service }: DefinitionSides): MergedDefinition {
  return { content: files, ...emptyLog(), conflicts: [{ path: [], files, service }] };
}

function mergeFields(
  row: Kind,
  { files, service }: DefinitionSides,
  { all, bases }: MergeVersions,
): MergedDefinition {
  const log = emptyLog();
  const sides = { files, service, versions: all, bases }; // numbered children have fields of their own
  return { ...log, content: mergeValues(sides, setFields(row), log) as JsonObject };
}

/** Numbered children have no identity of their own: an earlier version had an equal one or not. */
function mergeChild(
  row: Kind,
  sides: DefinitionSides,
  { all, bases }: MergeVersions,
): MergedDefinition {
  const { files, service } = sides;
  if (hadChild(row, all, service)) return { content: files, ...emptyLog(), older: [[]] };
  const isFromAllBases = bases.every((version) => hadChild(row, [version], files));
  return isFromAllBases ? { content: service, ...emptyLog(), taken: [[]] } : unmerged(sides);
}

function emptyLog(): MergeLog {
  return { taken: [], older: [], joined: [], conflicts: [] };
}

/** Whether a version has a numbered child with this content. */
export function hadChild(row: Kind, versions: readonly JsonObject[], content: JsonObject): boolean {
  return versions.some((version) => {
    const children = version[row.plural];
    return Array.isArray(children) && children.some((child) => jsonEquals(child, content));
  });
}
