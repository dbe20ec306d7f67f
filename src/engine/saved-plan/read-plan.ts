// Reads the plan from the document of a saved plan.
import jsonPatch from "fast-json-patch";
import type { ChangeDocument, Plan as PlanDocument, StepDocument } from "../../generated/types.ts";
import type { JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { Change, Create, Delete, ExecutablePlan, Step, Update } from "../model/plan.ts";
import { type Address, kindOf } from "../model/resource.ts";

/** Whether every change and step has the fields that applying it needs. */
export function isComplete(kinds: Kinds, { changes, steps }: PlanDocument): boolean {
  const isKnown = (address: Address): boolean => kinds.some(({ kind }) => kind === kindOf(address));
  const hasFields = (change: ChangeDocument): boolean => {
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
      [...creates, ...deletes].every(hasFields)
    );
  };
  return changes.every(hasFields) && steps.every(({ address }) => isKnown(address));
}

/** Returns the plan of a complete document made by `savedPlan`. */
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
      const childCreates = document.creates!.map((create) => createOf(kinds, create));
      return { action: "replace", ...updateOf(kinds, document), childCreates };
    }
    case "delete":
      return deleteOf(kinds, document);
  }
}

function subjectOf(
  kinds: Kinds,
  { address, parent, deletes = [] }: ChangeDocument,
): Pick<Change, "address" | "kind" | "parent" | "childDeletes"> {
  return {
    address,
    kind: kindOf(address),
    ...(parent !== undefined && { parent }),
    childDeletes: deletes.map((child) => deleteOf(kinds, child)),
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
  const children = change.action === "replace" ? change.childCreates.flatMap(bodiesOf) : [];
  return [[change.address, change.body], ...children];
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
