// Says of resources that no file defines what --prune would do with them, for a plan without it.
import { isPruned } from "../../engine/model/plan.ts";
import { kept, type KeptReason, type Unmanaged } from "../../engine/model/unmanaged.ts";
import { addressOf } from "../../engine/model/resource.ts";
import type { Comparison } from "./compare.ts";

/** `pruned`: the comparison with prune. */
export function explainUnmanaged(
  unmanaged: readonly Unmanaged[],
  pruned: Pick<Comparison, "difference">,
): Unmanaged[] {
  const { changes, unmanaged: left } = pruned.difference;
  const deleted = new Set(changes.filter(isPruned).map(({ row, id }) => addressOf(row.kind, id)));
  const reasons = new Map(left.map(({ kind, id, reason }) => [addressOf(kind, id), reason]));
  const outcomeOf = ({ kind, id }: Unmanaged): KeptReason | undefined =>
    deleted.has(addressOf(kind, id))
      ? kept("prune-off", "--prune deletes it")
      : reasons.get(addressOf(kind, id));
  return unmanaged.map((each) => {
    const outcome = outcomeOf(each);
    if (each.reason.code !== "prune-off" || each.duplicateOf !== undefined || !outcome) return each;
    const { code, text } = outcome;
    const then = code === "prune-off" ? text : `--prune leaves it: ${text}`;
    return { ...each, reason: kept(code, `${each.reason.text}; ${then}`) };
  });
}
