// The JSON document of a plan (schemas/plan.schema.json). A saved plan is the same document with the
// bodies; read-plan.ts reads it.
import type { ChangeDocument, Plan as PlanDocument, StepDocument } from "../../generated/types.ts";
import { digestJson, type JsonObject } from "../model/json.ts";
import type { Change, Delete, ExecutablePlan, Step } from "../model/plan.ts";

export const planFormat = "promptctl.plan/1";

/** The document of `plan --json`: without bodies. */
export function planDocument(plan: ExecutablePlan): PlanDocument {
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
  if (action === "delete")
    return {
      address,
      action,
      id: change.id,
      ...(change.name !== undefined && { name: change.name }),
      ...(change.childDeletes.length > 0 && { beneath: countByKind(change.childDeletes) }),
    };
  return {
    address,
    action,
    id: change.id,
    edits: change.edits.map(
      (edit) => ({ ...edit }) as NonNullable<ChangeDocument["edits"]>[number],
    ),
    ...(action === "replace" &&
      change.childCreates.length > 0 && { beneath: countByKind(change.childCreates) }),
    ...(change.unknownFields.length > 0 && { unknownFields: [...change.unknownFields] }),
    ...(change.usedBy.length > 0 && { usedBy: [...change.usedBy] }),
  };
}

function countByKind(
  changes: readonly { readonly kind: string; readonly childDeletes: readonly Delete[] }[],
  counts: Record<string, number> = {},
): Record<string, number> {
  for (const change of changes) {
    counts[change.kind] = (counts[change.kind] ?? 0) + 1;
    countByKind(change.childDeletes, counts);
  }
  return counts;
}

function stepDocument({ id, address, verb, phase, needs }: Step): StepDocument {
  return { id, address, verb, phase, needs: [...needs] };
}

/** A change with its bodies and those of its children. */
function savedChange(change: Change): ChangeDocument {
  const { parent } = change;
  return {
    ...changeDocument(change),
    ...(parent !== undefined && { parent }),
    ...(change.action === "delete" ? deletion(change) : { body: change.body }),
    ...((change.action === "update" || change.action === "replace") && { before: change.before }),
    ...(change.action === "replace" && { creates: change.childCreates.map(savedChange) }),
    ...(change.childDeletes.length > 0 && { deletes: change.childDeletes.map(savedChange) }),
  };
}

function deletion({
  before,
  reason: because,
  supersededBy: of,
  onlyIfMissing: without,
  cascades,
}: Delete): Partial<ChangeDocument> {
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
  const { parent, remoteId, onlyIfMissing: without } = step;
  return {
    ...stepDocument(step),
    ...(parent !== undefined && { parent }),
    ...(remoteId !== undefined && { remoteId }),
    ...(without && { without }),
  };
}
