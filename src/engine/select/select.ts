// --target and --exclude: which changes stay in the plan, and what they need along.
import type { Difference } from "../diff/diff.ts";
import { Failure } from "../model/failure.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { matchesPattern } from "../model/address-pattern.ts";
import type { Change, Refusal } from "../model/plan.ts";
import { needsExcluded } from "../model/refusals.ts";
import { referencesOf } from "../model/references.ts";
import type { Address, Definition } from "../model/resource.ts";

export interface Selection {
  readonly target: readonly string[];
  readonly exclude: readonly string[];
}

/** A pattern that fits nothing is most often a slip. */
export function refuseUnmatched(
  definitions: readonly Definition[],
  { target, exclude }: Selection,
): void {
  const fits = (pattern: string): boolean =>
    definitions.some((each) => matchesPattern(pattern, each.address));
  const pattern = [...target, ...exclude].find((each) => !fits(each));
  if (pattern === undefined) return;
  throw new Failure(
    "usage",
    "unmatched-pattern",
    `No definition has an address that fits "${pattern}".`,
    "Addresses are kind/name, for example tool/lookup_order; * stands for anything.",
  );
}

export interface Selected {
  readonly changes: readonly Change[];
  readonly unchanged: readonly Address[];
  readonly refusals: readonly Refusal[];
}

/** The changes to carry out; refused where something needs what was excluded. */
export function select(
  kinds: Kinds,
  definitions: readonly Definition[],
  { changes, unchanged }: Pick<Difference, "changes" | "unchanged">,
  { target, exclude }: Selection,
): Selected {
  if (target.length + exclude.length === 0) return { changes, unchanged, refusals: [] };
  const graph = start(kinds, definitions, changes);
  const fits = (patterns: readonly string[]): Definition[] =>
    definitions.filter((each) => patterns.some((pattern) => matchesPattern(pattern, each.address)));
  if (target.length > 0) {
    const chosen = closure(fits(target), (each) => [...graph.needs(each), ...graph.wholes(each)]);
    return {
      changes: changes.filter((each) => isIn(chosen, each)),
      unchanged: unchanged.filter((each) => chosen.has(each)),
      refusals: [],
    };
  }
  const left = closure(fits(exclude), graph.wholes);
  const rest = changes.filter((each) => !isIn(left, each));
  return {
    changes: rest,
    unchanged: unchanged.filter((each) => !left.has(each)),
    refusals: needingExcluded(graph, rest, left),
  };
}

interface Graph {
  readonly byAddress: ReadonlyMap<Address, Definition>;
  readonly actions: ReadonlyMap<Address, Change["action"]>;
  /** What must be there: what it refers to, and a parent that is still to be made. */
  needs(definition: Definition): Definition[];
  /** The children that belong wholly to it. */
  wholes(definition: Definition): Definition[];
}

function start(
  kinds: Kinds,
  definitions: readonly Definition[],
  changes: readonly Change[],
): Graph {
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  const actions = new Map(changes.map((each) => [each.address, each.action]));
  const wholes = new Map<Address, Definition[]>();
  for (const each of definitions)
    if (each.parent !== undefined && kindNamed(kinds, each.kind).parent!.owned)
      wholes.set(each.parent, [...(wholes.get(each.parent) ?? []), each]);
  return {
    byAddress,
    actions,
    wholes: (definition) => wholes.get(definition.address) ?? [],
    needs: (definition) => {
      const parent = isMade(actions.get(definition.parent ?? "")) ? [definition.parent!] : [];
      const referred = referencesOf(kindNamed(kinds, definition.kind), definition.spec);
      return [...referred, ...parent].flatMap((address) => byAddress.get(address) ?? []);
    },
  };
}

function isMade(action: Change["action"] | undefined): boolean {
  return action === "create" || action === "replace";
}

/** The definitions and all that follows from them. */
function closure(
  from: readonly Definition[],
  next: (each: Definition) => readonly Definition[],
): ReadonlySet<Address> {
  const found = new Set<Address>();
  const open = [...from];
  for (let each = open.pop(); each; each = open.pop()) {
    if (found.has(each.address)) continue;
    found.add(each.address);
    open.push(...next(each));
  }
  return found;
}

/** A deletion beneath a definition goes with that definition. */
function isIn(addresses: ReadonlySet<Address>, change: Change): boolean {
  if (change.action === "delete") return addresses.has(change.supersededBy ?? change.parent ?? "");
  return addresses.has(change.address);
}

function needingExcluded(
  graph: Graph,
  rest: readonly Change[],
  left: ReadonlySet<Address>,
): Refusal[] {
  return rest.flatMap((change) => {
    const definition = graph.byAddress.get(change.address);
    if (!definition) return [];
    const needed = graph
      .needs(definition)
      .filter((each) => isMade(graph.actions.get(each.address)));
    const made = change.action === "replace" ? graph.wholes(definition) : []; // they are made anew with it
    return [...needed, ...made]
      .filter((each) => left.has(each.address))
      .map((each) => needsExcluded(change.address, each.address));
  });
}
