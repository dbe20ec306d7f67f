// Where the line of HEAD last defines what a remote resource has, and whether a commit defines it.
import { withoutNumberedChildren } from "../normalize/comparable-content.ts";
import type { JsonObject } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import type { FamilyState, PastDefinition } from "./family-state.ts";
import { candidatesIn, type ContentComparison } from "./held-version.ts";
import type { FamiliesAt, WantedVersion } from "./project-history.ts";

/** The newest commit of the line that defines a resource, and the next newer one, which removed it. */
export interface LastDefined {
  readonly commit: string;
  /** Undefined if HEAD still defines it. */
  readonly removal: string | undefined;
}

/** Undefined if no commit that was read defines it. */
export function lastDefined(
  comparison: ContentComparison,
  commits: readonly FamiliesAt[],
  family: Address,
  wanted: WantedVersion,
): LastDefined | undefined {
  const followed = commits.filter(({ families }) => families.has(family));
  const index = followed.findIndex(({ families }) =>
    isDefined(comparison, families.get(family), wanted),
  );
  if (index < 0) return undefined;
  return { commit: followed[index]!.info.commit, removal: followed[index - 1]?.info.commit };
}

/** Whether a commit defines a resource, with any content; a nameless one only by its content. */
export function isDefined(
  comparison: ContentComparison,
  state: FamilyState | undefined,
  wanted: WantedVersion,
): boolean {
  return candidatesIn(comparison.kinds, state, wanted).some(
    (each) =>
      !each.external && (wanted.address !== undefined || comparison.isEqual(each, wanted.content)),
  );
}

/** Whether a commit defines a resource with its content, apart from the numbered children. */
export function isDefinedLike(
  comparison: ContentComparison,
  state: FamilyState | undefined,
  wanted: WantedVersion,
): boolean {
  return candidatesIn(comparison.kinds, state, wanted).some((each) =>
    isEqualWithoutChildren(comparison, each, wanted.content),
  );
}

/** Whether the files of a commit do not say exactly what it defines of a family. */
export function isUnknownState(state: FamilyState | undefined): boolean {
  return state?.status === "unknown" || (state?.status === "defined" && state.isIncomplete);
}

/** Whether a definition has this content, apart from the numbered children. */
export function isEqualWithoutChildren(
  { kinds, isEqual }: ContentComparison,
  past: PastDefinition,
  content: JsonObject,
): boolean {
  const own = (whole: JsonObject): JsonObject =>
    withoutNumberedChildren(kinds, past.row.kind, whole);
  return isEqual({ ...past, content: own(past.content) }, own(content));
}
