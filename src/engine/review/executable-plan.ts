// What apply and a saved plan need besides the plan: the digest of definitions and settings, the
// resources that were listed, and the known ids.
import type { MatchResult } from "../match/match-context.ts";
import { digestJson } from "../text/digest.ts";
import type { ExecutablePlan, Plan } from "../model/plan.ts";
import type { PlanPolicy, ServiceFacts } from "../model/plan-policy.ts";
import { type Address, addressOf, type Definition } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";

/** The values that a plan was computed from. */
export interface PlanInput {
  readonly definitions: readonly Definition[];
  readonly matching: MatchResult;
  readonly policy: PlanPolicy;
  readonly facts: ServiceFacts;
}

/** Adds to a plan what applying it needs. */
export function executablePlan(plan: Plan, matching: MatchResult): ExecutablePlan {
  const listed = [...matching.observed.values()]
    .flat()
    .map(({ row, id, name = "" }) => [addressOf(row.kind, id), name]);
  const { outdatedEntries } = matching;
  return {
    ...plan,
    listed: Object.fromEntries(listed),
    ids: knownIds(matching),
    ...(outdatedEntries.length > 0 && { outdatedEntries }),
  };
}

/** The digest of the content of definitions and settings. Comments, format and file names do not count. */
export function definitionsDigest({
  definitions,
  policy: { scope, maxDeletePercent, capabilities, keep, conflicts, environment },
  facts: { pins },
}: Omit<PlanInput, "matching">): string {
  const { after } = environment ?? {};
  const entries = definitions.map(
    ({ address, row, name, spec, external, renamedFrom, managedChildKinds }) => [
      address,
      name ?? null,
      external ? "" : contentDigest(row, spec),
      external,
      [...renamedFrom],
      [...managedChildKinds],
    ],
  );
  entries.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  const options = { scope: [...scope], maxDeletePercent, capabilities: { ...capabilities } };
  const others = { pins: { ...pins }, keep: [...keep], conflicts };
  return digestJson([entries, { ...options, ...others, ...(after !== undefined && { after }) }]);
}

/** The ids of all definitions that exist on the service, by address. */
export function knownIds({ matches }: MatchResult): { [address: Address]: string } {
  return Object.fromEntries(
    matches.flatMap(({ desired, observed }) =>
      observed ? [[desired.address, observed.id] as const] : [],
    ),
  );
}
