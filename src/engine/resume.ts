// A saved plan against the service as it is now: which steps are done already, which are still to
// do, and what has moved since. It starts only where nothing has.
import { openBook, type Book } from "./book.ts";
import { groupBy, memo } from "./collect.ts";
import { canonical, digest, type JsonObject } from "./json.ts";
import { childKinds, type Kind, type Kinds, kindNamed } from "./kind.ts";
import { comparable } from "./normal.ts";
import { type Answers, contentOf, observe, remoteAddress } from "./observe.ts";
import type { Change, Create, Delete, Plan, Replace, Step, Update } from "./plan.ts";
import { type Address, addressOf, kindOf, type Observed } from "./resource.ts";
import { stepId } from "./steps.ts";

/** Something that is neither as it was when the plan was made nor as the plan leaves it. */
export interface Moved {
  readonly address: Address;
  /**
   * `changed`: from `before` to `now` · `moved`: it stands elsewhere · `fields`: it has fields that
   * this version does not know, and had not · `deleted` · `created`: something else has its name
   * now · `grown`: something new stands beneath what the plan makes things under, or deletes ·
   * `used`: something uses what would be deleted.
   */
  readonly what: "changed" | "moved" | "fields" | "deleted" | "created" | "grown" | "used";
  readonly before?: JsonObject;
  readonly now?: JsonObject;
  /** What stands beneath it, uses it or has its name. */
  readonly by?: { readonly kind: string; readonly id: string; readonly name?: string };
}

export interface Resumed {
  /** The plan with the steps that are still to do, and the ids as they are now. */
  readonly plan: Plan;
  readonly moved: readonly Moved[];
}

/** Holds every resource the plan touches against its state before and after. */
export function resume(kinds: Kinds, plan: Plan, answers: Answers): Resumed {
  const touches = flat(plan.changes, (each) => plan.ids[each.parent ?? ""]);
  const state = openState(kinds, plan, answers, touches);
  const byKind = groupBy(touches, ({ change }) => change.kind);
  for (const row of kinds) {
    state.see(row);
    for (const each of byKind.get(row.kind) ?? []) check(state, row, each);
  }
  const steps = plan.steps.filter((each) => !state.done.has(each.id));
  const moved = [
    ...state.moved,
    ...touches.flatMap(({ change }) => cutShort(state, change)),
    ...touches.flatMap(({ change }) => takenName(state, kindNamed(kinds, change.kind), change)),
    ...touches.flatMap(({ change }) => grown(kinds, state, change)),
    ...steps.flatMap((each) => goneReferences(kinds, state, each)),
    ...newUsers(kinds, state, plan, steps),
    ...heldStates(kinds, state, plan, touches),
  ];
  return { plan: { ...plan, steps, ids: state.book.all() }, moved: distinct(moved) };
}

function distinct(moved: readonly Moved[]): Moved[] {
  const keyOf = ({ address, what, by }: Moved): string => JSON.stringify([address, what, by?.id]);
  return [...new Map(moved.map((each) => [keyOf(each), each])).values()];
}

/** A change on its own, and the id of what it stood under when the plan was made. */
interface Touch {
  readonly change: Change;
  readonly parentId: string | undefined;
}

/** A change and all that goes and comes with it, each on its own. */
function flat(
  changes: readonly Change[],
  parentOf: (change: Change) => string | undefined,
): Touch[] {
  return changes.flatMap((change) => [
    {
      change,
      parentId:
        change.action === "delete" ? (change.without?.id ?? parentOf(change)) : parentOf(change),
    },
    ...(change.action === "replace"
      ? change.made.map((each) => ({ change: each, parentId: undefined }))
      : []),
    ...flat(change.beneath, () => ("id" in change ? change.id : undefined)),
  ]);
}

/** The things of one kind as they are now. */
interface Things {
  readonly byId: ReadonlyMap<string, Observed>;
  readonly byName: ReadonlyMap<string | undefined, readonly Observed[]>;
  readonly byParent: ReadonlyMap<string | undefined, readonly Observed[]>;
  /** Those that came since, by parent and content (by name, where there are names). */
  readonly fresh: ReadonlyMap<string, readonly Observed[]>;
}

/** The service as it is now, and what was found out so far. */
interface State {
  readonly plan: Plan;
  readonly book: Book;
  /** Reads a kind, when all it refers to was held against the plan. */
  see(row: Kind): void;
  things(kind: string): Things;
  /** The id that the thing of an address has; undefined where it is to be made and is not yet. */
  idNow(address: Address | undefined): string | undefined;
  /** Records that a create is done. */
  made(address: Address, thing: Observed): void;
  /** How well the children of a thing are those that the plan makes for an address. */
  fit(address: Address, thing: Observed): number;
  /** The ids of steps. */
  readonly done: Set<string>;
  readonly moved: Moved[];
}

