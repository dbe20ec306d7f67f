// Renames that would give a resource, and the id that applications call, the text of another definition.
import { isOurs, isOverwritten, type TargetOptions, targetOf } from "./conflicts.ts";
import type { MatchResult } from "../match/match-context.ts";
import type { RenamedSince } from "../model/held-version.ts";
import type { Change, Refusal, Replace, Update } from "../model/plan.ts";
import type { PlanPolicy, ServiceFacts } from "../model/plan-policy.ts";
import type { Observed } from "../model/resource.ts";
import type { CommandTarget } from "../text/command-text.ts";
import { renameUndone, renamedBeforeReuse, renamedContent } from "../refusals/name-refusals.ts";

/**
 * Refuses a match by an earlier name whose content is no version of the definition, and a match by name
 * of a resource that belongs to another definition since a rename, or before it. `conflicts` does not
 * matter. A pin decides, whatever the names are; a plan that is only compared overwrites nothing.
 */
export function renameRefusals(
  { changes, matching }: { readonly changes: readonly Change[]; readonly matching: MatchResult },
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
    if (change.row.identifiedBy.by !== "name") return [];
    if (Object.hasOwn(pins, change.address) || isOverwritten(change, overwrite)) return [];
    return isRenamed(change)
      ? foreignContent(change, target)
      : reusedName(change, matching, target);
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

function reusedName(
  { row: { kind }, address, id, held }: Update | Replace,
  matching: MatchResult,
  target: CommandTarget,
): Refusal[] {
  if (!held || held.type === "unknown" || !held.renamedSince) return [];
  const { renamedSince } = held;
  const other = otherResource(matching, kind, renamedSince);
  if (renamedSince.isUndone) return [renameUndone({ address, id, renamedSince }, target)];
  // Without a commit that has its content, the resource is taken for the one before the rename only if
  // the service has none for the other definition.
  const isLikely = held.type === "version" || (other.isDefined && !other.observed);
  if (!isLikely) return [];
  return [renamedBeforeReuse({ address, id, renamedSince, other: other.observed }, target)];
}

/** The resource of the definition that the name was given up to, and whether a file defines that. */
function otherResource(
  { matches, observed }: MatchResult,
  kind: string,
  { address, name }: RenamedSince,
): { readonly isDefined: boolean; readonly observed: Observed | undefined } {
  const match = matches.find(({ desired }) => desired.address === address);
  const named = observed.get(kind)?.find((each) => each.name === name);
  return { isDefined: match !== undefined, observed: match?.observed ?? named };
}
