// The document of a saved plan, back into the plan it was made from.
import jsonPatch from "fast-json-patch";
import type { ChangeDocument, Plan as PlanDocument, StepDocument } from "../../generated/types.ts";
import type { JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { Change, Create, Delete, ExecutablePlan, Step, Update } from "../model/plan.ts";
import { type Address, kindOf } from "../model/resource.ts";

/** Whether each change and each step says all that carrying it out needs. */
export function isComplete(kinds: Kinds, { changes, steps }: PlanDocument): boolean {
  const isKnown = (address: Address): boolean => kinds.some(({ kind }) => kind === kindOf(address));
  const says = (change: ChangeDocument): boolean => {
    const { id, body, before, because, cascades, creates = [], deletes = [] } = change;
    const own = {
      create: [body],
      update: [id, body, before],
      replace: [id, body, before, change.creates],
      delete: [id, before, because, cascades],
    }[change.action];
    return (
      isKnown(change.address) &&
      own.every((each) => each !== undefined) &&
      [...creates, ...deletes].every(says)
    );
  };
  return changes.every(says) && steps.every(({ address }) => isKnown(address));
}

/** The plan of a document that `savedPlan` made, and that is whole. */
export function planFromDocument(kinds: Kinds, document: PlanDocument): ExecutablePlan {
  const { baseUrl, counts, unmanaged, refusals, notes, basis } = document;
  const { definitions, ids, names, seen } = document as Required<PlanDocument>;
  const changes = document.changes.map((each) => changeOf(kinds, each));
  const bodies = new Map(changes.flatMap(bodiesOf));
  const steps = document.steps.map((each) => stepOf(each, bodies));
  return {
    baseUrl,
    definitionCount: definitions,
    counts,
    changes,
    steps,
    unmanaged,
    refusals,
    notes,
    basis,
    names,
    listed: seen,
    ids,
  };
}

function changeOf(kinds: Kinds, document: ChangeDocument): Change {
  switch (document.action) {
    case "create":
      return createOf(kinds, document);
    case "update":
      return { action: "update", ...updateOf(kinds, document) };
    case "replace": {
      const made = document.creates!.map((each) => createOf(kinds, each));
      return { action: "replace", ...updateOf(kinds, document), childCreates: made };
    }
    case "delete":
      return deleteOf(kinds, document);
  }
}

function subjectOf(
  kinds: Kinds,
  { address, parent, deletes = [] }: ChangeDocument,
): Pick<Change, "address" | "kind" | "parent" | "childDeletes"> {
  const beneath = deletes.map((each) => deleteOf(kinds, each));
  return {
    address,
    kind: kindOf(address),
    ...(parent !== undefined && { parent }),
    childDeletes: beneath,
  };
}

function createOf(kinds: Kinds, document: ChangeDocument): Create {
  return { action: "create", ...subjectOf(kinds, document), body: document.body as JsonObject };
}

function updateOf(kinds: Kinds, document: ChangeDocument): Omit<Update, "action"> {
  const { id, unknownFields = [], usedBy = [] } = document;
  const [before, body] = [document.before, document.body] as JsonObject[];
  const { shape } = kindNamed(kinds, kindOf(document.address));
  const after = canonicalForm(shape, body!);
  return {
    ...subjectOf(kinds, document),
    id: id!,
    before: before!,
    after,
    edits: jsonPatch.compare(before!, after),
    body: body!,
    unknownFields,
    usedBy,
  };
}

function deleteOf(kinds: Kinds, document: ChangeDocument): Delete {
  const { id, name, because, of, without, cascades } = document;
  return {
    action: "delete",
    ...subjectOf(kinds, document),
    id: id!,
    ...(name !== undefined && { name }),
    before: document.before as JsonObject,
    reason: because!,
    ...(of !== undefined && { supersededBy: of }),
    ...(without && { onlyIfMissing: without }),
    cascades: cascades!,
  };
}

function bodiesOf(change: Change): [Address, JsonObject][] {
  if (change.action === "delete") return [];
  const made = change.action === "replace" ? change.childCreates.flatMap(bodiesOf) : [];
  return [[change.address, change.body], ...made];
}

function stepOf(document: StepDocument, bodies: ReadonlyMap<Address, JsonObject>): Step {
  const { id, address, verb, phase, needs, parent, remoteId, without } = document;
  return {
    id,
    address,
    kind: kindOf(address),
    verb,
    phase,
    needs,
    ...(without && { onlyIfMissing: without }),
    ...(remoteId !== undefined && { remoteId }),
    ...(verb !== "delete" && { body: bodies.get(address)! }),
    ...(parent !== undefined && { parent }),
  };
}
