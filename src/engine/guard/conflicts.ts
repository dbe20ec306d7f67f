// Refuses to overwrite what was changed on the service, with `conflicts: refuse`.
import { versionedAddress } from "../history/comparable-content.ts";
import { matchesPattern } from "../model/address-pattern.ts";
import type { Kinds } from "../model/kind.ts";
import type { Change, HeldVersion, Refusal } from "../model/plan.ts";
import {
  changedOnService,
  heldByOtherRef,
  uncommittedDefinitions,
  unknownVersions,
} from "../model/refusals.ts";
import type { Address } from "../model/resource.ts";

export interface ConflictOptions {
  readonly conflicts: "warn" | "refuse";
  /** Address patterns whose resources may be overwritten. */
  readonly overwrite: readonly string[];
  /**
   * The definition files that differ from HEAD; undefined without git. Checked with
   * `conflicts: refuse` only.
   */
  readonly uncommittedFiles: readonly string[] | undefined;
  /** The environment that the plan is for, for hints. */
  readonly environment?: { readonly name: string } | undefined;
}

/** `gap`: why older versions are not known, as a clause. */
export function conflictRefusals(
  kinds: Kinds,
  changes: readonly Change[],
  gap: string | undefined,
  { conflicts, overwrite, uncommittedFiles, environment }: ConflictOptions,
): Refusal[] {
  if (conflicts === "warn" || changes.length === 0) return [];
  const isOverwritten = (address: Address): boolean =>
    overwrite.some((pattern) => matchesPattern(pattern, address));
  const risky = changes.filter(({ action }) => action !== "create");
  const held = new Map(
    risky.flatMap((change) =>
      change.held ? [[versionedAddress(kinds, change), change.held] as const] : [],
    ),
  );
  const open = [...held].filter(([address]) => !isOverwritten(address));
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
  return [
    ...(changed.length > 0 ? [changedOnService(changed, environment)] : []),
    ...(others.length > 0 ? [heldByOtherRef(others, [...refs], environment)] : []),
    ...(unknown.length > 0 ? [unknownVersions(unknown, gap, environment)] : []),
    ...(uncommittedFiles?.length === 0 ? [] : [uncommittedDefinitions(uncommittedFiles)]),
  ];
}
