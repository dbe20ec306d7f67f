// A saved plan against the service as it is now: which steps are done already, which are still to
// do, and what has moved since. It starts only where nothing has.
import { groupBy } from "./collect.ts";
import { canonical, type JsonObject } from "./json.ts";
import { childKinds, type Kind, type Kinds, kindNamed } from "./kind.ts";
import { knownThings } from "./known.ts";
import { comparable } from "./normal.ts";
import { type Answers, contentOf, observe, remoteAddress } from "./observe.ts";
import type { Change, Create, Delete, Plan, Replace, Step, Update } from "./plan.ts";
import { type Address, addressOf, kindOf, type Observed } from "./resource.ts";
import { stepId } from "./steps.ts";

/** Something that is neither as it was when the plan was made nor as the plan leaves it. */
export interface Moved {
  readonly address: Address;
  /**
   * `changed`: from `before` to `now` · `deleted` · `created`: somebody made a thing of that name ·
   * `grown`: something new stands beneath what would be deleted · `used`: something uses what would
   * be deleted.
   */
  readonly what: "changed" | "deleted" | "created" | "grown" | "used";
  readonly before?: JsonObject;
  readonly now?: JsonObject;
  /** What stands beneath it, or uses it. */
  readonly by?: Address;
}

export interface Resumed {
  /** The plan with the steps that are still to do, and the ids as they are now. */
  readonly plan: Plan;
  readonly moved: readonly Moved[];
}

/** Holds every resource the plan touches against its state before and after. */
export function resume(kinds: Kinds, plan: Plan, answers: Answers): Resumed {
  const changes = flat(plan.changes);
  const now = openState(plan, changes);
  const byKind = groupBy(changes, (each) => each.kind);
  for (const row of kinds) {
    now.see(row, answers.get(row.kind) ?? []);
    for (const each of byKind.get(row.kind) ?? []) hold(now, row, each);
  }
  const steps = plan.steps.filter((each) => !now.done.has(each.id));
  const moved = [
    ...now.moved,
    ...changes.flatMap((each) => grown(kinds, now, each)),
    ...steps.flatMap((each) => goneReferences(kinds, now, each)),
    ...newUsers(kinds, now, steps),
  ];
  return { plan: { ...plan, steps, ids: Object.fromEntries(now.ids) }, moved };
}

/** A change and all that goes and comes with it, each on its own. */
function flat(changes: readonly Change[]): Change[] {
  return changes.flatMap((each) => [
    each,
    ...(each.action === "replace" ? each.made : []),
    ...flat(each.beneath),
  ]);
}

/** The things of one kind as they are now. */
interface Things {
  readonly byId: ReadonlyMap<string, Observed>;
  readonly byName: ReadonlyMap<string | undefined, readonly Observed[]>;
  readonly byParent: ReadonlyMap<string | undefined, readonly Observed[]>;
}

/** The service as it is now, and what was found out so far. */
interface State {
  /** Reads a kind, when all it refers to was held against the plan. */
  see(row: Kind, answers: readonly JsonObject[]): void;
  things(kind: string): Things;
  /** The id of each address; those of creates that are done are added. */
  readonly ids: Map<Address, string>;
  /** The id that the new thing of an address has; undefined where it is not made yet. */
  idNow(address: Address | undefined): string | undefined;
  /** Whether it was there when the plan was made, or is what a create made. */
  isTaken(thing: Observed): boolean;
  /** Records that a create is done. */
  made(address: Address, thing: Observed): void;
  /** The ids of steps. */
  readonly done: Set<string>;
  readonly moved: Moved[];
}

function openState(plan: Plan, changes: readonly Change[]): State {
  const ids = new Map(Object.entries(plan.ids));
  const addresses = new Map([...ids].map(([each, id]) => [addressOf(kindOf(each), id), each]));
  const taken = knownThings(plan);
  const kinds = new Map<string, Things>();
  const toMake = new Set(
    changes
      .filter(({ action }) => action === "create" || action === "replace")
      .map(({ address }) => address),
  );
  return {
    see: (row, answers) => {
      const all = answers.map((each) =>
        observe(row, each, (kind, id) => addresses.get(addressOf(kind, id))),
      );
      kinds.set(row.kind, {
        byId: new Map(all.map((each) => [each.id, each])),
        byName: groupBy(all, (each) => each.name),
        byParent: groupBy(all, (each) => each.parentId),
      });
    },
    things: (kind) => kinds.get(kind)!,
    ids,
    idNow: (address = "") => (toMake.has(address) ? undefined : ids.get(address)),
    isTaken: ({ kind, id }) => taken.has(addressOf(kind, id)),
    made: (address, { kind, id }) => {
      toMake.delete(address);
      ids.set(address, id);
      addresses.set(addressOf(kind, id), address);
      taken.add(addressOf(kind, id));
    },
    done: new Set(),
    moved: [],
  };
}

