// Renames that would give a resource, and the id that applications call, the text of another definition.
import { type ConflictOptions, isOurs, isOverwritten, targetOf } from "./conflicts.ts";
import type { Change, Refusal, Replace, Update } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import type { CommandTarget } from "../text/command-text.ts";
import { renamedBeforeReuse, renamedContent } from "../text/name-refusals.ts";

export interface RenameOptions extends Omit<ConflictOptions, "conflicts" | "uncommittedFiles"> {
  /** Address → id: a pin decides, whatever the names are. */
  readonly pins: { readonly [address: Address]: string };
  /** Whether the plan is only compared, as by pull: then nothing is overwritten; default: no. */
  readonly isReadOnly?: boolean;
}

/**
 * Refuses a match by an earlier name whose content is no version of the definition, and a match by name
 * of a resource that belongs to another definition since a rename. `conflicts` does not matter.
 */
export function renameRefusals(
  changes: readonly Change[],
  { overwrite, pins, isReadOnly = false, ...options }: RenameOptions,
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
