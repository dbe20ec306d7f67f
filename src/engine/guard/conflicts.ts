// What a plan does about what was changed on the service: `conflicts: refuse` refuses to overwrite it.
import { versionedAddress } from "../normalize/comparable-content.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import type { CommandTarget } from "../text/command-text.ts";
import type { Evidence } from "../match/match-context.ts";
import type { HeldVersion, HistoryExtent } from "../model/held-version.ts";
import type { Change, Refusal } from "../model/plan.ts";
import type { PlanPolicy, ServiceFacts } from "../model/plan-policy.ts";
import {
  changedOnService,
  heldByOtherRef,
  uncommittedDefinitions,
  unknownVersions,
} from "../refusals/refusals.ts";
import { writerText } from "../text/writer-words.ts";
import { type Address, addressOf, type Definition } from "../model/resource.ts";
import { refuseUnmatchedPatterns } from "../select/unmatched-pattern.ts";

/** The project and the service, for hints. */
export type TargetOptions = Pick<PlanPolicy, "environment" | "directory"> &
  Pick<ServiceFacts, "baseUrl">;

/** What git says for the refusals. */
interface GitState extends Pick<Evidence, "uncommittedFiles"> {
  readonly history?: Pick<HistoryExtent, "gap"> | undefined;
}

/** A resource that must not be overwritten. */
interface Conflict {
  /** The address that users name. */
  readonly address: Address;
  /** What it holds: `none` is no version, `other-ref` one of another branch or tag. */
  readonly held: HeldVersion;
}

/**
 * Only with `conflicts: refuse`, also of definition files that differ from HEAD, and without git.
 * `history.gap`: why older versions are not known, as a clause.
 */
export function conflictRefusals(
  changes: readonly Change[],
  { history, uncommittedFiles }: GitState,
  { conflicts, overwrite, ...options }: TargetOptions & Pick<PlanPolicy, "conflicts" | "overwrite">,
): Refusal[] {
  if (conflicts === "warn" || changes.length === 0) return [];
  const found = findConflicts(changes, overwrite);
  const [changed, others, unknown] = (["none", "other-ref", "unknown"] as const).map((type) =>
    addressesWith(found, type),
  );
  const refs = new Set(found.flatMap(({ held }) => (held.type === "other-ref" ? held.ref : [])));
  const target = targetOf(options);
  return [
    ...(changed!.length > 0 ? [changedOnService(writersOf(found), target)] : []),
    ...(others!.length > 0 ? [heldByOtherRef(others!, [...refs], target)] : []),
    ...(unknown!.length > 0 ? [unknownVersions(unknown!, history?.gap, target)] : []),
    ...(uncommittedFiles?.length === 0 ? [] : [uncommittedDefinitions(uncommittedFiles)]),
  ];
}

/** The project and the service in the commands of hints. */
export function targetOf({ baseUrl, environment, directory }: TargetOptions): CommandTarget {
  return { baseUrl, environment: environment?.name, directory };
}

/** What the changes would overwrite or delete, except what `overwrite` permits. */
function findConflicts(changes: readonly Change[], overwrite: readonly string[]): Conflict[] {
  return changes.flatMap((change) => {
    const { action, held } = change;
    if (action === "create" || !held || isOurs(held)) return [];
    if (isOverwritten(change, overwrite)) return [];
    return [{ address: addressesOfChange(change)[0]!, held }];
  });
}

/** Whether a resource that holds this may be overwritten: this branch has had it, or takes it over. */
export function isOurs(held: HeldVersion): boolean {
  switch (held.type) {
    case "version":
      return true; // also one that an interrupted apply has partly replaced
    case "other-ref":
      return held.isChosen || held.isMerged;
    case "none":
      return held.isTakenOver === true;
    case "unknown":
      return false;
  }
}

/** Who changed each resource on the service, as text; empty where that is not reported. */
function writersOf(conflicts: readonly Conflict[]): ReadonlyMap<Address, string> {
  const writers = new Map<Address, string>();
  for (const { address, held } of conflicts) {
    if (held.type !== "none") continue;
    writers.set(address, writers.get(address) || writerText(held.reported));
  }
  return writers;
}

function addressesWith(conflicts: readonly Conflict[], type: HeldVersion["type"]): Address[] {
  const found = conflicts.filter(({ held }) => held.type === type).map(({ address }) => address);
  return [...new Set(found)];
}

/** Whether --overwrite permits a change. */
export function isOverwritten(change: Change, overwrite: readonly string[]): boolean {
  const addresses = addressesOfChange(change);
  return overwrite.some((pattern) => addresses.some((address) => matchesPattern(pattern, address)));
}

/** The address that users name: that of the definition with versions, and others that mean the same. */
function addressesOfChange(change: Change): Address[] {
  const own = versionedAddress(change);
  if (change.action !== "delete" || change.name === undefined) return [own, change.address];
  return [addressOf(change.row.kind, change.name), change.address];
}

/** Throws a Failure if a pattern of --overwrite matches neither a definition nor a change. */
export function refuseUnusedOverwrites(
  definitions: readonly Definition[],
  changes: readonly Change[],
  overwrite: readonly string[],
): void {
  const addresses = [
    ...definitions.map(({ address }) => address),
    ...changes.flatMap(addressesOfChange),
  ];
  refuseUnmatchedPatterns(
    overwrite,
    addresses,
    (pattern) => `Nothing matches --overwrite "${pattern}".`,
  );
}
