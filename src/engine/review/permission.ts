// A reviewed plan is a permission: it permits the plans whose atoms are among its own.
import { groupBy } from "../model/collections.ts";
import { digestJson } from "../text/digest.ts";
import type { Plan } from "../model/plan.ts";
import { countChanges } from "../select/select.ts";
import type { Atom } from "./atoms.ts";

/** The atoms of a plan that the keys of reviewed plans do not permit. */
export function unreviewedAtoms(reviewed: readonly string[], planned: readonly Atom[]): Atom[] {
  return compareAtoms(reviewed, planned).unreviewed;
}

/** Compares the atoms of a plan with permitted keys. `unplanned`: the keys that the plan does not use. */
export function compareAtoms(
  reviewed: readonly string[],
  planned: readonly Atom[],
): { readonly unreviewed: Atom[]; readonly unplanned: readonly string[] } {
  const left = groupBy(reviewed, (key) => key);
  const isTaken = (key: string): boolean => left.get(key)?.pop() !== undefined;
  const unreviewed = planned.filter(
    ({ key, alternatives }) => ![key, ...alternatives].some(isTaken),
  );
  return { unreviewed, unplanned: [...left.values()].flat() };
}

/**
 * The keys that several reviewed plans permit. A key counts as often as the plan with the most has it: two
 * plans list the same create if it was not applied between them.
 */
export function unitedKeys(plans: readonly (readonly string[])[]): string[] {
  const united = new Map<string, readonly string[]>();
  for (const keys of plans)
    for (const [key, group] of groupBy(keys, (each) => each))
      if (group.length > (united.get(key)?.length ?? 0)) united.set(key, group);
  return [...united.values()].flat();
}

/** `sha256:…`, equal for plans with equal atoms, in any order. */
export function atomsDigest(
  { baseUrl, environment = "" }: Pick<Plan, "baseUrl" | "environment">,
  atoms: readonly Atom[],
): string {
  return digestJson([baseUrl, environment, ...atoms.map(({ key }) => key).sort()]);
}

/** The plan with only the changes of some of its atoms, for display. */
export function planOfAtoms(plan: Plan, atoms: readonly Atom[]): Plan {
  const changes = [...new Set(atoms.map(({ change }) => change))];
  const counts = countChanges({ changes, unchanged: [] });
  const { alerts: _alerts, ...others } = plan; // they are about all changes
  return { ...others, changes, counts, steps: [], unmanaged: [], notes: [] };
}
