// What a plan does about what was changed on the service: `conflicts: refuse` refuses to overwrite it,
// `conflicts: warn` names the ways out.
import { versionedAddress } from "../normalize/comparable-content.ts";
import { matchesPattern } from "../model/address-pattern.ts";
import { type CommandTarget, pullCommandText } from "../text/command-text.ts";
import { hintText } from "../model/hint.ts";
import type { Kinds } from "../model/kind.ts";
import type { Change, HeldVersion, Refusal } from "../model/plan.ts";
import {
  changedOnService,
  heldByOtherRef,
  uncommittedDefinitions,
  unknownVersions,
} from "../text/refusals.ts";
import { type Address, addressOf, type Definition } from "../model/resource.ts";
import { refuseUnmatchedPatterns } from "../model/unmatched-pattern.ts";

export interface ConflictOptions {
  readonly conflicts: "warn" | "refuse";
  /** Address patterns whose resources may be overwritten. */
  readonly overwrite: readonly string[];
  /**
   * The definition files that differ from HEAD; undefined without git. Checked with
   * `conflicts: refuse` only.
   */
  readonly uncommittedFiles: readonly string[] | undefined;
  /** The service and the environment that the plan is for, and the folder of the project, for hints. */
  readonly baseUrl: string;
  readonly environment?: { readonly name: string } | undefined;
  readonly directory?: string | undefined;
}

/** Why a resource must not be overwritten. */
type Conflict = "changed" | "other-ref" | "unknown";

/** `gap`: why older versions are not known, as a clause. */
export function conflictRefusals(
  kinds: Kinds,
  changes: readonly Change[],
  gap: string | undefined,
  { conflicts, overwrite, uncommittedFiles, ...options }: ConflictOptions,
): Refusal[] {
  if (conflicts === "warn" || changes.length === 0) return [];
  const { changed, unknown, "other-ref": others, refs } = findConflicts(kinds, changes, overwrite);
  const target = targetOf(options);
  return [
    ...(changed.size > 0 ? [changedOnService([...changed], target)] : []),
    ...(others.size > 0 ? [heldByOtherRef([...others], [...refs], target)] : []),
    ...(unknown.size > 0 ? [unknownVersions([...unknown], gap, target)] : []),
    ...(uncommittedFiles?.length === 0 ? [] : [uncommittedDefinitions(uncommittedFiles)]),
  ];
}

/** With `conflicts: warn`, the ways out for what was changed on the service. */
export function conflictNotes(
  kinds: Kinds,
  changes: readonly Change[],
  { conflicts, overwrite, ...options }: Omit<ConflictOptions, "uncommittedFiles">,
): string[] {
  if (conflicts === "refuse") return [];
  const { changed } = findConflicts(kinds, changes, overwrite);
  if (changed.size === 0) return [];
  const sentence =
    "To keep what was changed on the service, take it over on a branch and merge it. To overwrite it, apply.";
  return [hintText([sentence, pullCommandText([...changed], targetOf(options))])];
}

function targetOf({
  baseUrl,
  environment,
  directory,
}: Pick<ConflictOptions, "baseUrl" | "environment" | "directory">): CommandTarget {
  return { baseUrl, environment: environment?.name, directory };
}

interface Conflicts extends Readonly<Record<Conflict, ReadonlySet<Address>>> {
  /** The branches and tags that have the versions of `other-ref`. */
  readonly refs: ReadonlySet<string>;
}

/** What the changes would overwrite or delete, except what `overwrite` permits. */
function findConflicts(
  kinds: Kinds,
  changes: readonly Change[],
  overwrite: readonly string[],
): Conflicts {
  const found = {
    changed: new Set<Address>(),
    "other-ref": new Set<Address>(),
    unknown: new Set<Address>(),
    refs: new Set<string>(),
  };
  for (const change of changes) {
    const { action, held } = change;
    const conflict = action === "create" || !held ? undefined : conflictOf(held);
    const addresses = addressesOfChange(kinds, change);
    if (conflict === undefined || isOverwritten(addresses, overwrite)) continue;
    found[conflict].add(addresses[0]!);
    if (held?.type === "other-ref") found.refs.add(held.ref);
  }
  return found;
}

/** Why a resource that holds a version must not be overwritten; undefined if it may be. */
function conflictOf(held: HeldVersion): Conflict | undefined {
  switch (held.type) {
    case "version":
      return undefined; // also one that an interrupted apply has partly replaced
    case "other-ref":
      return held.isChosen || held.isMerged ? undefined : "other-ref";
    case "none":
      return "changed";
    case "unknown":
      return "unknown";
  }
}

function isOverwritten(addresses: readonly Address[], overwrite: readonly string[]): boolean {
  return overwrite.some((pattern) => addresses.some((address) => matchesPattern(pattern, address)));
}

/** The address that users name: that of the definition with versions, and others that mean the same. */
function addressesOfChange(kinds: Kinds, change: Change): Address[] {
  const own = versionedAddress(kinds, change);
  if (change.action !== "delete" || change.name === undefined) return [own, change.address];
  return [addressOf(change.kind, change.name), change.address];
}

/** Throws a Failure if a pattern of --overwrite matches neither a definition nor a change. */
export function refuseUnusedOverwrites(
  kinds: Kinds,
  definitions: readonly Definition[],
  changes: readonly Change[],
  overwrite: readonly string[],
): void {
  const addresses = [
    ...definitions.map(({ address }) => address),
    ...changes.flatMap((change) => addressesOfChange(kinds, change)),
  ];
  refuseUnmatchedPatterns(
    overwrite,
    addresses,
    (pattern) => `Nothing matches --overwrite "${pattern}".`,
  );
}
