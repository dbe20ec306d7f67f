// Why a saved plan is not carried out: what moved since it was made, and how.
import type { Kinds } from "../engine/model/kind.ts";
import { kindNamed } from "../engine/model/kind.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { StaleResource } from "../engine/saved-plan/resume-state.ts";
import { kindOf } from "../engine/model/resource.ts";
import { fieldChanges } from "./field-changes.ts";
import { pluralize } from "./terminal-text.ts";
import { displayName } from "./display-name.ts";

/** So many are told one by one; the rest is counted. */
const mostMoved = 20;

/** `less than a minute`, `3 minutes`, `2 hours`, `5 days`. */
export function ageText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return pluralize(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? pluralize(hours, "hour") : pluralize(Math.round(hours / 24), "day");
}

/** A line per thing that moved: `prompt/Support triage   messages[0] was changed on the service`. */
export function staleLines(kinds: Kinds, plan: Plan, moved: readonly StaleResource[]): string[] {
  const shown = moved.slice(0, mostMoved).map((each) => ({
    title: displayName(plan, each.address),
    how: howText(kinds, each),
  }));
  const width = Math.max(...shown.map(({ title }) => title.length));
  const lines = shown.map(({ title, how }) => `${title.padEnd(width)}   ${how}`);
  const more = moved.length - shown.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])];
}

function howText(kinds: Kinds, { address, what, before, now, by }: StaleResource): string {
  switch (what) {
    case "deleted":
      return "was deleted on the service";
    case "moved":
      return "stands beneath something else on the service now";
    case "fields":
      return "has fields on the service now that this version does not know";
    case "created":
      return `another ${kindOf(address)} of this name was made on the service: id:${by!.id}`;
    case "grown":
      return `has something new beneath it on the service: ${namedText(by!)}`;
    case "used":
      return `is used on the service now, by ${namedText(by!)}`;
    case "changed": {
      if (!before || !now) return "was changed on the service";
      const sets = new Set(kindNamed(kinds, kindOf(address)).references.map(({ field }) => field));
      const paths = [...new Set(fieldChanges(before, now, sets).map(({ path }) => path))];
      const some = paths.slice(0, 3).join(", ") + (paths.length > 3 ? ", …" : "");
      return `${some} ${paths.length === 1 ? "was" : "were"} changed on the service`;
    }
  }
}

function namedText({ kind, id, name }: NonNullable<StaleResource["by"]>): string {
  return name === undefined ? `${kind}/id:${id}` : `${kind}/${name} (id:${id})`;
}