function openState(kinds: Kinds, plan: Plan, answers: Answers, touches: readonly Touch[]): State {
  const book = openBook(plan);
  const seen = new Map<string, Things>();
  const rowOf = (kind: string): Kind => kindNamed(kinds, kind);
  const answersByParent = memo((row: Kind) =>
    groupBy(answers.get(row.kind) ?? [], (each) => each[row.parent!.idField]),
  );
  const childrenOf = ({ kind, id }: Observed): { row: Kind; answer: JsonObject }[] =>
    childKinds(kinds, kind).flatMap((row) =>
      (answersByParent(row).get(id) ?? []).map((answer) => ({ row, answer })),
    );
  const made = touches.flatMap(({ change }) =>
    change.action === "create" || change.action === "replace" ? [change] : [],
  );
  const toMake = new Set(made.map(({ address }) => address));
  const byParent = groupBy(made, ({ parent }) => parent);
  return {
    plan,
    book,
    see: (row) => {
      const all = (answers.get(row.kind) ?? []).map((each) => observe(row, each, book.addressOf));
      const came = all.filter(({ id }) => !Object.hasOwn(plan.seen, addressOf(row.kind, id)));
      seen.set(row.kind, {
        byId: new Map(all.map((each) => [each.id, each])),
        byName: groupBy(all, (each) => each.name),
        byParent: groupBy(all, (each) => each.parentId),
        fresh: groupBy(came, (each) => recognition(row, each.parentId, each.spec)),
      });
    },
    things: (kind) => seen.get(kind)!,
    idNow: (address = "") => (toMake.has(address) ? undefined : book.find(address)),
    made: (address, { id }) => {
      toMake.delete(address);
      book.add(address, id);
    },
    fit: (address, thing) => {
      const wanted = new Set(
        (byParent.get(address) ?? []).map((each) => contentOf(rowOf(each.kind), each.body)),
      );
      const there = childrenOf(thing).map(({ row, answer }) =>
        contentOf(row, observe(row, answer, book.addressOf).spec),
      );
      return there.reduce((sum, each) => sum + (wanted.has(each) ? 1 : -1), 0);
    },
    done: new Set(),
    moved: [],
  };
}

/** Equal text for what a create is recognised by: its content, under its parent where it has one. */
function recognition(row: Kind, parentId: string | undefined, spec: JsonObject): string {
  return `${parentId ?? ""}\n${contentOf(row, spec)}`;
}

function check(state: State, row: Kind, { change, parentId }: Touch): void {
  switch (change.action) {
    case "create":
      return checkCreate(state, row, change);
    case "update":
      return checkUpdate(state, row, change, parentId);
    case "replace":
      checkDelete(state, row, change, parentId);
      return checkCreate(state, row, change);
    case "delete":
      return checkDelete(state, row, change, parentId);
  }
}

/** Among equals it is the one whose children are those that the plan makes for it. */
function checkCreate(state: State, row: Kind, change: Create | Replace): void {
  const parentId = state.idNow(change.parent);
  if (row.parent && parentId === undefined) return; // its parent is not made yet, nor is it
  const equal = state.things(row.kind).fresh.get(recognition(row, parentId, change.body)) ?? [];
  const free = equal.filter(({ id }) => !state.book.isTaken(row.kind, id));
  const [found] =
    free.length < 2
      ? free
      : free
          .map((thing) => ({ thing, fit: state.fit(change.address, thing) }))
          .sort((a, b) => b.fit - a.fit)
          .map(({ thing }) => thing);
  if (!found) return;
  state.made(change.address, found);
  state.done.add(stepId("create", change.address));
}

function checkUpdate(
  state: State,
  row: Kind,
  { address, id, before, after, unknownFields }: Update,
  parentId: string | undefined,
): void {
  const thing = state.things(row.kind).byId.get(id);
  if (!thing) return void state.moved.push({ address, what: "deleted" });
  const now = comparable(row.shape, thing.spec) as JsonObject;
  if (row.parent && thing.parentId !== parentId) state.moved.push({ address, what: "moved" });
  else if (isEqual(now, after)) state.done.add(stepId("update", address));
  else if (!isEqual(now, before)) state.moved.push({ address, what: "changed", before, now });
  else if (thing.unknownFields.some((each) => !unknownFields.includes(each)))
    state.moved.push({ address, what: "fields" });
}

function checkDelete(
  state: State,
  row: Kind,
  { address, id, before }: Delete | Replace,
  parentId: string | undefined,
): void {
  const thing = state.things(row.kind).byId.get(id);
  if (!thing) return void state.done.add(stepId("delete", address));
  const now = comparable(row.shape, thing.spec) as JsonObject;
  if (row.parent && thing.parentId !== parentId) state.moved.push({ address, what: "moved" });
  else if (!isEqual(now, before)) state.moved.push({ address, what: "changed", before, now });
}

