// Recognizes what an interrupted delete left of a version: a resource without some of its numbered
// children, which are deleted first.
import { canonicalJson, type Json, type JsonObject } from "../model/json.ts";
import { numberedChildKinds } from "./comparable-content.ts";
import type { ContentComparison } from "./held-version.ts";

/** A comparison in which a resource also equals a definition if it lacks some of its numbered children. */
export function compareRemainders({ kinds, isEqual }: ContentComparison): ContentComparison {
  return {
    kinds,
    isEqual: (past, content) => {
      const fields = numberedChildKinds(kinds, past.kind).map(({ plural }) => plural);
      const whole = Object.entries(past.content).filter(([field]) => !fields.includes(field));
      const remaining = fields
        .map((field) => [field, commonItems(past.content, content, field)] as const)
        .filter(([, items]) => items.length > 0);
      return isEqual({ ...past, content: Object.fromEntries([...whole, ...remaining]) }, content);
    },
  };
}

/** The items of a list that another object has too, each as often as both have it. */
function commonItems(one: JsonObject, other: JsonObject, field: string): Json[] {
  const open = itemsOf(other, field).map(canonicalJson);
  return itemsOf(one, field).filter((item) => {
    const index = open.indexOf(canonicalJson(item));
    if (index >= 0) open.splice(index, 1);
    return index >= 0;
  });
}

function itemsOf(content: JsonObject, field: string): readonly Json[] {
  return (content[field] ?? []) as readonly Json[];
}
