// Reads the plan from the document of a saved plan.
import type { ChangeDocument, Plan as PlanDocument } from "../../generated/types.ts";
import type { JsonObject } from "../model/json.ts";
import { diagnosticFrom } from "../model/diagnostic-document.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { flattenChange } from "../model/flatten-change.ts";
import type { Change, Create, Delete, ExecutablePlan, Replace, Update } from "../model/plan.ts";
import { type Address, kindOf } from "../model/resource.ts";
import { heldFrom } from "./held-document.ts";

/** Whether every change and step has the fields that applying it needs. */
export function isComplete(kinds: Kinds, { changes, steps }: PlanDocument): boolean {
  const isKnown = (address: Address): boolean => kinds.some(({ kind }) => kind === kindOf(address));
  const hasFields = (change: ChangeDocument): boolean => {
    const { id, body, before, because, cascades, creates = [], deletes = [], held } = change;
    const own = {
      create: [body],
      update: [id, body, before],
      replace: [id, body, before, change.creates],
      delete: [id, before, because, cascades],
    }[change.action];
    return (
      isKnown(change.address) &&
      own.every((each) => each !== undefined) &&
      (held === undefined || heldFrom(held) !== undefined) &&
      [...creates, ...deletes].every(hasFields)
    );
  };
  return changes.every(hasFields) && steps.every(({ address }) => isKnown(address));
}

/** Returns the plan of a complete document made by `savedPlan`. */
export function planFromDocument(kinds: Kinds, document: PlanDocument): ExecutablePlan {
  const { baseUrl, environment, counts, unmanaged, refusals, notes, basis } = document;
  const { history, warnings, removed } = document;
  const { definitions, ids, names, seen } = document as Required<PlanDocument>;
  const changes = document.changes.map((each) => changeFrom(kinds, each));
  const bodies = new Map(
    changes
      .flatMap(flattenChange)
      .flatMap((change) =>
        change.action === "delete" ? [] : [[change.address, change.body] as const],
      ),
  );
  return {
    baseUrl,
    ...(environment !== undefined && { environment }),
    definitionCount: definitions,
    counts,
    changes,
    steps: document.steps.map(({ without, ...step }) => ({
      ...step,
      kind: kindOf(step.address),
      ...(without && { onlyIfMissing: without }),
      ...(step.verb !== "delete" && { body: bodies.get(step.address)! }),
    })),
    unmanaged,
    refusals,
    notes,
    basis,
    ...(warnings && { warnings: warnings.map(diagnosticFrom) }),
    ...(removed && { removed }),
    ...(history && { history }),
    names,
    listed: seen,
    ids,
  };
}

/** The casts are safe: `isComplete` checks the fields of each action. */
function changeFrom(kinds: Kinds, document: ChangeDocument): Change {
  const { creates = [], deletes = [], because, of, without, held, ...rest } = document;
  const { beneath: _beneath, edits: _edits, ...own } = rest;
  const kind = kindOf(own.address);
  const common = {
    ...own,
    kind,
    childDeletes: deletes.map((child) => changeFrom(kinds, child)),
    ...(held && { held: heldFrom(held)! }),
  };
  switch (own.action) {
    case "create":
      return common as Create;
    case "delete":
      return {
        ...common,
        reason: because === "double" ? "duplicate" : because,
        ...(of !== undefined && { supersededBy: of }),
        ...(without && { onlyIfMissing: without }),
      } as Delete;
    case "update":
    case "replace":
      return {
        unknownFields: [],
        usedBy: [],
        ...common,
        after: canonicalForm(kindNamed(kinds, kind).shape, own.body as JsonObject),
        ...(own.action === "replace" && {
          childCreates: creates.map((child) => changeFrom(kinds, child)),
        }),
      } as object as Update | Replace;
  }
}
