// What a plan does about what was changed on the service: `conflicts: refuse` refuses to overwrite it,
// `conflicts: warn` names the ways out.
import { versionedAddress } from "../history/comparable-content.ts";
import { matchesPattern } from "../model/address-pattern.ts";
import { type CommandTarget, pullCommand } from "../model/command-text.ts";
import { hintText } from "../model/hint.ts";
import type { Kinds } from "../model/kind.ts";
import type { Change, HeldVersion, Refusal } from "../model/plan.ts";
import {
  changedOnService,
  heldByOtherRef,
  uncommittedDefinitions,
  unknownVersions,
} from "../model/refusals.ts";
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

/** `gap`: why older versions are not known, as a clause. */
export function conflictRefusals(
  kinds: Kinds,
  changes: readonly Change[],
  gap: string | undefined,
  { conflicts, overwrite, uncommittedFiles, ...options }: ConflictOptions,
): Refusal[] {
  if (conflicts === "warn" || changes.length === 0) return [];
  const open = overwrittenVersions(kinds, changes, overwrite);
  const refOf = (version: HeldVersion): string | undefined =>
    version.type === "other-ref" && !version.isChosen && !version.isMerged
      ? version.ref
      : undefined;
  const addressesOf = (isRefused: (version: HeldVersion) => boolean): Address[] =>
    open.flatMap(([address, version]) => (isRefused(version) ? [address] : []));
  const changed = addressesOf(({ type }) => type === "none");
  const others = addressesOf((version) => refOf(version) !== undefined);
  const refs = new Set(open.flatMap(([, version]) => refOf(version) ?? []));
  const unknown = addressesOf(({ type }) => type === "unknown");
  const target = targetOf(options);
  return [
    ...(changed.length > 0 ? [changedOnService(changed, target)] : []),
    ...(others.length > 0 ? [heldByOtherRef(others, [...refs], target)] : []),
    ...(unknown.length > 0 ? [unknownVersions(unknown, gap, target)] : []),
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
  const changed = overwrittenVersions(kinds, changes, overwrite).flatMap(([address, { type }]) =>
    type === "none" ? [address] : [],
  );
  if (changed.length === 0) return [];
  const sentence =
    "To keep what was changed on the service, take it over on a branch and merge it. To overwrite it, apply.";
  return [hintText([sentence, pullCommand(changed, targetOf(options))])];
}

function targetOf({
  baseUrl,
  environment,
  directory,
}: Pick<ConflictOptions, "baseUrl" | "environment" | "directory">): CommandTarget {
  return { baseUrl, environment: environment?.name, directory };
}

/** What the service holds of all that changes overwrite or delete, except what `overwrite` permits. */
function overwrittenVersions(
  kinds: Kinds,
  changes: readonly Change[],
  overwrite: readonly string[],
): [Address, HeldVersion][] {
  const held = new Map<Address, HeldVersion>();
  for (const change of changes) {
    const addresses = addressesOfChange(kinds, change);
    const isPermitted = overwrite.some((pattern) =>
      addresses.some((address) => matchesPattern(pattern, address)),
    );
    if (change.action !== "create" && change.held && !isPermitted)
      held.set(addresses[0]!, change.held);
  }
  return [...held];
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
