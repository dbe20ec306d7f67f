// What apply and a saved plan need besides the plan: the digests of its input, the
// resources that were listed, and the known ids.
import type { MatchResult } from "../match/match-context.ts";
import { digestJson } from "../model/digest.ts";
import { type Capabilities, type Kinds, kindNamed } from "../model/kind.ts";
import { flattenChange } from "../model/flatten-change.ts";
import type { BasisDigests, Change, ExecutablePlan, Plan } from "../model/plan.ts";
import { type Address, addressOf, type Definition } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";

/** The settings that change what a plan does. */
export interface PlanSettings {
  readonly scope: readonly string[];
  readonly maxDeletePercent: number;
  readonly capabilities: Capabilities;
  /** Address → id, for the service of the plan. */
  readonly pins: Readonly<Record<Address, string>>;
  readonly keep: readonly string[];
  readonly conflicts: "warn" | "refuse";
}

/** The values that a plan was computed from. */
export interface PlanInput {
  readonly definitions: readonly Definition[];
  readonly matching: MatchResult;
  readonly settings: PlanSettings;
}

/** Adds to a plan what saving or applying it needs. */
export function executablePlan(
  kinds: Kinds,
  plan: Plan,
  { definitions, matching, settings }: PlanInput,
): ExecutablePlan {
  const touched = plan.changes
    .flatMap(flattenChange)
    .map((change) => [
      change.address,
      change.action === "create" ? null : digestJson(change.before),
    ]);
  const listed = [...matching.observed.values()]
    .flat()
    .map(({ kind, id, name = "" }) => [addressOf(kind, id), name]);
  return {
    ...plan,
    basis: {
      definitions: definitionsDigest(kinds, definitions, settings),
      states: { ...keptStates(matching, plan.changes), ...Object.fromEntries(touched) },
    },
    listed: Object.fromEntries(listed),
    ids: knownIds(matching),
  };
}

/** The digest of the content of definitions and settings. Comments, format and file names do not count. */
export function definitionsDigest(
  kinds: Kinds,
  definitions: readonly Definition[],
  { scope, maxDeletePercent, capabilities, pins, keep, conflicts }: PlanSettings,
): string {
  const entries = definitions.map(
    ({ address, kind, name, spec, external, renamedFrom, managedChildKinds }) => [
      address,
      name ?? null,
      external ? "" : contentDigest(kindNamed(kinds, kind), spec),
      external,
      [...renamedFrom],
      [...managedChildKinds],
    ],
  );
  entries.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  return digestJson([
    entries,
    {
      scope: [...scope],
      maxDeletePercent,
      capabilities: { ...capabilities },
      pins: { ...pins },
      // Added later: without them, the digests of older plans stay.
      ...(keep.length > 0 && { keep: [...keep] }),
      ...(conflicts === "refuse" && { conflicts }),
    },
  ]);
}

/** The observed state of resources that stay while their duplicate or predecessor is deleted. */
function keptStates({ matches }: MatchResult, changes: readonly Change[]): BasisDigests["states"] {
  const kept = new Set(
    changes.flatMap((change) => (change.action === "delete" ? (change.supersededBy ?? []) : [])),
  );
  return Object.fromEntries(
    matches.flatMap(({ row, desired: { address, parent = "" }, observed }) =>
      observed && (kept.has(address) || kept.has(parent))
        ? [[address, contentDigest(row, observed.spec)] as const]
        : [],
    ),
  );
}

/** The ids of all definitions that exist on the service, by address. */
export function knownIds({ matches }: MatchResult): { [address: Address]: string } {
  return Object.fromEntries(
    matches.flatMap(({ desired, observed }) =>
      observed ? [[desired.address, observed.id] as const] : [],
    ),
  );
}
