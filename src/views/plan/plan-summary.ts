// The facts that text and Markdown show of a plan, neither coloured nor escaped.
import { commandText } from "../../engine/text/command-text.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { type Kinds, kindNamed } from "../../engine/model/kind.ts";
import { flattenChange } from "../../engine/order/flatten-change.ts";
import type {
  Change,
  Counts,
  Delete,
  OverridePlaces,
  Plan,
  Unmanaged,
} from "../../engine/model/plan.ts";
import { type Address, kindOf, nameOf } from "../../engine/model/resource.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { contentOf, contentSummary, replacedContents } from "./change-content.ts";
import { displayName, referenceText, unmanagedName } from "../text/display-name.ts";
import { fieldChanges, type FieldChange, setFields } from "./field-changes.ts";
import {
  type DescribeOptions,
  describeHeld,
  changesWithVersion,
  type HeldSummary,
} from "./held-version.ts";
import type { Mask } from "../text/markdown.ts";
import { maskValue, shownChanges } from "./mask-change.ts";
import { pluralize } from "../text/terminal-text.ts";
import type { PlanNote } from "./plan-notes.ts";

/** One change, ready to be shown. */
export interface ChangeSummary {
  /** The position of the change in the plan. */
  readonly index: number;
  readonly address: Address;
  readonly action: Change["action"];
  readonly title: string;
  /** The name on the service, where the address does not say it. */
  readonly nameNote?: string;
  /** The consequence: `deploys`, `and its 2 evaluations`; empty if there is none. */
  readonly note: string;
  readonly details: readonly FieldChange[];
  /** The content of a created or deleted resource; undefined if there is none. */
  readonly content?: JsonObject;
  /** The main fields of the content: `model: "gpt-5.1"`, `messages: 2`. */
  readonly contentSummary: readonly string[];
  /** The unmanaged resources that are affected. */
  readonly warning?: string;
  /** The reason for a replace. */
  readonly explanation?: string;
  /** The values that the environment overrides. */
  readonly overridden: OverridePlaces;
  /** Whether the service holds something that no version in git has. */
  readonly isChangedOnService: boolean;
  /** The version that the service holds; undefined if it is not known or another change says it. */
  readonly held?: HeldSummary;
}

/**
 * The changes, deletes and replaces first. `mask`: hides secrets in titles and in all values; by
 * default none.
 */
export function describeChanges(plan: Plan, kinds: Kinds, mask: Mask = String): ChangeSummary[] {
  const options = { plan, kinds, mask };
  const changes = mostSevereFirst(plan.changes);
  const speakers = changesWithVersion(kinds, changes);
  const indexes = new Map(plan.changes.map((change, index) => [change, index]));
  return changes.map((change) => {
    const held = speakers.has(change) ? describeHeld(change, options) : undefined;
    const described = { index: indexes.get(change)!, ...describeChange(change, options) };
    return held ? { ...described, held } : described;
  });
}

function describeChange(
  change: Change,
  { plan, kinds, mask }: DescribeOptions,
): Omit<ChangeSummary, "index" | "held"> {
  const { address, action, overridden = {} } = change;
  const name = nameUnlikeAddress(change);
  const summary = {
    address,
    action,
    overridden,
    title: mask(displayName(plan, address)),
    ...(name !== undefined && { nameNote: `name on the service: ${JSON.stringify(mask(name))}` }),
    note: noteOf(change, kinds),
    details: [],
    contentSummary: [],
    isChangedOnService: change.held?.type === "none",
  };
  const row = kindNamed(kinds, change.kind);
  if (change.action === "create" || change.action === "delete") {
    const content = maskValue(contentOf(change, plan, kinds), mask);
    if (Object.keys(content).length === 0) return summary; // redacted
    return { ...summary, content, contentSummary: contentSummary(row, content) };
  }
  const { before, after } = change.action === "replace" ? replacedContents(change, kinds) : change;
  const users = countByKind(kinds, change.usedBy);
  return {
    ...summary,
    details: shownChanges(fieldChanges(before, after, setFields(row)), mask, (reference) =>
      referenceText(reference, plan),
    ),
    ...(users !== "" && { warning: `also used by ${users} not defined in any file` }),
    ...(action === "replace" && {
      explanation: `(the service cannot update ${row.plural}: a new one is created, then the old one is deleted)`,
    }),
  };
}

