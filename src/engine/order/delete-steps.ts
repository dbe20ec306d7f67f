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
  const users = deletedUsers(kinds, changes);
  return kinds.toReversed().flatMap((row) =>
    changes
      .filter(({ kind }) => kind === row.kind)
      .flatMap((change) => {
        if (change.action === "create" || change.action === "update") return [];
        return stepsOf(change, conditionsOf(change, writes), users);
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
  if (reason !== "unfinished" || supersededBy === undefined)
    return { phase: reason === "surplus" ? "delete" : "prune", needs: [] };
  const replacement = writes.filter(
    ({ address, parent }) => address === supersededBy || parent === supersededBy,
  );
  return { phase: "delete", needs: replacement.map(writeStepId) };
}

type DeletedUsers = ReadonlyMap<Address, readonly { readonly user: Change }[]>;

/** The resources that refer to a resource and are deleted before it, by its address. */
function deletedUsers(kinds: Kinds, changes: readonly Change[]): DeletedUsers {
  const uses = changes.flatMap((user) =>
    user.action === "delete"
      ? referencesOf(kindNamed(kinds, user.kind), user.before).map((address) => ({ address, user }))
      : [],
  );
  return groupBy(uses, ({ address }) => address);
}

/** The steps of a delete, those of its children first. */
function stepsOf(change: Delete | Replace, conditions: Conditions, users: DeletedUsers): Step[] {
  const own = change.action === "delete" ? change.onlyIfMissing : undefined;
  const onlyIfMissing = own ?? conditions.onlyIfMissing;
  const children = change.childDeletes.filter(({ cascades }) => !cascades);
  const inherited = { ...conditions, ...(onlyIfMissing && { onlyIfMissing }) };
  return [
    ...children.flatMap((child) => stepsOf(child, inherited, users)),
    {
      id: stepId("delete", change.address),
      address: change.address,
      kind: change.kind,
      verb: "delete",
      phase: conditions.phase,
      needs: [
        ...conditions.needs,
        ...children.map(({ address }) => stepId("delete", address)),
        ...(users.get(change.address) ?? []).map(({ user }) => stepId("delete", user.address)),
      ],
      ...(onlyIfMissing && { onlyIfMissing }),
      remoteId: change.id,
    },
  ];
}
