// Changes to steps: one per call, each with what must be done before. The scheduler knows steps only.
import { groupBy, once } from "../model/collections.ts";
import { type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import { contentDigest } from "../observe/observe.ts";
import type { Change, Create, Delete, Replace, Step, Update } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import type { Address, Definition } from "../model/resource.ts";

/** The calls of the changes, in an order the service accepts when made one by one. */
export function order(
  kinds: Kinds,
  definitions: readonly Definition[],
  changes: readonly Change[],
): Step[] {
  const parents = once(() => new Map(definitions.map((each) => [each.address, each.parent])));
  const writes = changes.flatMap(writesOf);
  const writers = new Map(writes.map((each) => [each.address, stepId(verbOf(each), each.address)]));
  const lastEqual = new Map<string, string>();
  const writeSteps = writes.map((change): Step => {
    const verb = verbOf(change);
    const id = stepId(verb, change.address);
    const needs = new Set<string>();
    for (const address of [
      ...referencesOf(kindNamed(kinds, change.kind), change.body),
      nearest(change.parent, parents(), writers),
    ])
      if (writers.has(address ?? "")) needs.add(writers.get(address!)!);
    if (verb === "create") {
      const same = recognition(kindNamed(kinds, change.kind), change);
      const before = lastEqual.get(same);
      if (before !== undefined) needs.add(before);
      lastEqual.set(same, id);
    }
    return {
      id,
      address: change.address,
      kind: change.kind,
      verb,
      phase: "write",
      needs: [...needs],
      body: change.body,
      ...(change.parent !== undefined && { parent: change.parent }),
      ...(change.action === "update" && { remoteId: change.id }),
    };
  });
  return [...writeSteps, ...deleteSteps(kinds, changes, writes)];
}

/** What a create whose answer is lost is recognised by: two alike must not be under way together. */
function recognition(row: Kind, { parent, body }: Write): string {
  if (row.identifiedBy.by === "name") return `${row.kind}\n${String(body["name"])}`;
  return `${row.kind}\n${parent ?? ""}\n${contentDigest(row, body)}`;
}

type Write = Create | Update | Replace;

function writesOf(change: Change): Write[] {
  if (change.action === "delete") return [];
  return change.action === "replace" ? [change, ...change.childCreates] : [change];
}

function verbOf(change: Write): "create" | "update" {
  return change.action === "update" ? "update" : "create";
}

/** The name of the step that does this to an address. */
export function stepId(verb: Step["verb"], address: Address): string {
  return `${verb} ${address}`;
}

/** The nearest of a parent and its parents that is written in this plan. */
function nearest(
  parent: Address | undefined,
  parents: ReadonlyMap<Address, Address | undefined>,
  writers: ReadonlyMap<Address, string>,
): Address | undefined {
  for (let each = parent; each !== undefined; each = parents.get(each))
    if (writers.has(each)) return each;
  return undefined;
}

/** Children first, and what refers to a thing before the thing: the reverse of the table. */
function deleteSteps(kinds: Kinds, changes: readonly Change[], writes: readonly Write[]): Step[] {
  const users = usersOf(kinds, changes);
  return kinds.toReversed().flatMap((row) =>
    changes
      .filter((each) => each.kind === row.kind)
      .flatMap((change) => {
        if (change.action === "replace")
          return deletion(
            oldOf(change),
            { needs: replacementStepIds(change), phase: "delete" },
            users,
          );
        if (change.action !== "delete") return [];
        switch (change.reason) {
          case "unfinished": // as in the replace itself, it goes only after the new one is whole
            return deletion(
              change,
              { needs: makingOf(change.supersededBy, writes), phase: "delete" },
              users,
            );
          case "surplus":
            return deletion(change, { needs: [], phase: "delete" }, users);
          default:
            return deletion(change, { needs: [], phase: "prune" }, users);
        }
      }),
  );
}

/** The deletions of what refers to a thing: they come before the thing's own. */
function usersOf(kinds: Kinds, changes: readonly Change[]): ReadonlyMap<Address, string[]> {
  const uses = changes.flatMap((change) =>
    change.action === "delete"
      ? referencesOf(kindNamed(kinds, change.kind), change.before).map((address) => ({
          address,
          id: stepId("delete", change.address),
        }))
      : [],
  );
  const grouped = groupBy(uses, ({ address }) => address);
  return new Map([...grouped].map(([address, all]) => [address, all.map(({ id }) => id)]));
}

/** What a deletion hands down to those beneath it. */
interface Terms {
  readonly needs: readonly string[];
  readonly phase: "delete" | "prune";
  /** What must be gone before anything of it is deleted. */
  readonly without?: Step["onlyIfMissing"];
}

function deletion(
  change: Delete,
  terms: Terms,
  users: ReadonlyMap<Address, readonly string[]>,
): Step[] {
  const without = change.onlyIfMissing ?? terms.without;
  const beneath = change.childDeletes.filter((each) => !each.cascades);
  const children = beneath.flatMap((each) =>
    deletion(each, { ...terms, ...(without && { without }) }, users),
  );
  const own: Step = {
    id: stepId("delete", change.address),
    address: change.address,
    kind: change.kind,
    verb: "delete",
    phase: terms.phase,
    needs: [
      ...terms.needs,
      ...beneath.map((each) => stepId("delete", each.address)),
      ...(users.get(change.address) ?? []),
    ],
    ...(without && { onlyIfMissing: without }),
    remoteId: change.id,
  };
  return [...children, own];
}

/** The old one of a replace, as a deletion. */
function oldOf({ address, kind, id, before, childDeletes: beneath }: Replace): Delete {
  return {
    action: "delete",
    address,
    kind,
    id,
    before,
    childDeletes: beneath,
    reason: "parent",
    cascades: false,
  };
}

/** The writes of a thing and its children. */
function makingOf(address: Address | undefined, writes: readonly Write[]): string[] {
  return writes
    .filter((each) => each.address === address || each.parent === address)
    .map((each) => stepId(verbOf(each), each.address));
}

/** All that must be there before the old one goes. */
export function replacementStepIds(change: Replace): string[] {
  return [change, ...change.childCreates].map((each) => stepId("create", each.address));
}
