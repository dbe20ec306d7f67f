// Reads the plan from the document of a saved plan.
import type { ChangeDocument, Plan as PlanDocument } from "../../generated/types.ts";
import type { JsonObject } from "../model/json.ts";
import { alertFrom } from "./alert-document.ts";
import { diagnosticFrom } from "./diagnostic-document.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm, markOrdered } from "../normalize/normalize.ts";
import type { Change, Create, Delete, Plan, Replace, Update } from "../model/plan.ts";
import { type Address, kindOf } from "../model/resource.ts";
import { heldFrom } from "./held-document.ts";

/** Whether every change has the fields of its action. */
export function isComplete(kinds: Kinds, { changes }: PlanDocument): boolean {
  const isKnown = (address: Address): boolean => kinds.some(({ kind }) => kind === kindOf(address));
  const hasFields = (change: ChangeDocument): boolean => {
    const { id, body, before, reason, cascades, childCreates = [], childDeletes = [] } = change;
    const own = {
      create: [body],
      update: [id, body, before],
      replace: [id, body, before, change.childCreates],
      delete: [id, before, reason, cascades],
    }[change.action];
    return (
      isKnown(change.address) &&
      own.every((each) => each !== undefined) &&
      [...childCreates, ...childDeletes].every(hasFields)
    );
  };
  return changes.every(hasFields);
}

/** Returns the plan of a complete document made by `savedPlan`, without its steps. */
export function planFromDocument(kinds: Kinds, document: PlanDocument): Plan {
  const { baseUrl, environment, counts, unmanaged, refusals, notes } = document;
  const { history, warnings, removed, alerts } = document;
  const { definitionCount, names } = document as Required<PlanDocument>;
  return {
    baseUrl,
    ...(environment !== undefined && { environment }),
    definitionCount,
    counts,
    changes: document.changes.map((each) => changeFrom(kinds, each)),
    steps: [],
    unmanaged: unmanaged.map(({ reason, reasonCode, ...rest }) => ({
      ...rest,
      reason: { code: reasonCode, text: reason },
    })),
    refusals,
    notes,
    ...(alerts.length > 0 && { alerts: alerts.map(alertFrom) }),
    ...(warnings && { warnings: warnings.map(diagnosticFrom) }),
    ...(removed && { removed }),
    ...(history && { history }),
    names,
  };
}

/** The casts are safe: `isComplete` checks the fields of each action. */
function changeFrom(kinds: Kinds, document: ChangeDocument): Change {
  const { childCreates = [], childDeletes = [], held, ...rest } = document;
  const { childCounts: _counts, edits: _edits, ...own } = rest;
  const row = kindNamed(kinds, kindOf(own.address));
  for (const body of [own.body, own.before]) markOrdered(row.shape, body as JsonObject | undefined);
  const common = {
    ...own,
    row,
    childDeletes: childDeletes.map((child) => changeFrom(kinds, child)),
    ...(held && { held: heldFrom(held) }),
  };
  switch (own.action) {
    case "create":
      return common as object as Create;
    case "delete":
      return common as object as Delete;
    case "update":
    case "replace":
      return {
        unknownFields: [],
        usedBy: [],
        ...common,
        after: canonicalForm(row.shape, own.body as JsonObject),
        ...(own.action === "replace" && {
          childCreates: childCreates.map((child) => changeFrom(kinds, child)),
        }),
      } as object as Update | Replace;
  }
}
