// Why a remote resource without a definition stays: prune is off, or does not delete it.
import {
  isNameInScope,
  isWholeService,
  listedUnderKeep,
  outsideScope,
} from "../environments/scope.ts";
import type { Leftover } from "../match/match-context.ts";
import type { Kind } from "../model/kind.ts";
import { addressOf, type Observed } from "../model/resource.ts";
import { kept, type KeptReason } from "../model/unmanaged.ts";
import { remoteAddress } from "../normalize/observe.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import type { DiffContext, DiffOptions } from "./diff-context.ts";

/** Returns why a leftover is retained, or undefined if it is deleted. */
export function retentionReason(
  context: DiffContext,
  leftover: Leftover,
  deleted: ReadonlySet<Observed>,
): KeptReason | undefined {
  const { options, uses } = context;
  const { row, observed, supersededBy } = leftover;
  if (leftover.reason === "surplus") return undefined;
  const isDuplicate = supersededBy !== undefined;
  const isUnnamedDuplicate = isDuplicate && row.identifiedBy.by !== "name";
  const isOutside = !isInScope(context, leftover);
  // The scope does not limit a replace, so its second half is done too.
  if (isUnnamedDuplicate && leftover.reason === "unfinished") return undefined;
  if (isUnnamedDuplicate && leftover.sharedBecause !== undefined) return leftover.sharedBecause;
  if (leftover.isCopy && !isOutside)
    return isKept(context, leftover) ? listedUnderKeep : options.ownership?.(leftover);
  if (isDuplicate && isOutside) return outsideScope;
  if (isDuplicate && isKept(context, leftover)) return listedUnderKeep;
  if (isPruneOff(context, leftover))
    return options.ownership?.(leftover) ?? pruneOff("apply --prune deletes it");
  const reason = reasonWithoutPrune(leftover, options);
  if (reason !== undefined) return reason;
  if (options.lacksScope)
    return kept("no-scope", "promptctl.yaml has no scope, and in CI prune needs one");
  if (leftover.reason === "orphan") return isOutside ? orphanInScope(row) : undefined;
  if (isOutside) return outsideScope;
  if (isKept(context, leftover)) return listedUnderKeep;
  const users = uses.get(remoteAddress(row.kind, observed.id)) ?? [];
  const { user } = users.find((use) => !deleted.has(use.user)) ?? {};
  if (user) {
    const text = `still used by the ${user.row.kind} "${user.name ?? ""}" (id:${user.id})`;
    return kept("used", text);
  }
  return options.ownership?.(leftover);
}

/** Whether prune may delete a resource if it belongs to the project, and its parent declares its kind. */
export function mayBePruned(context: ScopeContext, leftover: Leftover): boolean {
  const isUnmanaged = leftover.reason === "unmanaged" && leftover.supersededBy === undefined;
  return (
    (isUnmanaged || leftover.reason === "undeclared") &&
    isInScope(context, leftover) &&
    !isKept(context, leftover)
  );
}

type ScopeContext = Pick<DiffContext, "matching" | "options">;

/** Whether a pattern of `keep` matches a resource, or the parent of a nameless one. */
function isKept(
  { options: { keep } }: ScopeContext,
  { row, observed: { name }, parent }: Leftover,
): boolean {
  const address = name === undefined ? parent : addressOf(row.kind, name);
  return address !== undefined && keep.some((pattern) => matchesPattern(pattern, address));
}

/** Whether a retained leftover is a duplicate that prune would delete, but prune is off. */
export function isDeletedByPrune(context: DiffContext, leftover: Leftover): boolean {
  const isForeign = context.options.ownership?.(leftover) !== undefined;
  return isPruneOff(context, leftover) && !isForeign;
}

/** The same, without the question whether the leftover belongs to this project. */
function isPruneOff(context: DiffContext, leftover: Leftover): boolean {
  const { prune, lacksScope } = context.options;
  const { supersededBy, sharedBecause } = leftover;
  const isOff = supersededBy !== undefined && sharedBecause === undefined && !prune && !lacksScope;
  return isOff && isInScope(context, leftover) && !isKept(context, leftover);
}

/** A resource without a name follows its parent; an orphan has none, so the scope cannot decide. */
function isInScope(
  { matching, options: { scope } }: ScopeContext,
  { row, observed, parent }: Leftover,
): boolean {
  if (row.identifiedBy.by === "name") return isNameInScope(scope, row.kind, observed.name!);
  return parent === undefined ? isWholeService(scope) : matching.inScope.has(parent);
}

function orphanInScope(row: Kind): KeptReason {
  const text = `its ${row.parent!.kind} does not exist; prune deletes it only if promptctl.yaml has no scope`;
  return kept("outside-scope", text);
}

function pruneOff(text: string): KeptReason {
  return kept("prune-off", text);
}

/** Returns why a leftover is retained, or undefined if prune is on and may delete it. */
function reasonWithoutPrune(
  { row, reason, maybeReplaced }: Leftover,
  { prune }: DiffOptions,
): KeptReason | undefined {
  if (reason === "undeclared") return undeclaredReason(row);
  if (reason === "unsupported")
    return kept("unsupported", "this version does not support its type");
  if (prune) return undefined;
  if (reason === "orphan") return pruneOff(`its ${row.parent!.kind} does not exist`);
  if (reason === "unfinished")
    return pruneOff("left by an interrupted prune; apply --prune deletes it");
  const hint = maybeReplaced ? "; possibly left by an interrupted replace" : "";
  return pruneOff(`not defined in any file${hint}`);
}

/** Why a resource stays whose parent's definition does not say which resources of its kind it has. */
export function undeclaredReason({ plural, parent }: Kind): KeptReason {
  const text = `the files say nothing about the ${plural} of its ${parent!.kind}; with ${parent!.nestedField}: [] there, --prune deletes them`;
  return kept("undeclared", text);
}
