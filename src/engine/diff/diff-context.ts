// The data that diff looks up for every change: children and users of remote resources.
import type { Evidence, MatchResult } from "../match/match-context.ts";
import { groupBy, once } from "../model/collections.ts";
import type { Kinds } from "../model/kind.ts";
import type { PlanPolicy, ServiceFacts } from "../model/plan-policy.ts";
import { childrenByParent } from "../normalize/observe.ts";
import { referencesOf } from "../model/references.ts";
import type { Address, Observed } from "../model/resource.ts";

export type DiffOptions = Pick<
  PlanPolicy,
  "capabilities" | "prune" | "scope" | "keep" | "lacksScope"
> &
  Pick<ServiceFacts, "baseUrl"> &
  Pick<Evidence, "ownership">;

export interface DiffContext {
  readonly kinds: Kinds;
  readonly matching: MatchResult;
  readonly options: DiffOptions;
  /** Children of remote resources, by `kind of the children/id of the parent`. */
  children(this: void): ReadonlyMap<string, readonly Observed[]>;
  /** Unmanaged and external resources by the address of what they refer to. */
  readonly uses: ReadonlyMap<Address, readonly { readonly user: Observed }[]>;
}

export function createDiffContext(
  kinds: Kinds,
  matching: MatchResult,
  options: DiffOptions,
): DiffContext {
  // Not the resources that definitions write: these get their references from the definition.
  const written = new Set(
    matching.matches
      .filter(({ row, desired }) => row.references.length > 0 && !desired.external)
      .map(({ observed }) => observed),
  );
  const uses = kinds
    .filter(({ references }) => references.length > 0)
    .flatMap((row) => (matching.observed.get(row.kind) ?? []).map((user) => ({ row, user })))
    .filter(({ user }) => !written.has(user))
    .flatMap(({ row, user }) => referencesOf(row, user.spec).map((address) => ({ address, user })));
  return {
    kinds,
    matching,
    options,
    children: once(() => childrenByParent(matching.observed)),
    uses: groupBy(uses, ({ address }) => address),
  };
}
