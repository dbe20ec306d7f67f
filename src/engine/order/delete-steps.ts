// The steps that delete.
import { groupBy } from "../model/collections.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Change, Delete, Replace, Step } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import type { Address } from "../model/resource.ts";
import { replacementStepIds, stepId, type Write, writeStepId } from "./step-id.ts";

/** Children before parents, and resources before those they refer to: the reverse kind table. */
export function deleteSteps(
  kinds: Kinds,
  changes: readonly Change[],
  writes: readonly Write[],
): Step[] {
  const userSteps = userDeleteSteps(kinds, changes);
  return kinds.toReversed().flatMap((row) =>
    changes
      .filter(({ kind }) => kind === row.kind)
      .flatMap((change) => {
        if (change.action === "create" || change.action === "update") return [];
        return stepsOf(change, conditionsOf(change, writes), userSteps);
      }),
  );
}

/** What holds for a delete and those of its children. */
interface Conditions {
  readonly phase: "delete" | "prune";
  /** Ids of steps. */
  readonly needs: readonly string[];
  readonly onlyIfMissing?: Step["onlyIfMissing"];
}

/** An old resource is deleted after the new one and its children are complete. */
function conditionsOf(change: Delete | Replace, writes: readonly Write[]): Conditions {
  if (change.action === "replace") return { phase: "delete", needs: replacementStepIds(change) };
  const { reason, supersededBy } = change;
  if (reason !== "unfinished")
    return { phase: reason === "surplus" ? "delete" : "prune", needs: [] };
  const replacement = writes.filter(
    ({ address, parent }) => address === supersededBy || parent === supersededBy,
  );
  return { phase: "delete", needs: replacement.map(writeStepId) };
}

/** The steps that delete the users of a resource, by its address. They come before its own delete. */
function userDeleteSteps(
  kinds: Kinds,
  changes: readonly Change[],
): ReadonlyMap<Address, readonly string[]> {
  const uses = changes.flatMap((change) =>
    change.action === "delete"
      ? referencesOf(kindNamed(kinds, change.kind), change.before).map((address) => ({
          address,
          id: stepId("delete", change.address),
        }))
      : [],
  );
  const groups = [...groupBy(uses, ({ address }) => address)];
  return new Map(groups.map(([address, group]) => [address, group.map(({ id }) => id)]));
}

/** The steps of a delete, those of its children first. */
function stepsOf(
  change: Delete | Replace,
  conditions: Conditions,
  userSteps: ReadonlyMap<Address, readonly string[]>,
): Step[] {
  const own = change.action === "delete" ? change.onlyIfMissing : undefined;
  const onlyIfMissing = own ?? conditions.onlyIfMissing;
  const children = change.childDeletes.filter(({ cascades }) => !cascades);
  const inherited = { ...conditions, ...(onlyIfMissing && { onlyIfMissing }) };
  return [
    ...children.flatMap((child) => stepsOf(child, inherited, userSteps)),
    {
      id: stepId("delete", change.address),
      address: change.address,
      kind: change.kind,
      verb: "delete",
      phase: conditions.phase,
      needs: [
        ...conditions.needs,
        ...children.map(({ address }) => stepId("delete", address)),
        ...(userSteps.get(change.address) ?? []),
      ],
      ...(onlyIfMissing && { onlyIfMissing }),
      remoteId: change.id,
    },
  ];
}
