// Renames that would give a resource, and the id that applications call, the text of another definition.
import { isOurs, isOverwritten, type TargetOptions, targetOf } from "./conflicts.ts";
import type { Change, Refusal, Replace, Update } from "../model/plan.ts";
import type { PlanPolicy, ServiceFacts } from "../model/plan-policy.ts";
import type { CommandTarget } from "../text/command-text.ts";
import { renamedBeforeReuse, renamedContent } from "../text/name-refusals.ts";

/**
 * Refuses a match by an earlier name whose content is no version of the definition, and a match by name
 * of a resource that belongs to another definition since a rename. `conflicts` does not matter. A pin
 * decides, whatever the names are; a plan that is only compared overwrites nothing.
 */
export function renameRefusals(
  changes: readonly Change[],
  {
    overwrite,
    pins,
    isReadOnly = false,
    ...options
  }: TargetOptions & Pick<PlanPolicy, "overwrite" | "isReadOnly"> & Pick<ServiceFacts, "pins">,
): Refusal[] {
  if (isReadOnly) return [];
  const target = targetOf(options);
  return changes.flatMap((change) => {
    if (change.action !== "update" && change.action !== "replace") return [];
    if (Object.hasOwn(pins, change.address) || isOverwritten(change, overwrite)) return [];
    return isRenamed(change) ? foreignContent(change, target) : lostResource(change, target);
  });
}

/** Whether the resource has an earlier name of its definition. */
function isRenamed({ before, after }: Update | Replace): boolean {
  return before["name"] !== after["name"];
}

function foreignContent(change: Update | Replace, target: CommandTarget): Refusal[] {
  const { held } = change;
  if (!held || held.type === "unknown" || isOurs(held)) return [];
  return [renamedContent(change, target)];
}

function lostResource({ address, id, held }: Update | Replace, target: CommandTarget): Refusal[] {
  if (held?.type !== "version" || !held.renamedSince) return [];
  return [renamedBeforeReuse({ address, id, renamedSince: held.renamedSince }, target)];
}
