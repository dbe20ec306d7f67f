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
        if (change.action === "replace")
          return stepsOf(
            deleteOfOld(change),
            { phase: "delete", needs: replacementStepIds(change) },
            userSteps,
          );
        return change.action === "delete"
          ? stepsOf(change, conditionsOf(change, writes), userSteps)
          : [];
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

function conditionsOf({ reason, supersededBy }: Delete, writes: readonly Write[]): Conditions {
  switch (reason) {
    case "unfinished": // like the old resource of a replace: only after the new one is complete
      return { phase: "delete", needs: writeStepsOf(supersededBy, writes) };
    case "surplus":
      return { phase: "delete", needs: [] };
    default:
      return { phase: "prune", needs: [] };
  }
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
  change: Delete,
  conditions: Conditions,
  userSteps: ReadonlyMap<Address, readonly string[]>,
): Step[] {
  const onlyIfMissing = change.onlyIfMissing ?? conditions.onlyIfMissing;
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

/** The delete of the old resource of a replace. */
function deleteOfOld({ address, kind, id, before, childDeletes }: Replace): Delete {
  return {
    action: "delete",
    address,
    kind,
    id,
    before,
    childDeletes,
    reason: "parent",
    cascades: false,
  };
}

/** The steps that write a resource and its children. */
function writeStepsOf(address: Address | undefined, writes: readonly Write[]): string[] {
  return writes
    .filter((write) => write.address === address || write.parent === address)
    .map(writeStepId);
}
