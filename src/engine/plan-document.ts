// The plan as programs read it and as it is saved: schemas/plan.schema.json. A saved plan is the
// same document with the bodies, and is read back into the plan it was made from.
import jsonPatch from "fast-json-patch";
import type { ChangeDocument, Plan as PlanDocument, StepDocument } from "../generated/types.ts";
import { digest, type JsonObject } from "./json.ts";
import { type Kinds, kindNamed } from "./kind.ts";
import { comparable } from "./normal.ts";
import type { Change, Create, Delete, Plan, Step, Update } from "./plan.ts";
import { type Address, kindOf } from "./resource.ts";

export const planFormat = "promptctl.plan/1";

/** The document of `plan --json`: without bodies. */
export function planDocument(plan: Plan): PlanDocument {
  return {
    format: planFormat,
    baseUrl: plan.baseUrl,
    counts: plan.counts,
    changes: plan.changes.map(changeDocument),
    steps: plan.steps.map(stepDocument),
    unmanaged: [...plan.unmanaged],
    refusals: plan.refusals.map((each) => ({ ...each, addresses: [...each.addresses] })),
    notes: [...plan.notes],
    basis: plan.basis,
  };
}

/** What a saved plan says of its making; its digest does not count it. */
export interface Making {
  /** Now, in ISO 8601. */
  readonly createdAt: string;
  /** The folder of the project, from that of the file. */
  readonly project: string;
}

/** The document that `--out` writes. */
export function savedPlan(plan: Plan, making: Making): PlanDocument {
  const document = {
    ...planDocument(plan),
    changes: plan.changes.map(savedChange),
    steps: plan.steps.map(savedStep),
    definitions: plan.definitions,
    ids: plan.ids,
    names: plan.names,
    seen: plan.seen,
  };
  return { ...document, ...making, digest: planDigest(document) };
}

/** The digest a saved plan should have: of everything in it but itself and its making. */
export function planDigest(document: object): string {
  const making = new Set(["digest", "createdAt", "project"]);
  const said = Object.entries(document).filter(([key]) => !making.has(key));
  return digest(Object.fromEntries(said) as JsonObject);
}

/** Whether each change and each step says all that carrying it out needs. */
export function isWhole(kinds: Kinds, { changes, steps }: PlanDocument): boolean {
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
export function planOf(kinds: Kinds, document: PlanDocument): Plan {
  const { baseUrl, counts, unmanaged, refusals, notes, basis } = document;
  const { definitions, ids, names, seen } = document as Required<PlanDocument>;
  const changes = document.changes.map((each) => changeOf(kinds, each));
  const bodies = new Map(changes.flatMap(bodiesOf));
  const steps = document.steps.map((each) => stepOf(each, bodies));
  return {
    baseUrl,
    definitions,
    counts,
    changes,
    steps,
    unmanaged,
    refusals,
    notes,
    basis,
    names,
    seen,
    ids,
  };
}

function changeDocument(change: Change): ChangeDocument {
  const { address, action } = change;
  if (action === "create") return { address, action };
  if (action === "delete")
    return {
      address,
      action,
      id: change.id,
      ...(change.name !== undefined && { name: change.name }),
      ...(change.beneath.length > 0 && { beneath: countBeneath(change.beneath) }),
    };
  return {
    address,
    action,
    id: change.id,
    edits: change.edits.map(
      (edit) => ({ ...edit }) as NonNullable<ChangeDocument["edits"]>[number],
    ),
    ...(action === "replace" && change.made.length > 0 && { beneath: countBeneath(change.made) }),
    ...(change.unknownFields.length > 0 && { unknownFields: [...change.unknownFields] }),
    ...(change.usedBy.length > 0 && { usedBy: [...change.usedBy] }),
  };
}

function countBeneath(
  things: readonly { readonly kind: string; readonly beneath: readonly Delete[] }[],
  counts: Record<string, number> = {},
): Record<string, number> {
  for (const each of things) {
    counts[each.kind] = (counts[each.kind] ?? 0) + 1;
    countBeneath(each.beneath, counts);
  }
  return counts;
}

function stepDocument({ id, address, verb, phase, needs }: Step): StepDocument {
  return { id, address, verb, phase, needs: [...needs] };
}

/** A change with its bodies and all that goes or comes with it. */
function savedChange(change: Change): ChangeDocument {
  const { parent } = change;
  return {
    ...changeDocument(change),
    ...(parent !== undefined && { parent }),
    ...(change.action === "delete" ? deletion(change) : { body: change.body }),
    ...((change.action === "update" || change.action === "replace") && { before: change.before }),
    ...(change.action === "replace" && { creates: change.made.map(savedChange) }),
    ...(change.beneath.length > 0 && { deletes: change.beneath.map(savedChange) }),
  };
}

function deletion({ before, because, of, without, cascades }: Delete): Partial<ChangeDocument> {
  return {
    before,
    because,
    cascades,
    ...(of !== undefined && { of }),
    ...(without && { without }),
  };
}

/** A step with what its change does not say; its body stands in the change. */
function savedStep(step: Step): StepDocument {
  const { parent, remoteId, without } = step;
  return {
    ...stepDocument(step),
    ...(parent !== undefined && { parent }),
    ...(remoteId !== undefined && { remoteId }),
    ...(without && { without }),
  };
}

function changeOf(kinds: Kinds, document: ChangeDocument): Change {
  switch (document.action) {
    case "create":
      return createOf(kinds, document);
    case "update":
      return { action: "update", ...writtenOf(kinds, document) };
    case "replace": {
      const made = document.creates!.map((each) => createOf(kinds, each));
      return { action: "replace", ...writtenOf(kinds, document), made };
    }
    case "delete":
      return deleteOf(kinds, document);
  }
}

function subjectOf(
  kinds: Kinds,
  { address, parent, deletes = [] }: ChangeDocument,
): Pick<Change, "address" | "kind" | "parent" | "beneath"> {
  const beneath = deletes.map((each) => deleteOf(kinds, each));
  return { address, kind: kindOf(address), ...(parent !== undefined && { parent }), beneath };
}

function createOf(kinds: Kinds, document: ChangeDocument): Create {
  return { action: "create", ...subjectOf(kinds, document), body: document.body as JsonObject };
}

function writtenOf(kinds: Kinds, document: ChangeDocument): Omit<Update, "action"> {
  const { id, unknownFields = [], usedBy = [] } = document;
  const [before, body] = [document.before, document.body] as JsonObject[];
  const { shape } = kindNamed(kinds, kindOf(document.address));
  const after = comparable(shape, body!) as JsonObject;
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
    because: because!,
    ...(of !== undefined && { of }),
    ...(without && { without }),
    cascades: cascades!,
  };
}

function bodiesOf(change: Change): [Address, JsonObject][] {
  if (change.action === "delete") return [];
  const made = change.action === "replace" ? change.made.flatMap(bodiesOf) : [];
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
    ...(without && { without }),
    ...(remoteId !== undefined && { remoteId }),
    ...(verb !== "delete" && { body: bodies.get(address)! }),
    ...(parent !== undefined && { parent }),
  };
}
