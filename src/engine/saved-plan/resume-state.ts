// What resuming works with: each change on its own, the service as it is now, and what was found out.
import { createIdRegistry, type IdRegistry } from "../order/id-registry.ts";
import { groupBy, memo } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import { childKinds, type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import { type ListResponses, contentDigest, observe } from "../observe/observe.ts";
import type { Change, ExecutablePlan } from "../model/plan.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";

/** Something that is neither as it was when the plan was made nor as the plan leaves it. */
export interface StaleResource {
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

/** A change on its own, and the id of what it stood under when the plan was made. */
export interface TouchedResource {
  readonly change: Change;
  readonly parentId: string | undefined;
}

/** Changes, and all that goes and comes with it, each on its own. */
export function flattenChanges(
  changes: readonly Change[],
  parentOf: (change: Change) => string | undefined,
): TouchedResource[] {
  return changes.flatMap((change) => [
    {
      change,
      parentId:
        change.action === "delete"
          ? (change.onlyIfMissing?.id ?? parentOf(change))
          : parentOf(change),
    },
    ...(change.action === "replace"
      ? change.childCreates.map((each) => ({ change: each, parentId: undefined }))
      : []),
    ...flattenChanges(change.childDeletes, () => ("id" in change ? change.id : undefined)),
  ]);
}

/** The things of one kind as they are now. */
interface ObservedIndex {
  readonly byId: ReadonlyMap<string, Observed>;
  readonly byName: ReadonlyMap<string | undefined, readonly Observed[]>;
  readonly byParent: ReadonlyMap<string | undefined, readonly Observed[]>;
  /** Those that came since, by parent and content (by name, where there are names). */
  readonly newByRecognition: ReadonlyMap<string, readonly Observed[]>;
}

/** The service as it is now, and what was found out so far. */
export interface ResumeState {
  readonly plan: ExecutablePlan;
  readonly registry: IdRegistry;
  /** Reads a kind, when all it refers to was held against the plan. */
  readKind(row: Kind): void;
  resources(kind: string): ObservedIndex;
  /** The id that the thing of an address has; undefined where it is to be made and is not yet. */
  currentId(address: Address | undefined): string | undefined;
  /** Records that a create is done. */
  recordCreated(address: Address, thing: Observed): void;
  /** How well the children of a thing are those that the plan makes for an address. */
  childOverlap(address: Address, thing: Observed): number;
  /** The ids of steps. */
  readonly doneSteps: Set<string>;
  readonly stale: StaleResource[];
}

/** Nothing held against the plan yet. */
export function createResumeState(
  kinds: Kinds,
  plan: ExecutablePlan,
  answers: ListResponses,
  touches: readonly TouchedResource[],
): ResumeState {
  const book = createIdRegistry(plan);
  const seen = new Map<string, ObservedIndex>();
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
    registry: book,
    readKind: (row) => {
      const all = (answers.get(row.kind) ?? []).map((each) => observe(row, each, book.addressOf));
      const came = all.filter(({ id }) => !Object.hasOwn(plan.listed, addressOf(row.kind, id)));
      seen.set(row.kind, {
        byId: new Map(all.map((each) => [each.id, each])),
        byName: groupBy(all, (each) => each.name),
        byParent: groupBy(all, (each) => each.parentId),
        newByRecognition: groupBy(came, (each) => recognitionKey(row, each.parentId, each.spec)),
      });
    },
    resources: (kind) => seen.get(kind)!,
    currentId: (address = "") => (toMake.has(address) ? undefined : book.find(address)),
    recordCreated: (address, { id }) => {
      toMake.delete(address);
      book.add(address, id);
    },
    childOverlap: (address, thing) => {
      const wanted = new Set(
        (byParent.get(address) ?? []).map((each) => contentDigest(rowOf(each.kind), each.body)),
      );
      const there = childrenOf(thing).map(({ row, answer }) =>
        contentDigest(row, observe(row, answer, book.addressOf).spec),
      );
      return there.reduce((sum, each) => sum + (wanted.has(each) ? 1 : -1), 0);
    },
    doneSteps: new Set(),
    stale: [],
  };
}

/** Equal text for what a create is recognised by: its content, under its parent where it has one. */
export function recognitionKey(row: Kind, parentId: string | undefined, spec: JsonObject): string {
  return `${parentId ?? ""}\n${contentDigest(row, spec)}`;
}
