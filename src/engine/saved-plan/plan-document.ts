// The JSON document of a plan (schemas/plan.schema.json). A saved plan is the same document with the
// bodies; read-plan.ts reads it.
import type { ChangeDocument, Plan as PlanDocument, StepDocument } from "../../generated/types.ts";
import { digestJson, type JsonObject } from "../model/json.ts";
import type { Change, Create, Delete, ExecutablePlan, Step } from "../model/plan.ts";

export const planFormat = "promptctl.plan/1";

/** The document of `plan --json`: without bodies. */
export function planDocument(plan: ExecutablePlan): PlanDocument {
  return {
    format: planFormat,
    baseUrl: plan.baseUrl,
    counts: plan.counts,
    changes: plan.changes.map(changeDocument),
    steps: plan.steps.map(({ id, address, verb, phase, needs }) => {
      return { id, address, verb, phase, needs: [...needs] };
    }),
    unmanaged: [...plan.unmanaged],
    refusals: plan.refusals.map((each) => ({ ...each, addresses: [...each.addresses] })),
    notes: [...plan.notes],
    basis: plan.basis,
  };
}

/** When and where a plan was saved; not part of its digest. */
export interface SavedPlanOrigin {
  /** ISO 8601. */
  readonly createdAt: string;
  /** The folder of the project, relative to that of the file. */
  readonly project: string;
}

/** The document that `--out` writes. */
export function savedPlan(plan: ExecutablePlan, origin: SavedPlanOrigin): PlanDocument {
  const document = {
    ...planDocument(plan),
    changes: plan.changes.map(savedChange),
    steps: plan.steps.map(savedStep),
    definitions: plan.definitionCount,
    ids: plan.ids,
    names: plan.names,
    seen: plan.listed,
  };
  return { ...document, ...origin, digest: planDigest(document) };
}

/** The digest of a saved plan: of all fields but the digest itself and the origin. */
export function planDigest(document: object): string {
  const excluded = new Set(["digest", "createdAt", "project"]);
  const fields = Object.entries(document).filter(([key]) => !excluded.has(key));
  return digestJson(Object.fromEntries(fields) as JsonObject);
}

function changeDocument(change: Change): ChangeDocument {
  const { address, action } = change;
  if (action === "create") return { address, action };
  const { id } = change;
  if (action === "delete") {
    const { name, childDeletes } = change;
    return { address, action, id, ...(name !== undefined && { name }), ...beneath(childDeletes) };
  }
  const { unknownFields, usedBy } = change;
  return {
    address,
    action,
    id,
    edits: change.edits.map((edit) => ({ ...edit })) as NonNullable<ChangeDocument["edits"]>,
    ...(action === "replace" && beneath(change.childCreates)),
    ...(unknownFields.length > 0 && { unknownFields: [...unknownFields] }),
    ...(usedBy.length > 0 && { usedBy: [...usedBy] }),
  };
}

/** The number of all descendants by kind, if there are any. */
function beneath(changes: readonly (Create | Delete)[]): Pick<ChangeDocument, "beneath"> {
  const counts: Record<string, number> = {};
  const count = ({ kind, childDeletes }: Create | Delete): void => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    childDeletes.forEach(count);
  };
  changes.forEach(count);
  return changes.length > 0 ? { beneath: counts } : {};
}

/** A change with its bodies and those of its children. */
function savedChange(change: Change): ChangeDocument {
  const { parent } = change;
  return {
    ...changeDocument(change),
    ...(parent !== undefined && { parent }),
    ...(change.action === "delete" ? savedDelete(change) : { body: change.body }),
    ...((change.action === "update" || change.action === "replace") && { before: change.before }),
    ...(change.action === "replace" && { creates: change.childCreates.map(savedChange) }),
    ...(change.childDeletes.length > 0 && { deletes: change.childDeletes.map(savedChange) }),
  };
}

function savedDelete(change: Delete): Partial<ChangeDocument> {
  const { before, reason: because, cascades, supersededBy: of, onlyIfMissing: without } = change;
  return {
    before,
    because,
    cascades,
    ...(of !== undefined && { of }),
    ...(without && { without }),
  };
}

/** A step without its body, which is in the change. */
function savedStep(step: Step): StepDocument {
  const { kind: _kind, body: _body, onlyIfMissing: without, ...fields } = step;
  return { ...fields, needs: [...step.needs], ...(without && { without }) };
}
