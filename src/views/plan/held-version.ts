// The words about the version of a definition that the service holds, for text and Markdown.
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { type Kinds, kindNamed } from "../../engine/model/kind.ts";
import {
  type Change,
  type HeldVersion,
  isPruned,
  type Plan,
  type VersionCommit,
} from "../../engine/model/plan.ts";
import { type Address, kindOf } from "../../engine/model/resource.ts";
import { displayName } from "../text/display-name.ts";
import { type FieldChange, fieldChanges, setFields } from "./field-changes.ts";
import type { Mask } from "../text/markdown.ts";
import { maskFieldChange } from "./mask-change.ts";

/** What a change says about the version that the service holds. Texts are masked, not escaped. */
export interface HeldSummary {
  readonly held: Exclude<HeldVersion, { readonly type: "unknown" }>;
  /** Whether the plan deletes the resource because no file defines it. */
  readonly isPruned: boolean;
  /** The resource that has the version, if it is not that of the change: an evaluation. */
  readonly owner?: string;
  /** From the newest version to the service. Only where the service holds no version. */
  readonly differences: readonly FieldChange[];
}

export interface DescribeOptions {
  readonly plan: Plan;
  readonly kinds: Kinds;
  readonly mask: Mask;
}

/** Undefined if it is not known which version the service holds. */
export function describeHeld(
  change: Change,
  { plan, kinds, mask }: DescribeOptions,
): HeldSummary | undefined {
  const { held } = change;
  if (!held || held.type === "unknown") return undefined;
  const address = versionedAddress(kinds, change);
  const newest = held.type === "none" ? held.newest : undefined;
  const sets = setFields(kindNamed(kinds, kindOf(address)));
  const differences = newest ? fieldChanges(newest.content, newest.observed, sets) : [];
  return {
    held: maskHeld(held, mask),
    isPruned: isPruned(change),
    ...(address !== change.address && { owner: mask(displayName(plan, address)) }),
    differences: differences.map((each) => maskFieldChange(each, mask)),
  };
}

function maskHeld(held: HeldSummary["held"], mask: Mask): HeldSummary["held"] {
  const maskCommit = (at: VersionCommit): VersionCommit => ({
    ...at,
    author: mask(at.author),
    subject: mask(at.subject),
  });
  switch (held.type) {
    case "version":
      return { ...held, at: maskCommit(held.at) };
    case "other-ref":
      return { ...held, at: maskCommit(held.at), ref: mask(held.ref) };
    case "none":
      return held.newest
        ? { ...held, newest: { ...held.newest, at: maskCommit(held.newest.at) } }
        : held;
  }
}

/**
 * The changes that say which version the service holds, one for each definition: that of the
 * definition itself, or the first one of its assertions.
 */
export function changesWithVersion(kinds: Kinds, changes: readonly Change[]): ReadonlySet<Change> {
  const shown = new Map<Address, Change>();
  for (const change of changes) {
    if (!change.held) continue;
    const address = versionedAddress(kinds, change);
    if (change.address === address || !shown.has(address)) shown.set(address, change);
  }
  return new Set(shown.values());
}

/** How a view writes commits and the names of branches and tags. */
export interface HeldStyle {
  commit(this: void, at: VersionCommit): string;
  ref(this: void, name: string): string;
}

/** `service holds 3f2a91c, 1 version back`, after the consequence of a change. */
export function heldNote({ held, isPruned }: HeldSummary, style: HeldStyle): string {
  switch (held.type) {
    case "version": {
      const { at, behind, isPartial = false } = held;
      const commit = `${at.orOlder ? "the version at or before " : ""}${style.commit(at)}`;
      const parts = isPartial ? "parts of " : "";
      return `service holds ${parts}${commit}, ${distance(behind, isPruned)}`;
    }
    case "other-ref":
      return `service holds ${otherRefText(held, style)}`;
    case "none":
      return held.isPartial ? "incomplete on the service" : "changed on the service";
  }
}

/** `3f2a91c of release/1.4, not in HEAD`. */
export function otherRefText(
  { at, ref, isMerged }: Extract<HeldVersion, { readonly type: "other-ref" }>,
  style: HeldStyle,
): string {
  const commit = style.commit(at);
  return isMerged ? `${commit}, merged into HEAD` : `${commit} of ${style.ref(ref)}, not in HEAD`;
}

/** Counted from the newest version. Without a definition, as of a resource to prune, it is the last. */
function distance(behind: number, isPruned: boolean): string {
  if (behind === 0) return isPruned ? "the last version" : "the committed version";
  return behind === 1 ? "1 version back" : `${behind} versions back, or set back`;
}

/**
 * Two sentences where the service holds no version, with a colon at their end if the differences
 * follow. `owner`: how a view writes the resource.
 */
export function changedOnServiceText(
  { held, differences }: HeldSummary,
  owner: string | undefined,
  style: Pick<HeldStyle, "commit">,
): string {
  if (held.type !== "none") return "";
  const changed =
    owner === undefined ? "Changed on the service" : `${owner} was changed on the service`;
  const otherwise = held.isPartial
    ? "left by an interrupted apply"
    : "applied from a commit that is not here";
  const origin = `${changed}, or ${otherwise}.`;
  if (!held.newest) return `${origin} No commit in the history of HEAD defines it.`;
  if (differences.length === 0) return origin; // redacted
  return `${origin} Differences from ${style.commit(held.newest.at)}, the newest version:`;
}

/** The paths of the fields that differ, each once. */
export function changedFields(differences: readonly FieldChange[]): string[] {
  return [...new Set(differences.map(({ path }) => path))];
}
