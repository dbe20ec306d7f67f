// The words about the version of a definition that the service holds, for text and Markdown.
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { type Kinds, kindNamed } from "../../engine/model/kind.ts";
import type { HeldVersion, VersionCommit } from "../../engine/model/held-version.ts";
import { type Change, isPruned, type Plan } from "../../engine/model/plan.ts";
import { type Address, kindOf } from "../../engine/model/resource.ts";
import type { ReportedWrite } from "../../engine/model/origin.ts";
import { writerWords } from "../../engine/text/writer-words.ts";
import { displayName, referenceText } from "../text/display-name.ts";
import { type FieldChange, fieldChanges } from "./field-changes.ts";
import { setFields } from "../../engine/model/references.ts";
import type { Mask } from "../text/markdown.ts";
import { shownChanges } from "./mask-change.ts";
import type { Words } from "./words.ts";

/** What a change says about the version that the service holds. Texts are masked, not escaped. */
export interface HeldSummary {
  readonly held: Exclude<HeldVersion, { readonly type: "unknown" }>;
  /** Whether the plan deletes the resource because no file defines it. */
  readonly isPruned: boolean;
  /** Whether it is another version than those that the line to HEAD leads to expect. */
  readonly isDeviation: boolean;
  /** The resource that has the version, if it is not that of the change: an evaluation. */
  readonly owner?: string;
  /** From the newest version to the service. Only where the service holds no version. */
  readonly differences: readonly FieldChange[];
  /** Whether it is of several definitions, whose newest versions are of different commits. */
  readonly areOfSeveral?: boolean;
}

export interface DescribeOptions {
  readonly kinds: Kinds;
  readonly mask?: Mask | undefined;
  readonly full?: boolean | undefined;
  /** The files from which a field of a definition includes its text. */
  includedFrom(address: Address, pointer: string): readonly string[];
  /** The fields of changes as another output of the same plan shows them, with the same mask. */
  readonly known?: KnownFields | undefined;
}

/** The changed fields of changes that an output has described. */
export type KnownFields = Map<Change, readonly FieldChange[]>;

/** Undefined if it is not known which version the service holds. */
export function describeHeld(
  change: Change,
  plan: Plan,
  { kinds, mask = String }: DescribeOptions,
): HeldSummary | undefined {
  const { held } = change;
  if (!held || held.type === "unknown") return undefined;
  const address = versionedAddress(change);
  const newest = held.type === "none" && !held.isTakenOver ? held.newest : undefined;
  const sets = setFields(kindNamed(kinds, kindOf(address)));
  const differences = newest ? fieldChanges(newest.content, newest.observed, sets) : [];
  return {
    held: maskHeld(held, mask),
    isPruned: isPruned(change),
    isDeviation: held.type !== "version" || held.isPartial === true,
    ...(address !== change.address && { owner: mask(displayName(plan, address)) }),
    differences: shownChanges(differences, mask, (reference) => referenceText(reference, plan)),
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
      return {
        ...held,
        ...(held.newest && { newest: { ...held.newest, at: maskCommit(held.newest.at) } }),
        ...(held.reported && { reported: maskWrite(held.reported, mask) }),
      };
  }
}

function maskWrite({ keyName, verifiedRun, ...write }: ReportedWrite, mask: Mask): ReportedWrite {
  return {
    ...write,
    ...(keyName !== undefined && { keyName: mask(keyName) }),
    ...(verifiedRun && {
      verifiedRun: { ...verifiedRun, repository: mask(verifiedRun.repository) },
    }),
  };
}

/**
 * The changes that say which version the service holds, one for each definition: that of the
 * definition itself, or the first one of its assertions.
 */
export function changesWithVersion(changes: readonly Change[]): ReadonlySet<Change> {
  const shown = new Map<Address, Change>();
  for (const change of changes) {
    if (!change.held) continue;
    const address = versionedAddress(change);
    if (change.address === address || !shown.has(address)) shown.set(address, change);
  }
  return new Set(shown.values());
}

/** The same as `heldWords`, and who changed it, as the service reports that. */
export function heldByWords(summary: HeldParts, holder?: string): Words {
  return [...heldWords(summary, holder), ...writerWords(writeIn(summary))];
}

type HeldParts = Pick<HeldSummary, "held" | "isPruned">;

function writeIn({ held }: HeldParts): ReportedWrite | undefined {
  return held.type === "none" ? held.reported : undefined;
}

/** `service holds 3f2a91c, 1 version back`, after the consequence of a change. `holder`: who holds it. */
export function heldWords({ held, isPruned }: HeldParts, holder: string = "service"): Words {
  switch (held.type) {
    case "version": {
      const { at, behind, isPartial = false } = held;
      const parts = isPartial ? "parts of " : "";
      const version = at.orOlder ? "the version at or before " : "";
      return [`${holder} holds ${parts}${version}`, at, `, ${distance(behind, isPruned)}`];
    }
    case "other-ref":
      return [`${holder} holds `, ...otherRefWords(held)];
    case "none": {
      const place = holder === "service" ? "the service" : holder;
      if (held.isTakenOver) return [`changed on ${place}, taken over since`];
      return [held.isPartial ? `incomplete on ${place}` : `changed on ${place}`];
    }
  }
}

/** `3f2a91c of release/1.4, not in HEAD`. */
export function otherRefWords({
  at,
  ref,
  isMerged,
}: Extract<HeldVersion, { readonly type: "other-ref" }>): Words {
  if (isMerged) return [at, ", merged into HEAD"];
  return [at, " of ", { code: ref }, ", not in HEAD"];
}

/** Counted from the newest version. Without a definition, as of a resource to prune, it is the last. */
function distance(behind: number, isPruned: boolean): string {
  if (behind === 0) return isPruned ? "the last version" : "the committed version";
  return behind === 1 ? "1 version back" : `${behind} versions back, or set back`;
}

/**
 * Two sentences where the service holds no version, with a colon at their end if the differences
 * follow.
 */
export function changedOnServiceWords(summary: HeldSummary): Words {
  const { held, differences, owner, areOfSeveral } = summary;
  if (held.type !== "none") return [];
  const { newest, isPartial, isTakenOver } = held;
  const changed: Words = owner === undefined ? ["Changed"] : [{ code: owner }, " was changed"];
  const otherwise = isPartial
    ? "left by an interrupted apply"
    : "applied from a commit that is not here";
  const writer = writerWords(writeIn(summary));
  const origin: Words =
    writer.length > 0
      ? [...changed, " on the service", ...writer, "."]
      : [...changed, ` on the service, or ${otherwise}.`];
  if (newest && isTakenOver)
    return [
      ...changed,
      " on the service since the version that was applied last. ",
      newest.at,
      ", the newest version, has all of that.",
    ];
  if (!newest) return [...origin, " No commit in the history of HEAD defines it."];
  if (differences.length === 0) return origin; // redacted
  if (areOfSeveral) return [...origin, " Differences from the newest version of each:"];
  return [...origin, " Differences from ", newest.at, ", the newest version:"];
}
