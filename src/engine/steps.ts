// Changes to steps: one per call, each with what must be done before. The scheduler knows steps only.
import { canonical, type JsonObject } from "./json.ts";
import { type Kinds, kindNamed } from "./kind.ts";
import type { Change, Create, Delete, Replace, Step, Update } from "./plan.ts";
import type { Address, Definition } from "./resource.ts";

/** The calls of the changes, in an order the service accepts when made one by one. */
export function steps(
  kinds: Kinds,
  definitions: readonly Definition[],
  changes: readonly Change[],
): Step[] {
  const parents = new Map(definitions.map((each) => [each.address, each.parent]));
  const writes = changes.flatMap(writesOf);
  const writers = new Map(writes.map((each) => [each.address, stepId(verbOf(each), each.address)]));
  const lastEqual = new Map<string, string>();
  const writeSteps = writes.map((change): Step => {
    const verb = verbOf(change);
    const id = stepId(verb, change.address);
    const needs = new Set<string>();
    for (const address of [
      ...referencesOf(kinds, change),
      nearest(change.parent, parents, writers),
    ])
      if (writers.has(address ?? "")) needs.add(writers.get(address!)!);
    if (verb === "create") {
      // A lost answer is told apart by content: equal ones must not be under way together.
      const same = `${change.parent ?? ""}\n${change.kind}\n${canonical(change.body)}`;
      const before = lastEqual.get(same);
      if (before !== undefined) needs.add(before);
      lastEqual.set(same, id);
    }
    return {
      id,
      address: change.address,
      kind: change.kind,
      verb,
      needs: [...needs],
      prune: false,
      body: change.body,
      ...(change.parent !== undefined && { parent: change.parent }),
      ...(change.action === "update" && { remoteId: change.id }),
    };
  });
  return [...writeSteps, ...deleteSteps(kinds, changes)];
}

type Write = Create | Update | Replace;

function writesOf(change: Change): Write[] {
  if (change.action === "keep" || change.action === "delete") return [];
  return change.action === "replace" ? [change, ...change.made] : [change];
}

function verbOf(change: Write): "create" | "update" {
  return change.action === "update" ? "update" : "create";
}

function stepId(verb: Step["verb"], address: Address): string {
  return `${verb} ${address}`;
}

function referencesOf(kinds: Kinds, { kind, body }: { kind: string; body: JsonObject }): Address[] {
  return kindNamed(kinds, kind).references.flatMap(({ field }) => body[field] as string[]);
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
function deleteSteps(kinds: Kinds, changes: readonly Change[]): Step[] {
  const users = new Map<Address, string[]>(); // who refers to a thing that is deleted
  const found: Step[] = [];
  for (const row of kinds.toReversed())
    for (const change of changes.filter((each) => each.kind === row.kind)) {
      if (change.action === "delete")
        found.push(...deletion(change, [], change.because !== "surplus", users));
      if (change.action === "replace")
        found.push(...deletion(oldOf(change), newOf(change), false, users));
      const before =
        change.action === "delete" || change.action === "update" ? change.before : undefined;
      if (!before) continue;
      const id = stepId(change.action === "delete" ? "delete" : "update", change.address);
      for (const address of referencesOf(kinds, { kind: change.kind, body: before }))
        users.set(address, [...(users.get(address) ?? []), id]);
    }
  return found;
}

function deletion(
  change: Delete,
  needs: readonly string[],
  prune: boolean,
  users: ReadonlyMap<Address, readonly string[]>,
): Step[] {
  const beneath = change.beneath.filter((each) => !each.cascades);
  const children = beneath.flatMap((each) => deletion(each, needs, prune, users));
  const own: Step = {
    id: stepId("delete", change.address),
    address: change.address,
    kind: change.kind,
    verb: "delete",
    needs: [
      ...needs,
      ...beneath.map((each) => stepId("delete", each.address)),
      ...(users.get(change.address) ?? []),
    ],
    prune,
    ...(change.without && { without: change.without }),
    remoteId: change.id,
  };
  return [...children, own];
}

/** The old one of a replace, as a deletion. */
function oldOf({ address, kind, id, before, beneath }: Replace): Delete {
  return {
    action: "delete",
    address,
    kind,
    id,
    before,
    beneath,
    because: "parent",
    cascades: false,
  };
}

/** All that must be there before the old one goes. */
function newOf(change: Replace): string[] {
  return [change, ...change.made].map((each) => stepId("create", each.address));
}
