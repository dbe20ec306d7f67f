// The JSON document of a plan (schemas/plan.schema.json). A saved plan is the same document with
// what apply needs; plan-from-document.ts reads it.
import type {
  ChangeDocument,
  HistoryDocument,
  Plan as PlanDocument,
  PromotionDocument,
  StepDocument,
  UnpromotedDocument,
} from "../../generated/types.ts";
import { alertDocument } from "./alert-document.ts";
import { diagnosticDocument } from "./diagnostic-document.ts";
import { digestJson } from "../text/digest.ts";
import { numbersByKind } from "../text/kind-counts.ts";
import { rowsOf } from "../model/kind.ts";
import { isObject, type Json } from "../model/json.ts";
import type { HistoryExtent } from "../model/held-version.ts";
import {
  flattenChange,
  type Change,
  type Delete,
  type Plan,
  type Promotion,
  type Step,
  type UnpromotedChange,
} from "../model/plan.ts";
import type { JournalEntry } from "../model/replace-journal.ts";
import { heldDocument } from "./held-document.ts";
import { valueEdits } from "../json/value-edits.ts";

export const planFormat = "promptctl.plan/1";

/** The document of `plan --json`, with the values before and after each change. */
export function planDocument(plan: Plan, commit?: string): PlanDocument {
  const { baseUrl, environment, counts, unmanaged, refusals, notes } = plan;
  const { history, warnings, removed, promotion, alerts = [] } = plan;
  return {
    format: planFormat,
    baseUrl,
    ...(environment !== undefined && { environment }),
    counts,
    changes: plan.changes.map(changeDocument),
    steps: plan.steps.map(stepDocument),
    unmanaged: unmanaged.map(({ reason, ...rest }) => ({
      ...rest,
      reason: reason.text,
      reasonCode: reason.code,
    })),
    refusals,
    notes,
    alerts: alerts.map(alertDocument),
    ...(warnings && { warnings: warnings.map(diagnosticDocument) }),
    ...(removed && { removed }),
    ...(history && { history: historyDocument(history) }),
    ...(promotion && { promotion: promotionDocument(promotion) }),
    ...(commit !== undefined && { commit }),
  } as PlanDocument;
}

function historyDocument({ commits, gap }: HistoryExtent): HistoryDocument {
  return { commits, ...(gap !== undefined && { gap }) };
}

function promotionDocument({ heldBack, allowed, ...rest }: Promotion): PromotionDocument {
  const documents = (list: readonly UnpromotedChange[]): UnpromotedDocument[] =>
    list.map(({ change, upstream, ...each }) => ({
      ...each,
      ...(upstream && { upstream: heldDocument(upstream) }),
      change: changeDocument(change),
    }));
  return { ...rest, heldBack: documents(heldBack), allowed: documents(allowed) };
}

/** The values that shape a plan, whether flags or settings gave them. */
export interface PlanValues {
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  readonly overwrite: readonly string[];
  readonly prune: boolean;
  readonly allowMassDelete: boolean;
  /** Whether the plan has what the environment of `after` does not hold. */
  readonly allowUnpromoted: boolean;
  /** Whether the history in git is read. */
  readonly history: boolean;
  /** Whether the configuration has no scope, although CI is set. */
  readonly lacksScope: boolean;
}

/** What apply needs to make a saved plan again. */
export interface PlanBasis {
  /** The digest of the content of definitions and settings. */
  readonly definitionsDigest: string;
  readonly values: PlanValues;
  /** What the plan replaces, so that an interrupted apply can be finished elsewhere. */
  readonly journalEntries: readonly JournalEntry[];
}

/** When and where a plan was saved; not part of its digest. */
export interface SavedPlanOrigin {
  /** ISO 8601. */
  readonly createdAt: string;
  /** The folder of the project, relative to that of the file. */
  readonly project: string;
  /** The commit that has the definitions; undefined for those of the files. */
  readonly commit?: string | undefined;
}

/** The document that `--out` writes. */
export function savedPlan(
  plan: Plan,
  basis: PlanBasis,
  { commit, ...origin }: SavedPlanOrigin,
): PlanDocument {
  const document = {
    ...planDocument(plan, commit),
    definitionCount: plan.definitionCount,
    names: plan.names,
    ...basis,
  };
  return { ...document, ...origin, digest: planDigest(document) } as object as PlanDocument;
}

/**
 * The digest of a saved plan: of all fields but the digest itself, the origin, alerts, warnings, and what
 * git and other environments say. Clones with more or less history make plans with equal digests.
 */
export function planDigest(document: object): string {
  const origin = ["digest", "createdAt", "project", "commit"];
  const excluded = new Set([...origin, "history", "warnings", "removed", "promotion", "alerts"]);
  const fields = Object.entries(document)
    .filter(([key]) => !excluded.has(key))
    .map(
      ([key, value]) => [key, key === "changes" ? withoutHeld(value) : (value as Json)] as const,
    );
  return digestJson(Object.fromEntries(fields));
}

/** The document may be damaged: its changes can have any type. */
function withoutHeld(changes: Json): Json {
  if (!Array.isArray(changes)) return changes;
  return changes.map((change: Json) => {
    if (!isObject(change)) return change;
    const { held: _held, ...others } = change;
    return others;
  });
}

/** A change with its bodies and those of its children. */
function changeDocument(change: Change): ChangeDocument {
  const { address, action, parent, overridden, childDeletes, held } = change;
  return {
    address,
    action,
    ...fieldsOf(change),
    ...(parent !== undefined && { parent }),
    ...(overridden && { overridden }),
    ...(childDeletes.length > 0 && { childDeletes: childDeletes.map(changeDocument) }),
    ...(held && { held: heldDocument(held) }),
  };
}

/** The fields that depend on the action. */
function fieldsOf(change: Change): Partial<ChangeDocument> {
  if (change.action === "create") return { body: change.body };
  if (change.action === "delete") return deleteFields(change);
  const { action, id, before, after, body, unknownFields, usedBy } = change;
  return {
    id,
    edits: valueEdits(before, after),
    ...(action === "replace" && childCounts(change.childCreates)),
    ...(unknownFields.length > 0 && { unknownFields }),
    ...(usedBy.length > 0 && { usedBy }),
    body,
    before,
    ...(action === "replace" && { childCreates: change.childCreates.map(changeDocument) }),
  } as Partial<ChangeDocument>;
}

function deleteFields(change: Delete): Partial<ChangeDocument> {
  const { id, name, before, reason, cascades, supersededBy, onlyIfMissing } = change;
  return {
    id,
    ...(name !== undefined && { name }),
    ...childCounts(flattenChange(change).slice(1)),
    before,
    reason,
    cascades,
    ...(supersededBy !== undefined && { supersededBy }),
    ...(onlyIfMissing && { onlyIfMissing }),
  };
}

/** The number of children by kind, if there are any. */
function childCounts(children: readonly Change[]): Pick<ChangeDocument, "childCounts"> {
  if (children.length === 0) return {};
  return { childCounts: numbersByKind(rowsOf(children)) };
}

/** A step without its body, which is in the change. */
function stepDocument(step: Step): StepDocument {
  const { kind: _kind, body: _body, observedTag: _tag, ...fields } = step;
  return { ...fields, needs: [...step.needs] };
}
