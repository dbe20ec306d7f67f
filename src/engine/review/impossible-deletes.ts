// What a reviewed plan deletes and a new plan does not, although it is there. What a reviewed plan creates or
// updates and the new one does not is made already: both have the same definitions.
import type { MatchResult } from "../match/match-context.ts";
import type { HistoryExtent } from "../model/held-version.ts";
import type { Change, Plan } from "../model/plan.ts";
import type { Observed } from "../model/resource.ts";
import type { Atom } from "./atoms.ts";

/** A reviewed change that cannot be made, and why, as a clause. */
export interface ImpossibleDelete {
  readonly change: Change;
  readonly reason: string;
}

interface NewPlan {
  readonly plan: Plan;
  readonly matching: MatchResult;
  /** How much of the history the reviewed plan used. */
  readonly history: Pick<HistoryExtent, "gap"> | undefined;
}

/** `missing`: the atoms of the reviewed plan that the new plan does not have. One for each change. */
export function impossibleDeletes(missing: readonly Atom[], planned: NewPlan): ImpossibleDelete[] {
  const remaining = missing.filter(
    ({ action, kind, id }) => action === "delete" && observedWith(planned, kind, id) !== undefined,
  );
  const firstByChange = new Map(remaining.toReversed().map((atom) => [atom.change, atom]));
  return [...firstByChange.values()].toReversed().map(({ change, id }) => ({
    change,
    reason: reasonOf(planned, id!),
  }));
}

function observedWith(
  { matching }: NewPlan,
  kind: string,
  id: string | undefined,
): Observed | undefined {
  return matching.observed.get(kind)?.find((each) => each.id === id);
}

function reasonOf({ plan, matching, history }: NewPlan, id: string): string {
  const { gap } = plan.history ?? {};
  const reason = plan.unmanaged.find((each) => each.id === id)?.reason;
  const isShallower =
    gap !== undefined && reason?.code === "history-unknown" && history?.gap === undefined;
  if (isShallower) return `the history in git is shallower than that of the plan (${gap})`;
  if (reason !== undefined) return reason.text;
  const match = matching.matches.find(({ observed }) => observed?.id === id);
  return match
    ? `the resource with this id is ${match.desired.address} now`
    : "the resource changed on the service";
}