function isEqual(one: JsonObject, other: JsonObject): boolean {
  return canonical(one) === canonical(other);
}

/** An old one goes only when the new one is whole: where it is gone before, it was not this plan. */
function cutShort(state: State, change: Change): Moved[] {
  if (change.action !== "replace") return [];
  const { address, made, beneath } = change;
  const isMade = (each: Create | Replace): boolean =>
    state.done.has(stepId("create", each.address));
  if ([change, ...made].every(isMade)) return [];
  const gone = [{ address }, ...beneath].filter((each) =>
    state.done.has(stepId("delete", each.address)),
  );
  return gone.map((each) => ({ address: each.address, what: "deleted" }));
}

/** Another thing that has the name of what is written, and had not when the plan was made. */
function takenName(state: State, row: Kind, change: Change): Moved[] {
  if (row.recognisedBy.by !== "name" || change.action === "delete") return [];
  const name = String(change.body["name"]);
  const own = state.idNow(change.address);
  const ours = (each: Observed): boolean =>
    each.id === own || state.book.addressOf(each.kind, each.id) !== undefined;
  return (state.things(row.kind).byName.get(name) ?? [])
    .filter((each) => !ours(each) && state.plan.seen[addressOf(row.kind, each.id)] !== name)
    .map(({ kind, id }) => ({ address: change.address, what: "created", by: { kind, id, name } }));
}

/** New things where the plan is about to make or delete what stands beneath. */
function grown(kinds: Kinds, state: State, change: Change): Moved[] {
  const fresh = (kind: string, parentId: string): Observed[] =>
    (state.things(kind).byParent.get(parentId) ?? []).filter(
      (each) => !state.book.isTaken(kind, each.id),
    );
  const beneathDeleted =
    "id" in change && change.action !== "update"
      ? childKinds(kinds, change.kind).flatMap(({ kind }) => fresh(kind, change.id))
      : [];
  const parentId = state.idNow(change.parent);
  const isToMake =
    change.action !== "delete" &&
    change.action !== "update" &&
    !state.done.has(stepId("create", change.address));
  const beside = isToMake && parentId !== undefined ? fresh(change.kind, parentId) : [];
  return [
    ...beneathDeleted.map((by): Moved => ({
      address: change.address,
      what: "grown",
      by: nameOf(by),
    })),
    ...beside.map((by): Moved => ({ address: change.parent!, what: "grown", by: nameOf(by) })),
  ];
}

function nameOf({ kind, id, name }: Observed): NonNullable<Moved["by"]> {
  return { kind, id, ...(name !== undefined && { name }) };
}

/** What a write refers to, and stands under, must be there still. */
function goneReferences(kinds: Kinds, state: State, { kind, body, parent }: Step): Moved[] {
  if (!body) return [];
  const fields = kindNamed(kinds, kind).references;
  const referred = fields.flatMap(({ field }) => body[field] as Address[]);
  return [...referred, ...(parent === undefined ? [] : [parent])]
    .filter((address) => isGone(state, address))
    .map((address) => ({ address, what: "deleted" }));
}

function isGone(state: State, address: Address): boolean {
  const id = state.idNow(address);
  return id !== undefined && !state.things(kindOf(address)).byId.has(id);
}

/** What stays as it is and uses something that goes. */
function newUsers(kinds: Kinds, state: State, { changes }: Plan, steps: readonly Step[]): Moved[] {
  const going = new Map(
    steps
      .filter(({ verb }) => verb === "delete")
      .map((each) => [remoteAddress(each.kind, each.remoteId!), each.address]),
  );
  const touched = new Set(
    changes.flatMap((each) => ("id" in each ? [addressOf(each.kind, each.id)] : [])),
  );
  return kinds.flatMap(({ kind, references }) =>
    [...state.things(kind).byId.values()]
      .filter(({ id }) => !touched.has(addressOf(kind, id)))
      .flatMap((user) =>
        references
          .flatMap(({ field }) => user.spec[field] as Address[])
          .flatMap((each) => going.get(each) ?? [])
          .map((address): Moved => ({ address, what: "used", by: nameOf(user) })),
      ),
  );
}

/** What the plan leaves as it is and relies on: that of which second copies are deleted. */
function heldStates(
  kinds: Kinds,
  state: State,
  { basis }: Plan,
  touches: readonly Touch[],
): Moved[] {
  const touched = new Set(touches.map(({ change }) => change.address));
  return Object.entries(basis.states).flatMap(([address, before]): Moved[] => {
    if (touched.has(address) || before === null) return [];
    const { shape } = kindNamed(kinds, kindOf(address));
    const thing = state.things(kindOf(address)).byId.get(state.idNow(address) ?? "");
    if (!thing) return [{ address, what: "deleted" }];
    const isSame = digest(comparable(shape, thing.spec)) === before;
    return isSame ? [] : [{ address, what: "changed" }];
  });
}
