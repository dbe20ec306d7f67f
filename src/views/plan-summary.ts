// What a plan says, in words that are neither coloured nor escaped: text and Markdown draw these.
import type { JsonObject } from "../engine/model/json.ts";
import { type Kinds, kindNamed } from "../engine/model/kind.ts";
import type { Change, Counts, Delete, Plan, Unmanaged } from "../engine/model/plan.ts";
import { type Address, nameOf } from "../engine/model/resource.ts";
import { fieldChanges, type FieldChange } from "./field-changes.ts";
import { pluralize } from "./terminal-text.ts";
import { displayName } from "./display-name.ts";

/** One change, as it is told. */
export interface ChangeSummary {
  readonly address: Address;
  readonly action: Change["action"];
  readonly symbol: string;
  readonly title: string;
  /** What comes of it: `deploys`, `and its 2 evaluations`; empty where nothing does. */
  readonly note: string;
  readonly details: readonly FieldChange[];
  /** What a thing without a name said that goes. */
  readonly deletedBody?: JsonObject;
  /** Who else is concerned. */
  readonly warning?: string;
  /** Why it is done so. */
  readonly explanation?: string;
}

const symbols = { create: "+", update: "~", replace: "+/-", delete: "-" } as const;

export function describeChange(change: Change, plan: Plan, kinds: Kinds): ChangeSummary {
  const { address, action } = change;
  const said = {
    address,
    action,
    symbol: symbols[action],
    title: displayName(plan, address),
    note: noteOf(change, kinds),
    details: [],
  };
  if (change.action === "create") return said;
  if (change.action === "delete")
    return { ...said, ...(change.name === undefined && { deletedBody: change.before }) };
  const row = kindNamed(kinds, change.kind);
  const sets = new Set(row.references.map((each) => each.field));
  const users = countByKind(kinds, change.usedBy);
  return {
    ...said,
    details: fieldChanges(change.before, change.after, sets),
    ...(users !== "" && { warning: `also used by ${users} outside these definitions` }),
    ...(action === "replace" && {
      explanation: `(the service cannot update ${row.plural}: a new one is made, then the old one deleted)`,
    }),
  };
}

function noteOf(change: Change, kinds: Kinds): string {
  switch (change.action) {
    case "create":
    case "update":
      return kindNamed(kinds, change.kind).deploys ? "deploys" : "";
    case "replace": {
      const { childCreates: made, childDeletes: old } = change;
      if (made.length > 0) return `replaced with its ${countByKind(kinds, made)}`;
      return old.length > 0
        ? `replaced; its ${countByKind(kinds, old)} ${old.length === 1 ? "goes" : "go"}`
        : "replaced";
    }
    case "delete": {
      const all = beneath(change);
      if (change.reason === "orphan") return `its ${change.onlyIfMissing!.kind} does not exist`;
      if (change.reason === "unfinished") return "left by an interrupted apply";
      if (change.reason === "double")
        return `a second copy${all.length > 0 ? `, with its ${countByKind(kinds, all)}` : ""}`;
      return all.length > 0 ? `and its ${countByKind(kinds, all)}` : "";
    }
  }
}

/** All that goes with a deletion. */
function beneath(change: Delete): Delete[] {
  return change.childDeletes.flatMap((each) => [each, ...beneath(each)]);
}

/** `2 evaluations, 5 assertions`; empty for none. */
export function countByKind(kinds: Kinds, things: readonly { readonly kind: string }[]): string {
  return kinds
    .map((row) => ({ row, number: things.filter((each) => each.kind === row.kind).length }))
    .filter(({ number }) => number > 0)
    .map(({ row, number }) => `${number} ${number === 1 ? row.kind : row.plural}`)
    .join(", ");
}

/** How many prompts serve something else once it is carried out. */
export function countDeploys({ changes }: Plan, kinds: Kinds): number {
  return changes.filter((each) => each.action !== "delete" && kindNamed(kinds, each.kind).deploys)
    .length;
}

export interface PlanSummary {
  /** The first words. */
  readonly headline: string;
  /** What they say of it; the address of the service comes after it where it matches. */
  readonly detail: string;
  readonly baseUrl?: string;
}

/** The whole plan in one line. */
export function summarizePlan(plan: Plan): PlanSummary {
  if (plan.changes.length > 0) return { headline: `Plan: ${countsText(plan.counts)}.`, detail: "" };
  if (plan.refusals.length > 0) return { headline: "No other changes.", detail: "" };
  if (plan.definitionCount === 0)
    return { headline: "", detail: "No definitions: no *.yaml or *.yml file here says anything." };
  const { keep } = plan.counts; // with --target or --exclude only those were looked at
  const rest = `${pluralize(keep, "definition")} ${keep === 1 ? "matches" : "match"}`;
  return { headline: "No changes.", detail: rest, baseUrl: plan.baseUrl };
}

/** `1 to create, 2 to update, 34 unchanged`: what is not zero. */
function countsText(counts: Counts): string {
  const words = (["create", "update", "replace", "delete"] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => `${counts[action]} to ${action}`);
  const unchanged = counts.keep > 0 ? [`${counts.keep} unchanged`] : [];
  return [...words, ...unchanged].join(", ");
}

/** What a reference names: what only the service has, by its name there. */
export function referenceText(address: Address, { names }: Plan): string {
  const name = names[address];
  return name === undefined ? nameOf(address) : `${name} (${nameOf(address)})`;
}

/** Fields that a write may lose, a line for each thing; none where there are none. */
export function unknownFieldWarning({ changes }: Plan): {
  readonly head: string;
  readonly lines: string[];
} {
  const head =
    "Fields this version does not know, which the service may lose when these are written:";
  const lines = changes.flatMap((change) =>
    (change.action === "update" || change.action === "replace") && change.unknownFields.length > 0
      ? [`${change.address}: ${change.unknownFields.join(", ")}`]
      : [],
  );
  return { head, lines };
}

/** How something that no file defines is called. */
export function unmanagedName({ kind, name, id, parent }: Unmanaged): string {
  if (parent !== undefined) return `${kind}/${nameOf(parent)}/id:${id}`;
  return name === "" ? `${kind}/id:${id}` : `${kind}/${name} (id:${id})`;
}