/** The name on the service, if the address has a key that differs from it. */
function nameUnlikeAddress(change: Change): string | undefined {
  if (change.action === "delete") return undefined;
  const { name } = change.action === "create" ? change.body : change.before;
  return typeof name === "string" && name !== nameOf(change.address) ? name : undefined;
}

/** `parameters.name (promptctl.yaml:7)` for a new resource, whose values are not listed. */
export function overriddenText({ action, overridden }: ChangeSummary): string | undefined {
  const entries = Object.entries(overridden).map(([field, place]) => `${field} (${place})`);
  return action === "create" && entries.length > 0 ? entries.join(", ") : undefined;
}

function noteOf(change: Change, kinds: Kinds): string {
  const deletes = countByKind(kinds, change.childDeletes.flatMap(flattenChange));
  switch (change.action) {
    case "create":
    case "update":
      return kindNamed(kinds, change.kind).deploys ? "deploys" : "";
    case "replace": {
      const creates = countByKind(kinds, change.childCreates);
      if (creates !== "") return `replaced with its ${creates}`;
      return deletes === "" ? "replaced" : `replaced, deletes its ${deletes}`;
    }
    case "delete":
      return deleteNote(change, deletes);
  }
}

function deleteNote(change: Delete, children: string): string {
  switch (change.reason) {
    case "orphan":
      return `its ${change.onlyIfMissing!.kind} does not exist`;
    case "unfinished":
      return "left by an interrupted apply";
    case "duplicate":
      return children === "" ? "duplicate" : `duplicate, with its ${children}`;
    default:
      return children === "" ? "" : `and its ${children}`;
  }
}

/** `2 evaluations, 5 assertions`; empty for none. */
export function countByKind(kinds: Kinds, resources: readonly { readonly kind: string }[]): string {
  return countsByKind(kinds, resources).join(", ");
}

/** `2 prompts to delete, 1 tool to create`. */
export function countByAction(kinds: Kinds, changes: readonly ChangeSummary[]): string {
  return (["delete", "replace", "create", "update"] as const)
    .flatMap((action) => {
      const ofAction = changes.filter((change) => change.action === action);
      const resources = ofAction.map(({ address }) => ({ kind: kindOf(address) }));
      return countsByKind(kinds, resources).map((count) => `${count} to ${action}`);
    })
    .join(", ");
}

