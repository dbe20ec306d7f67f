// The scope of a project: which resources prune may delete.
import { matchesPattern } from "./address-pattern.ts";
import { addressOf } from "./resource.ts";

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
  const exact = scope.filter((pattern) => !/(?<!\\)\*/.test(pattern));
  return isNameInScope(exact, kind, name);
}
