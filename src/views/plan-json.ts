// The plan as programs read it: schemas/plan.schema.json.
import type { Change, Delete, Plan, Step } from "../engine/plan.ts";
import type { ChangeDocument, Plan as PlanDocument, StepDocument } from "../generated/types.ts";

/** The document of `plan --json`. */
export function planDocument(plan: Plan): PlanDocument {
  return {
    format: "promptctl.plan/1",
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