function hold(now: State, row: Kind, change: Change): void {
  switch (change.action) {
    case "create":
      return holdCreate(now, row, change);
    case "update":
      return holdUpdate(now, row, change);
    case "replace":
      holdDelete(now, row, change);
      return holdCreate(now, row, change);
    case "delete":
      return holdDelete(now, row, change);
  }
}

function holdCreate(now: State, row: Kind, change: Create | Replace): void {
  const { byName, byParent } = now.things(row.kind);
  const isNamed = row.recognisedBy.by === "name";
  const parentId = now.idNow(change.parent);
  const alike = isNamed
    ? byName.get(String(change.body["name"]))
    : parentId !== undefined && byParent.get(parentId);
  const free = (alike || []).filter((each) => !now.isTaken(each));
  const content = contentOf(row, change.body);
  const found = free.find((each) => contentOf(row, each.spec) === content);
  if (found) {
    now.made(change.address, found);
    now.done.add(stepId("create", change.address));
  } else if (isNamed && free.length > 0)
    now.moved.push({ address: change.address, what: "created" });
}

function holdUpdate(now: State, row: Kind, change: Update): void {
  const { address, id, before, after } = change;
  const thing = now.things(row.kind).byId.get(id);
  if (!thing) return void now.moved.push({ address, what: "deleted" });
  const is = comparable(row.shape, thing.spec) as JsonObject;
  if (isEqual(is, after)) now.done.add(stepId("update", address));
  else if (!isEqual(is, before)) now.moved.push({ address, what: "changed", before, now: is });
}

function holdDelete(now: State, row: Kind, { address, id, before }: Delete | Replace): void {
  const thing = now.things(row.kind).byId.get(id);
  if (!thing) return void now.done.add(stepId("delete", address));
  const is = comparable(row.shape, thing.spec) as JsonObject;
  if (!isEqual(is, before)) now.moved.push({ address, what: "changed", before, now: is });
}

function isEqual(one: JsonObject, other: JsonObject): boolean {
  return canonical(one) === canonical(other);
}

/** What stands beneath something that goes, and was not there when the plan was made. */
function grown(kinds: Kinds, now: State, change: Change): Moved[] {
  if (change.action !== "delete" && change.action !== "replace") return [];
  const planned = new Set(change.beneath.map(({ kind, id }) => addressOf(kind, id)));
  return childKinds(kinds, change.kind)
    .flatMap(({ kind }) => now.things(kind).byParent.get(change.id) ?? [])
    .filter(({ kind, id }) => !planned.has(addressOf(kind, id)))
    .map(({ kind, id }) => ({
      address: change.address,
      what: "grown",
      by: remoteAddress(kind, id),
    }));
}

/** What a write refers to, and stands under, must be there still. */
function goneReferences(kinds: Kinds, now: State, { kind, body, parent }: Step): Moved[] {
  if (!body) return [];
  const fields = kindNamed(kinds, kind).references;
  const referred = fields.flatMap(({ field }) => body[field] as Address[]);
  return [...referred, ...(parent === undefined ? [] : [parent])]
    .filter((address) => {
      const id = now.idNow(address);
      return id !== undefined && !now.things(kindOf(address)).byId.has(id);
    })
    .map((address) => ({ address, what: "deleted" }));
}

/** What stays as it is and uses something that goes. */
function newUsers(kinds: Kinds, now: State, steps: readonly Step[]): Moved[] {
  const going = new Map(
    steps
      .filter(({ verb }) => verb === "delete")
      .map((each) => [remoteAddress(each.kind, each.remoteId!), each.address]),
  );
  const touched = new Set(steps.flatMap(({ kind, remoteId = "" }) => addressOf(kind, remoteId)));
  return kinds.flatMap(({ kind, references }) =>
    [...now.things(kind).byId.values()]
      .filter(({ id }) => !touched.has(addressOf(kind, id)))
      .flatMap(({ id, spec }) =>
        references
          .flatMap(({ field }) => spec[field] as Address[])
          .flatMap((each) => going.get(each) ?? [])
          .map((address) => ({ address, what: "used", by: remoteAddress(kind, id) }) as const),
      ),
  );
}
