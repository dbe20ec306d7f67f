// Records the match of a definition with its action, or the refusal that prevents it.
import { jsonEquals } from "../model/json.ts";
import { isSupported, type Kind } from "../model/kind.ts";
import type { Refusal } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import { externalMissing } from "../refusals/name-refusals.ts";
import { unsupportedChildTypes, unsupportedValues } from "../refusals/refusals.ts";
import type { Definition, Observed } from "../model/resource.ts";
import { isNameInScope } from "../environments/scope.ts";
import type { Match, MatchContext } from "./match-context.ts";
import { childrenOf, hasUnknownValues } from "./siblings.ts";

/** Adds the match of a definition with this remote resource, or with none. */
export function recordMatch(
  context: MatchContext,
  row: Kind,
  desired: Definition,
  observed: Observed | undefined,
): void {
  // Nothing refers to a resource without a name by its id.
  if (observed && row.identifiedBy.by === "name")
    context.setAddress(row.kind, observed.id, desired.address);
  if (isDefinitionInScope(context, desired, observed)) context.inScope.add(desired.address);
  if (context.isRefused(desired.address)) return;
  if (referencesOf(row, desired.spec).some(context.isRefused)) {
    // Its content is not known. Without a remote resource it is created later.
    if (observed) context.matches.push({ row, desired, observed, action: "undetermined" });
    return;
  }
  if (!observed && desired.external) return context.refuse(externalMissing(desired));
  const action = actionFor(context, row, desired, observed);
  const refusal = observed && refusalOf(context, desired, observed, action);
  if (refusal) context.refuse(refusal);
  context.matches.push({
    row,
    desired,
    ...(observed && { observed }),
    action: refusal ? "undetermined" : action,
  });
}

/** By the name that the resource has after apply; without a name, by its parent. */
function isDefinitionInScope(
  { inScope, options: { scope } }: MatchContext,
  desired: Definition,
  observed: Observed | undefined,
): boolean {
  const { row, parent } = desired;
  const name = desired.external ? observed?.name : desired.name;
  if (name !== undefined) return isNameInScope(scope, row.kind, name);
  return parent !== undefined && inScope.has(parent);
}

/** The refusal of an action that could lose values that this version does not know. */
function refusalOf(
  context: MatchContext,
  desired: Definition,
  observed: Observed,
  action: Match["action"],
): Refusal | undefined {
  if (action !== "keep" && observed.unknownValues.length > 0)
    return unsupportedValues(desired, observed.unknownValues);
  if (action !== "replace") return undefined;
  // A replace deletes the children of the old resource. Those with unknown values would be lost.
  const lost = childrenOf(context, observed).filter(hasUnknownValues);
  if (lost.length === 0) return undefined;
  const ids = lost.map((each) => ("id" in each ? each.id : each.address));
  return unsupportedChildTypes(desired, ids);
}

function actionFor(
  context: MatchContext,
  row: Kind,
  desired: Definition,
  observed: Observed | undefined,
): Match["action"] {
  if (desired.external) return "keep";
  if (!observed) return "create";
  // Most resources are unchanged: comparing them saves the digests, 25 % of row "plan 20,000".
  if (jsonEquals(desired.spec, observed.spec)) return "keep";
  if (context.contentDigest(desired) === context.contentDigest(observed)) return "keep";
  return isSupported(row.update, context.options.capabilities) ? "update" : "replace";
}
