// The scope of a project: which resources prune may delete.
import { kept, type KeptReason } from "../model/unmanaged.ts";
import { coversPattern, matchesPattern } from "../text/address-pattern.ts";
import { addressOf } from "../model/resource.ts";

/** Why a resource is not changed or deleted. */
export const outsideScope: KeptReason = kept(
  "outside-scope",
  "outside the scope of promptctl.yaml",
);
export const listedUnderKeep: KeptReason = kept("keep", "listed under keep in promptctl.yaml");

/** Whether a pattern of the scope matches a resource of a kind with names. */
export function isNameInScope(scope: readonly string[], kind: string, name: string): boolean {
  return scope.some((pattern) => matchesPattern(pattern, addressOf(kind, name)));
}

/** Whether the scope contains every resource, as it does where promptctl.yaml sets none. */
export function isWholeService(scope: readonly string[]): boolean {
  return scope.includes("*");
}

/** Whether an entry of the scope without asterisks names a resource of a kind with names. */
export function isNameListed(scope: readonly string[], kind: string, name: string): boolean {
  const exact = scope.filter((pattern) => !hasAsterisk(pattern));
  return isNameInScope(exact, kind, name);
}

/**
 * The entries of a scope that permit more than another scope. A name permits more than a pattern
 * that matches it: prune deletes the resource also if no commit defined it.
 */
export function addedToScope(before: readonly string[], after: readonly string[]): string[] {
  return after.filter(
    (entry) =>
      !before.some(
        (earlier) => hasAsterisk(entry) === hasAsterisk(earlier) && coversPattern(earlier, entry),
      ),
  );
}

function hasAsterisk(pattern: string): boolean {
  return /(?<!\\)\*/.test(pattern);
}