function countsByKind(kinds: Kinds, resources: readonly { readonly kind: string }[]): string[] {
  return kinds
    .map((row) => ({ row, count: resources.filter(({ kind }) => kind === row.kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ row, count }) => `${count} ${count === 1 ? row.kind : row.plural}`);
}

/** Deletes first, then replaces, then the others, each in the order of the plan. */
function mostSevereFirst(changes: readonly Change[]): Change[] {
  const rank = { delete: 0, replace: 1, create: 2, update: 2 };
  return changes.toSorted((a, b) => rank[a.action] - rank[b.action]);
}

/**
 * What the plan deletes, replaces, deploys and overwrites: ` This deletes 2 prompts and deploys 1.`
 * Empty if it does none of these. The children of deleted and replaced resources are not counted.
 */
export function consequences({ changes }: Plan, kinds: Kinds): string {
  const deployed = changes.filter(
    ({ action, kind }) => action !== "delete" && kindNamed(kinds, kind).deploys,
  );
  const parts = [
    ["deletes", changes.filter(({ action }) => action === "delete")],
    ["replaces", changes.filter(({ action }) => action === "replace")],
    ["deploys", deployed],
  ] as const;
  let last = ""; // the only kind of the part before: not repeated
  const named = parts.flatMap(([verb, list]) => {
    if (list.length === 0) return [];
    const kindNames = new Set(list.map(({ kind }) => kind));
    const only = kindNames.size === 1 ? list[0]!.kind : "";
    const isRepeated = only !== "" && only === last;
    last = only;
    return `${verb} ${isRepeated ? list.length : joinWithAnd(countsByKind(kinds, list))}`;
  });
  const all = [...named, ...overwritten(changes, kinds)];
  return all.length === 0 ? "" : ` This ${joinWithAnd(all)}.`;
}

/** `overwrites 1 prompt changed on the service`; none if all overwritten versions are known. */
function overwritten(changes: readonly Change[], kinds: Kinds): string[] {
  const addresses = new Set(
    changes.flatMap((change) =>
      (change.action === "update" || change.action === "replace") && change.held?.type === "none"
        ? [versionedAddress(kinds, change)]
        : [],
    ),
  );
  if (addresses.size === 0) return [];
  const resources = [...addresses].map((address) => ({ kind: kindOf(address) }));
  return [`overwrites ${joinWithAnd(countsByKind(kinds, resources))} changed on the service`];
}

/** `a`, `a and b`, `a, b and c`; with a comma before `and` if one of the texts has an `and`. */
function joinWithAnd(texts: readonly string[]): string {
  const start = texts.slice(0, -1).join(", ");
  const comma = texts.some((text) => text.includes(" and ")) ? "," : "";
  return start === "" ? texts.join("") : `${start}${comma} and ${texts.at(-1)}`;
}

export interface PlanSummary {
  /** The emphasised start of the line; may be empty. */
  readonly headline: string;
  readonly detail: string;
  /** The service, if the definitions match it: the line ends with it. */
  readonly baseUrl?: string;
}

/** The whole plan in one line. */
export function summarizePlan(plan: Plan): PlanSummary {
  if (plan.changes.length > 0) return { headline: `Plan: ${countsText(plan.counts)}.`, detail: "" };
  if (plan.refusals.length > 0) return { headline: "No changes.", detail: "" };
  if (plan.definitionCount === 0)
    return { headline: "", detail: "No definitions found in *.yaml and *.yml files." };
  const { keep } = plan.counts; // with --target or --exclude, fewer than all definitions
  const detail = `${pluralize(keep, "definition")} ${keep === 1 ? "matches" : "match"}`;
  return { headline: "No changes.", detail, baseUrl: plan.baseUrl };
}

/** `1 to create, 2 to update, 34 unchanged`, without the counts that are zero. */
function countsText(counts: Counts): string {
  const parts = (["create", "update", "replace", "delete"] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => `${counts[action]} to ${action}`);
  const unchanged = counts.keep > 0 ? [`${counts.keep} unchanged`] : [];
  return [...parts, ...unchanged].join(", ");
}

function moreDeletedNote(plan: Plan): string {
  return `--prune also deletes other unmanaged resources. To see which: ${commandText("plan --prune", plan)}`;
}

/** Further duplicates are only counted. */
const maxListedDuplicates = 10;

/** How the resources that no file defines are shown. */
export interface UnmanagedOptions {
  /** Lists the unmanaged resources instead of counting them. */
  readonly unmanaged: boolean;
  /** How to list them, by default with a flag. Empty if they must not be listed. */
  readonly listHint?: string;
}

/** `Unmanaged: 1 tool (to list: --unmanaged)` */
export function withListHint(text: string, { listHint }: UnmanagedOptions): string {
  return [text, listHint ?? "(to list: --unmanaged)"].filter(Boolean).join(" ");
}

/**
 * The duplicates on the service, a line for each with what deletes it, and what else that deletes.
 */
export function duplicateNotes(plan: Plan, kinds: Kinds, options: UnmanagedOptions): PlanNote[] {
  const { unmanaged } = plan;
  const { unmanaged: listsAll, listHint } = options;
  const duplicates = unmanaged.filter(({ duplicateOf }) => duplicateOf !== undefined);
  if (duplicates.length === 0) return [];
  const isMoreDeleted =
    unmanaged.length > duplicates.length && duplicates.some(({ deletedByPrune }) => deletedByPrune);
  const listed = listsAll ? duplicates : duplicates.slice(0, maxListedDuplicates);
  const more = duplicates.length - listed.length;
  const lines = [
    ...listed.map((resource) => `${unmanagedName(resource)}  ${resource.reason}`),
    ...(more > 0 ? [withListHint(`and ${more} more`, options)] : []),
    ...(isMoreDeleted && listHint !== "" ? [moreDeletedNote(plan)] : []),
  ];
  return [{ tone: "warning", words: [`Duplicates: ${countByKind(kinds, duplicates)}`], lines }];
}

/** The unmanaged resources that are no duplicates. */
export function otherUnmanaged({ unmanaged }: Plan): Unmanaged[] {
  return unmanaged.filter(({ duplicateOf }) => duplicateOf === undefined);
}
