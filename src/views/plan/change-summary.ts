// The facts that text and Markdown show of a change, neither coloured nor escaped.
import { groupBy, memo } from "../../engine/model/collections.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { type Kind, type Kinds, rowsOf } from "../../engine/model/kind.ts";
import {
  type Change,
  type Delete,
  type OverridePlaces,
  type Plan,
  flattenChange,
} from "../../engine/model/plan.ts";
import { type Address, nameOf } from "../../engine/model/resource.ts";
import { compareTexts } from "../text/compared-texts.ts";
import { displayName, referenceText } from "../text/display-name.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import { changeContent, contentSummary, replacedContents } from "./change-content.ts";
import { countedBy, inReadingOrder, countByKind } from "./change-order.ts";
import { type FieldChange, fieldChanges } from "./field-changes.ts";
import { setFields } from "../../engine/model/references.ts";
import {
  changesWithVersion,
  describeHeld,
  type DescribeOptions,
  type HeldSummary,
} from "./held-words.ts";
import { shownChanges } from "./mask-change.ts";

/** What a plan shows as one item: a change with its children, or changes with equal edits. */
export interface ChangeSummary {
  /** The position of the change in the plan. */
  readonly index: number;
  readonly kind: string;
  /** The resources that it stands for: itself and the children that it counts, or all of a group. */
  readonly addresses: readonly Address[];
  readonly parent?: Address | undefined;
  readonly action: Change["action"];
  readonly title: string;
  /** The names of the resources of a group. */
  readonly members?: readonly string[];
  /** The changes of a group, if their edits are not the same. */
  readonly parts?: readonly ChangeSummary[];
  /** The name on the service, where the address does not say it. */
  readonly nameNote?: string;
  /** The consequences: `deploys`, `with 2 evaluations`, `used by 2 prompts`. */
  readonly notes: readonly string[];
  /** The changed fields, the one that matters most first. */
  readonly details: readonly FieldChange[];
  /** The fields that groups show: `messages[0] as in the 40 prompts above`. */
  readonly sharedFields?: readonly { readonly path: string; readonly group: string }[];
  /** The content of a created or deleted resource, if the plan is shown in full and has it. */
  readonly content?: JsonObject;
  /** The main fields of the content: `model: "gpt-5.1"`, `messages: 2`. */
  readonly contentSummary: readonly string[];
  /** The unmanaged resources that are affected. */
  readonly warning?: string;
  /** Whether it waits for another environment. */
  readonly isHeldBack?: boolean;
  /** The children of a replaced resource that are created again. */
  readonly children?: readonly { readonly kind: string }[];
  /** The values that the environment overrides. */
  readonly overridden: OverridePlaces;
  /** Whether the service holds something that no version in git has. */
  readonly isChangedOnService: boolean;
  /** The version that the service holds; undefined if it is not known or another change says it. */
  readonly held?: HeldSummary;
}

/**
 * Every change, in the order in which a plan shows them. `mask`: hides secrets in titles and in all
 * values; by default none. `full`: also with the contents, and with the versions that the service is expected to
 * hold.
 */
export function describeChanges(plan: Plan, options: DescribeOptions): ChangeSummary[] {
  return inReadingOrder(plan.changes.map(describer(plan, options)), options.kinds);
}

/**
 * The changes without those whose parent has the same one: the topmost parent counts them, and only it
 * is described (docs/performance.md, row "memory of apply 200,000").
 */
export function describeTopmost(
  plan: Plan,
  options: DescribeOptions,
  isWanted: (index: number) => boolean = () => true,
): ChangeSummary[] {
  const { kinds } = options;
  const describe = describer(plan, options);
  const positions = new Map(plan.changes.map((change, index) => [change, index]));
  const wanted = plan.changes.filter((_change, index) => isWanted(index));
  const families = groupBy(
    wanted,
    countedBy(wanted, ({ address }) => address),
  );
  const described = [...families].map(([change, family]): ChangeSummary => {
    const summary = describe(change, positions.get(change)!);
    if (family.length === 1) return summary;
    const children = family.filter((each) => each !== change);
    return {
      ...summary,
      addresses: [change, ...children].map(({ address }) => address),
      notes: [...summary.notes, `with ${countByKind(kinds, rowsOf(children))}`],
    };
  });
  return inReadingOrder(described, kinds);
}

