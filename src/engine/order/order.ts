// Turns changes into steps: one API call each, with its id and the steps that must succeed before it.
// Writes come first, then deletes in the opposite order.
import type { Kinds } from "../model/kind.ts";
import type { Change, Step, Create, Replace, Update, Delete } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import type { Definition, Address } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";
import { groupBy } from "../model/collections.ts";

/** Returns the steps in an order that the service accepts if they run one after the other. */
export function order(
  kinds: Kinds,
  definitions: readonly Definition[],
  changes: readonly Change[],
): Step[] {
  const writes = changes.flatMap((change): Write[] => {
    if (change.action === "delete") return [];
    return change.action === "replace" ? [change, ...change.childCreates] : [change];
  });
  return [...writeSteps(definitions, writes), ...deleteSteps(kinds, changes, writes)];
}

/** One step per write, in the order given. */
function writeSteps(definitions: readonly Definition[], writes: readonly Write[]): Step[] {
  if (writes.length === 0) return [];
  const parents = new Map(definitions.map(({ address, parent }) => [address, parent]));
  const stepIds = new Map(writes.map((write) => [write.address, writeStepId(write)]));
  const previousEquals = previousEqualCreates(writes);
  return writes.map((write): Step => {
    let parent = write.parent; // the nearest ancestor that this plan writes
    while (parent !== undefined && !stepIds.has(parent)) parent = parents.get(parent);
    const needed = [...referencesOf(write.row, write.body), parent ?? ""];
    const needs = [...needed.map((address) => stepIds.get(address)), previousEquals.get(write)];
    return {
      id: writeStepId(write),
      address: write.address,
      kind: write.row.kind,
      verb: writeVerb(write.action),
      phase: "write",
      needs: [...new Set(needs.filter((id) => id !== undefined))],
      body: write.body,
      ...(write.parent !== undefined && { parent: write.parent }),
      ...(write.action === "update" && { remoteId: write.id }),
    };
  });
}

/**
 * The step before each create that creates an equal resource. Equal creates run one after the other:
 * if a response is lost, the created resource is recognised by its name or content.
 */
function previousEqualCreates(writes: readonly Write[]): Map<Write, string> {
  const previous = new Map<Write, string>();
  const last = new Map<string, string>();
  for (const write of writes) {
    if (write.action === "update") continue;
    const key = recognitionKey(write);
    const equal = last.get(key);
    if (equal !== undefined) previous.set(write, equal);
    last.set(key, writeStepId(write));
  }
  return previous;
}

/** Equal for resources that recover-create cannot tell apart. */
function recognitionKey({ row, parent, body }: Write): string {
  if (row.identifiedBy.by === "name") return `${row.kind}\n${String(body["name"])}`;
  return `${row.kind}\n${parent ?? ""}\n${contentDigest(row, body)}`;
}

/** A change that sends a body. */
type Write = Create | Update | Replace;

/** The id of a step: unique in a plan. */
export function stepId(verb: Step["verb"], address: Address): string {
  return `${verb} ${address}`;
}

/** The id of the step that sends the body of a change. */
function writeStepId({ action, address }: Write): string {
  return stepId(writeVerb(action), address);
}

/** A replace creates a new resource. */
function writeVerb(action: Write["action"]): "create" | "update" {
  return action === "update" ? "update" : "create";
}

/** The ids of all steps that create the new resource of a replace and its children. */
export function replacementStepIds(change: Replace): string[] {
  return [change, ...change.childCreates].map(writeStepId);
}

/** Children before parents, and resources before those they refer to: the reverse kind table. */
function deleteSteps(kinds: Kinds, changes: readonly Change[], writes: readonly Write[]): Step[] {
  const users = deletedUsers(changes);
  return kinds.toReversed().flatMap((row) =>
    changes
      .filter((change) => change.row.kind === row.kind)
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
function deletedUsers(changes: readonly Change[]): DeletedUsers {
  const uses = changes.flatMap((user) =>
    user.action === "delete"
      ? referencesOf(user.row, user.before).map((address) => ({ address, user }))
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
      kind: change.row.kind,
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
