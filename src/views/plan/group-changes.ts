// Groups the changes of a plan for a reader: equal edits are shown once, and in a long plan changes with
// different edits of the same field become one item. A terminal names them, Markdown has the edit of each
// in a folded list, and --full and JSON have all.
import { groupBy } from "../../engine/model/collections.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { kindOf } from "../../engine/model/resource.ts";
import { bySections, countByKind } from "./change-order.ts";
import type { ChangeSummary } from "./change-summary.ts";
import { combinedItem, condenseChanges } from "./condense-changes.ts";
import type { FieldChange } from "./field-changes.ts";
import { extentText } from "./field-lines.ts";

/** A plan with more items is bundled. */
const maxItems = 50;

/** Fewer changes stay items of their own. */
const minBundled = 3;

/** The items of a plan: what has equal edits together, then what differs in the same field. */
export function groupChanges(changes: readonly ChangeSummary[], kinds: Kinds): ChangeSummary[] {
  return bundleChanges(condenseChanges(changes, kinds), kinds);
}

/** The items of a plan, with bundles in place of changes that differ in the same field. */
function bundleChanges(changes: readonly ChangeSummary[], kinds: Kinds): ChangeSummary[] {
  if (changes.length <= maxItems) return [...changes];
  const items = [...groupBy(changes, bundleKey)].flatMap(([key, some]) =>
    key === undefined || some.length < minBundled ? some : [bundleSummary(some, kinds)],
  );
  return bySections(items, kinds);
}

/** Undefined for what a reader must see by itself: deletes, and changes with something else to note. */
function bundleKey(change: ChangeSummary): string | undefined {
  const { kind, action, details, held, warning, members, isChangedOnService } = change;
  const isNoted = warning !== undefined || (held !== undefined && held.held.type !== "none");
  if (action === "delete" || isNoted || members) return undefined;
  const path = details[0]?.path ?? ""; // the field that matters most
  return JSON.stringify([kind, action, isChangedOnService, path]);
}

function bundleSummary(parts: readonly ChangeSummary[], kinds: Kinds): ChangeSummary {
  const [first] = parts as [ChangeSummary];
  const { kind, isChangedOnService } = first;
  const item = combinedItem(parts, kinds);
  const children = [
    ...item.addresses.map((address) => ({ kind: kindOf(address) })),
    ...parts.flatMap((part) => part.children ?? []),
  ].filter((each) => each.kind !== kind);
  return {
    ...item,
    parts,
    notes: [
      ...item.notes,
      ...(isChangedOnService ? ["changed on the service"] : []),
      ...(children.length > 0 ? [`with ${countByKind(kinds, children)}`] : []),
    ],
    details: [
      ...groupBy(
        parts.flatMap(({ details }) => details),
        ({ path }) => path,
      ),
    ].map(([path, edits]): FieldChange => {
      const texts = edits.filter((edit) => edit.type === "text");
      const range = edits.length === parts.length ? rangeOf(edits) : undefined;
      const extent = extentText(...texts);
      return { type: "edits", path, count: edits.length, extent, ...(range && { range }) };
    }),
    contentSummary: first.contentSummary.filter((fact) =>
      parts.every(({ contentSummary }) => contentSummary.includes(fact)),
    ),
    overridden: {},
    isChangedOnService,
  };
}

/** Undefined if a value is no number. */
function rangeOf(
  edits: readonly FieldChange[],
): Extract<FieldChange, { type: "edits" }>["range"] | undefined {
  const sideOf = (side: "before" | "after"): number[] =>
    edits.flatMap((edit) => {
      const value = edit.type === "value" ? edit[side] : undefined;
      return typeof value === "number" ? [value] : [];
    });
  const [before, after] = [sideOf("before"), sideOf("after")];
  if (before.length < edits.length || after.length < edits.length) return undefined;
  const ends = (side: readonly number[]): readonly [number, number] => [
    Math.min(...side),
    Math.max(...side),
  ];
  return { before: ends(before), after: ends(after) };
}
