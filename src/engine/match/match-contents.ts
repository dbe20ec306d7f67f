// Matches the kinds without names, by content among the siblings under each matched parent.
import { type ByContent, isSupported, type Kind } from "../model/kind.ts";
import { unsupportedChildTypes } from "../model/refusals.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";
import { actionFor, type Leftover, type Match, type MatchContext } from "./match-context.ts";
import { pairEqual } from "./pair-equal.ts";
import { pairSimilar, similarityTo } from "./pair-similar.ts";
import {
  childrenOf,
  hasUnknownValues,
  isDuplicate,
  type Pairs,
  replacedBy,
  type Siblings,
  unpaired,
  unpairedSiblings,
} from "./siblings.ts";

/** Matches all definitions of a kind without names. */
export function matchContents(context: MatchContext, row: Kind, identity: ByContent): void {
  const parents = context.matches.filter((each) => each.row.kind === row.parent!.kind);
  for (const parent of parents) matchChildren(context, row, identity, parent);
  addOrphans(context, row);
}

/** Matches the definitions of a kind under one matched parent. */
function matchChildren(
  context: MatchContext,
  row: Kind,
  identity: ByContent,
  { desired: parent, observed: remoteParent, action }: Match,
): void {
  const { owned } = row.parent!;
  const desired = context.desiredChildren(row.kind, parent.address);
  if (!remoteParent || (action === "replace" && owned)) {
    for (const each of desired) context.matches.push({ row, desired: each, action: "create" });
    return;
  }
  const observed = context.observedChildren(row.kind, remoteParent.id);
  const leftover = { row, parent: parent.address };
  if (!owned && !parent.managedChildKinds.includes(row.kind)) {
    for (const each of observed)
      context.leftovers.push({ ...leftover, observed: each, reason: "undeclared" });
    return;
  }
  const known = observed.filter((each) => !hasUnknownValues(each));
  const pairing = pairSiblings(context, { row, desired, observed: known }, identity);
  for (const each of desired) recordPair(context, row, each, pairing.all.get(each));
  const unmatched = unpaired(observed, pairing.all);
  if (unmatched.length === 0) return;
  const isSimilar = similarityTo(context, identity, [...pairing.equal.keys()]);
  for (const each of unmatched) {
    const reason = leftoverReason(context, row, each, { ...pairing, isSimilar });
    context.leftovers.push({ ...leftover, observed: each, ...reason });
  }
}

interface Pairing {
  readonly equal: Pairs;
  /** The equal and the similar pairs. */
  readonly all: Pairs;
}

function pairSiblings(context: MatchContext, siblings: Siblings, identity: ByContent): Pairing {
  const equal = pairEqual(context, siblings, identity);
  const rest = unpairedSiblings(siblings, equal);
  return { equal, all: new Map([...equal, ...pairSimilar(context, rest, identity)]) };
}

/** Adds the match of a definition, or the refusal that prevents it. */
function recordPair(
  context: MatchContext,
  row: Kind,
  desired: Definition,
  observed: Observed | undefined,
): void {
  if (!observed) {
    context.matches.push({ row, desired, action: "create" });
    return;
  }
  context.claim(row.kind, observed.id, desired.address);
  const action = actionFor(context, row, desired, observed);
  // A replace deletes the children of the old resource. Children with unknown values would be lost.
  const lost = action === "replace" ? childrenOf(context, observed).filter(hasUnknownValues) : [];
  if (lost.length === 0) context.matches.push({ row, desired, observed, action });
  else
    context.refuse(
      unsupportedChildTypes(
        desired,
        lost.map((each) => ("id" in each ? each.id : each.address)),
      ),
    );
}

/** Why an observed resource under a matched parent has no definition. */
function leftoverReason(
  context: MatchContext,
  row: Kind,
  observed: Observed,
  { equal, all, isSimilar }: Pairing & { isSimilar: (observed: Observed) => boolean },
): Pick<Leftover, "reason" | "of" | "maybeReplaced"> {
  if (hasUnknownValues(observed)) return { reason: "foreign" };
  if (row.parent!.owned) return { reason: "surplus" };
  const matchedWith = (address: Address): Observed[] =>
    [...all].flatMap(([desired, partner]) => (desired.address === address ? [partner] : []));
  const replacement = replacedBy(context, observed, matchedWith);
  if (replacement !== undefined) return { reason: "unfinished", of: replacement };
  const original = [...equal].find((pair) => isDuplicate(context, observed, pair));
  if (original) return { reason: "double", of: original[0].address };
  const canUpdate = isSupported(row.update, context.options.capabilities);
  return { reason: "unmanaged", maybeReplaced: !canUpdate && isSimilar(observed) };
}

/** Adds the resources whose parent the service does not list. */
function addOrphans(context: MatchContext, row: Kind): void {
  const parentKind = row.parent!.kind;
  if (!context.responses.has(row.kind) || !context.responses.has(parentKind)) return;
  const listed = new Set(context.observed(parentKind).map(({ id }) => id));
  for (const observed of context.observed(row.kind))
    if (!listed.has(observed.parentId!))
      context.leftovers.push({ row, observed, reason: "orphan" });
}
