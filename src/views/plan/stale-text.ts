// Why a saved plan is stale: what changed on the service since it was created.
import { type Kinds, kindNamed } from "../../engine/model/kind.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { kindOf } from "../../engine/model/resource.ts";
import type { StaleResource } from "../../engine/review/resume-state.ts";
import type { TakenOver } from "../../engine/review/taken-over.ts";
import { displayName, unmanagedName } from "../text/display-name.ts";
import { fieldChanges, setFields } from "./field-changes.ts";
import { pluralize } from "../text/terminal-text.ts";

const maxListedResources = 20;

/** `less than a minute`, `3 minutes`, `2 hours`, `5 days`. */
export function ageText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return pluralize(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? pluralize(hours, "hour") : pluralize(Math.round(hours / 24), "day");
}

/** A line per resource: `prompt/Support triage   messages[0] was changed on the service`. */
export function staleLines(kinds: Kinds, plan: Plan, stale: readonly StaleResource[]): string[] {
  const reasons = stale.map((each) => ({
    address: each.address,
    reason: reasonText(kinds, each),
  }));
  return reasonLines(plan, reasons);
}

/** A line per resource: `prompt/Support triage   the project billing defines it`. */
export function takenOverLines(plan: Plan, taken: readonly TakenOver[]): string[] {
  return reasonLines(plan, taken);
}

function reasonLines(plan: Plan, resources: readonly TakenOver[]): string[] {
  const listed = resources.slice(0, maxListedResources).map(({ address, reason }) => ({
    title: displayName(plan, address),
    reason,
  }));
  const width = Math.max(...listed.map(({ title }) => title.length));
  const lines = listed.map(({ title, reason }) => `${title.padEnd(width)}   ${reason}`);
  const more = resources.length - listed.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])];
}

function reasonText(kinds: Kinds, { address, reason, before, now, by }: StaleResource): string {
  switch (reason) {
    case "deleted":
      return "was deleted on the service";
    case "moved":
      return "was moved to another parent on the service";
    case "fields":
      return "has fields on the service that this version of promptctl does not support";
    case "name-taken":
      return `another ${kindOf(address)} with this name was created on the service: id:${by!.id}`;
    case "child-added":
      return `has a new child resource on the service: ${unmanagedName(by!)}`;
    case "used":
      return `is used on the service by ${unmanagedName(by!)}`;
    case "changed": {
      if (!before || !now) return "was changed on the service";
      const sets = setFields(kindNamed(kinds, kindOf(address)));
      const paths = [...new Set(fieldChanges(before, now, sets).map(({ path }) => path))];
      const listed = paths.slice(0, 3).join(", ") + (paths.length > 3 ? ", …" : "");
      return `${listed} ${paths.length === 1 ? "was" : "were"} changed on the service`;
    }
  }
}