function describer(
  plan: Plan,
  options: DescribeOptions,
): (change: Change, index: number) => ChangeSummary {
  const { full = false } = options;
  const speakers = changesWithVersion(plan.changes);
  return (change, index) => {
    const held = speakers.has(change) ? describeHeld(change, plan, options) : undefined;
    const isShown = held && (full || held.isDeviation);
    return { index, ...describeChange(change, plan, options), ...(isShown && { held }) };
  };
}

function describeChange(
  change: Change,
  plan: Plan,
  { kinds, mask = String, full = false, includedFrom, known = new Map() }: DescribeOptions,
): Omit<ChangeSummary, "index" | "held"> {
  const { address, action, row, parent, overridden = {} } = change;
  const name = nameUnlikeAddress(change);
  const summary = {
    kind: row.kind,
    addresses: [address],
    parent,
    action,
    overridden,
    title: mask(displayName(plan, address)),
    ...(name !== undefined && { nameNote: `name on the service: ${JSON.stringify(mask(name))}` }),
    notes: notesOf(change, kinds),
    details: [],
    contentSummary: [],
    isChangedOnService: change.held?.type === "none" && !change.held.isTakenOver,
  };
  if (change.action === "create" || change.action === "delete") {
    const content = changeContent(change, plan);
    if (Object.keys(content).length === 0) return summary; // redacted
    return {
      ...summary,
      contentSummary: contentSummary(row, content, mask),
      ...(full && { content: mapTexts(content, mask) }),
    };
  }
  const { before, after } = change.action === "replace" ? replacedContents(change) : change;
  const users = countByKind(kinds, change.usedBy);
  const fieldsOf = (): readonly FieldChange[] => {
    const details = fieldChanges(before, after, setFields(row)).map((detail) =>
      detail.type === "text" ? { ...detail, files: includedFrom(address, detail.pointer) } : detail,
    );
    const shown = shownChanges(details, mask, (reference) => referenceText(reference, plan));
    return shown.map((detail) =>
      detail.type === "text"
        ? { ...detail, compared: compareTexts(detail.before, detail.after) }
        : detail,
    );
  };
  return {
    ...summary,
    details: headlineFirst(memo(fieldsOf, known)(change), row),
    ...(change.action === "replace" && { children: rowsOf(change.childCreates) }),
    ...(users !== "" && { warning: `also used by ${users} not defined in any file` }),
  };
}

/** The field that matters most first: the first headline of the kind, else a text, else the first. */
function headlineFirst(details: readonly FieldChange[], { headlines = [] }: Kind): FieldChange[] {
  const rankOf = ({ path, type }: FieldChange): number => {
    const rank = headlines.findIndex((pattern) => pattern.test(path));
    return rank >= 0 ? rank : headlines.length + (type === "text" ? 0 : 1);
  };
  const ranked = details.map((detail, index) => ({ detail, index, rank: rankOf(detail) }));
  const first = ranked.reduce((best, each) => (each.rank < best.rank ? each : best), ranked[0]!);
  return ranked.length === 0 ? [] : [first.detail, ...details.toSpliced(first.index, 1)];
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

function notesOf(change: Change, kinds: Kinds): string[] {
  const deletes = countByKind(kinds, rowsOf(change.childDeletes.flatMap(flattenChange)));
  switch (change.action) {
    case "create":
      return change.row.deploys ? ["deploys"] : [];
    case "update": {
      const users = countByKind(kinds, change.users ?? []);
      if (change.row.deploys) return ["deploys"];
      return users === "" ? [] : [`used by ${users}`];
    }
    case "replace": {
      const creates = countByKind(kinds, rowsOf(change.childCreates));
      if (creates !== "") return [`replaced with its ${creates}`];
      return [deletes === "" ? "replaced" : `replaced, deletes its ${deletes}`];
    }
    case "delete":
      return deleteNotes(change, deletes);
  }
}

function deleteNotes(change: Delete, children: string): string[] {
  const reasons: { readonly [reason in Delete["reason"]]?: string } = {
    orphan: `its ${change.onlyIfMissing?.kind} does not exist`,
    unfinished: "left by an interrupted apply",
    duplicate: "duplicate",
  };
  const counted = children === "" ? "" : `with ${children}`;
  return [reasons[change.reason] ?? "", counted].filter((note) => note !== "");
}
