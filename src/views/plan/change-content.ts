// The content of a created, replaced or deleted resource, with its child resources.
import { groupBy } from "../../engine/model/collections.ts";
import {
  canonicalJson,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../../engine/model/json.ts";
import type { Kind } from "../../engine/model/kind.ts";
import type { Change, Create, Delete, Plan, Replace } from "../../engine/model/plan.ts";
import { mapReferences } from "../../engine/model/references.ts";
import { canonicalForm } from "../../engine/normalize/normalize.ts";
import { referenceText } from "../text/display-name.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import type { Mask } from "../text/markdown.ts";
import { truncateEnd } from "../text/terminal-text.ts";

/**
 * The body of a resource to create or delete, with the names of what it refers to. The children that
 * are deleted with it are in the fields in which a definition nests them.
 */
export function changeContent(change: Create | Delete, plan: Plan): JsonObject {
  const body = change.action === "create" ? change.body : change.before;
  const own = mapReferences(change.row, body, (reference) => referenceText(reference, plan));
  return {
    ...own,
    ...nestedBodies(change.childDeletes, (child) => changeContent(child, plan)),
  };
}

/** The states before and after a replace, with the owned children that are replaced with it. */
export function replacedContents({ before, after, childDeletes, childCreates }: Replace): {
  readonly before: JsonObject;
  readonly after: JsonObject;
} {
  const created = nestedBodies(childCreates, ({ row, body }) => canonicalForm(row.shape, body));
  const deleted = nestedBodies(childDeletes, (child) => child.before);
  const aligned = Object.entries(deleted).map(([field, bodies]) => [
    field,
    alignBodies(bodies, created[field] ?? []),
  ]);
  return {
    before: { ...before, ...Object.fromEntries(aligned) },
    after: { ...after, ...created },
  };
}

/** The bodies of children by the field in which a definition nests them, without empty ones. */
function nestedBodies<Child extends Change>(
  children: readonly Child[],
  bodyOf: (child: Child) => JsonObject,
): { readonly [field: string]: JsonObject[] } {
  const byField = groupBy(children, ({ row }) => row.parent!.nestedField);
  const bodies = [...byField].map(([field, group]): [string, JsonObject[]] => [
    field,
    group.map(bodyOf).filter((body) => Object.keys(body).length > 0),
  ]);
  return Object.fromEntries(bodies.filter(([, list]) => list.length > 0));
}

/** Children have no order: puts each at the position of its equal, and the others where one is free. */
function alignBodies(bodies: readonly JsonObject[], others: readonly JsonObject[]): JsonObject[] {
  const rest = groupBy(bodies, canonicalJson);
  const equals = others.map((other) => rest.get(canonicalJson(other))?.pop());
  const unequal = [...rest.values()].flat();
  const aligned = equals.map((equal) => equal ?? unequal.shift());
  return [...aligned.filter((body) => body !== undefined), ...unequal];
}

/** The maximum number of characters of a text, and of a list, in a summary. */
const maxTextLength = 40;
const maxListLength = 60;

/** `model: "gpt-5.1"`, `tools: "look"`, `messages: 2`: the fields that the row of the kind names. */
export function contentSummary({ summary }: Kind, content: JsonObject, mask: Mask): string[] {
  return Object.entries(summary).flatMap(([label, path]) => {
    const value = valueAt(content, path) ?? null;
    const isEmpty =
      value === null || (typeof value === "object" && Object.keys(value).length === 0);
    return isEmpty ? [] : [`${label}: ${shortText(mapTexts(value, mask))}`];
  });
}

/** A value in few words: the number of objects in a list, the keys of an object. */
function shortText(value: Json): string {
  if (Array.isArray(value)) {
    const hasObjects = value.some((item) => isObject(item));
    return hasObjects ? String(value.length) : shortList(value.map(shortScalar));
  }
  if (!isObject(value)) return shortScalar(value);
  return shortList(
    Object.entries(value).map(([key, item]) =>
      typeof item === "object" && item !== null ? key : `${key} ${shortScalar(item)}`,
    ),
  );
}

/** The first items, and the number of the others: `"a", "b" and 2 more`. */
function shortList(items: readonly string[]): string {
  const firstOmitted = items.findIndex(
    (_item, index) => items.slice(0, index + 1).join(", ").length > maxListLength,
  );
  const shown = items.slice(0, firstOmitted < 0 ? items.length : Math.max(firstOmitted, 1));
  const more = items.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function shortScalar(value: Json): string {
  if (typeof value !== "string" || value.length <= maxTextLength) return JSON.stringify(value);
  return JSON.stringify(truncateEnd(value, maxTextLength));
}
