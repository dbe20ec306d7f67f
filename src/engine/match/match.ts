// Matching decides which remote resource belongs to which definition.
//
// The service stores no addresses, and evaluations and assertions have no names. So every plan has
// to find out which of the observed resources are the ones that the definitions describe. A wrong
// match would overwrite or delete somebody else's work. Where the data does not decide, matching
// adds a refusal, and nothing is applied.
//
// Kinds are matched in the order of the table: tools, prompts, evaluations, assertions. When a kind
// is matched, the addresses of the resources it refers to and of its parents are already known.
//
// Named resources (match-names.ts)
//   A resource belongs to a definition
//   1. by a pin: promptctl.yaml maps the address to an id;
//   2. else by its name;
//   3. else by a name in `renamedFrom`, unless a definition has that name now.
//   If several remote resources have the name and equal content, one is matched and the others are
//   duplicates. If their contents differ, the name is ambiguous and the plan is refused. So is a plan
//   that would create a resource whose name an unmatched one has in another spelling (similar-names.ts).
//
// Nameless resources (match-contents.ts)
//   They are matched among the siblings under a matched parent, in three passes:
//   1. Equal (pair-siblings.ts): resources with equal content are paired. If there are several ways to
//      pair them, the one whose children need the fewest API calls is chosen.
//   2. Earlier (pair-by-history.ts): a remote resource that equals an earlier version of exactly one of
//      the other definitions, in git, is paired with it.
//   3. Similar (pair-similar.ts): of the rest, a definition is paired with a remote resource that
//      shares enough parts with it, those with the most shared parts first. Such a pair is one
//      resource that was changed: an update, or a replace if the service cannot update.
//   Where the resources may belong to others (shared-siblings.ts), the third pass is left out, and the
//   first one pairs only resources without children that the definition never had.
//
// Each match has an action: create, keep, update or replace. A remote resource without a match is a
// leftover with a reason, for example a duplicate or the old resource of an interrupted replace.
// Whether leftovers are deleted is decided later (engine/diff).
//
// Terms
//   content   the own fields of a resource in canonical form, without its children
//   siblings  the definitions and the observed resources of one kind under one parent
//   claim     the match of a definition of a named kind, before it is recorded
//   leftover  an observed resource without a definition
import type { Kinds } from "../model/kind.ts";
import type { Definition } from "../model/resource.ts";
import type { ListResponses } from "../normalize/observe.ts";
import { matchContents } from "./match-contents.ts";
import { createMatchContext, type MatchOptions, type MatchResult } from "./match-context.ts";
import { matchNames } from "./match-names.ts";
import { outdatedEntries } from "./siblings.ts";

/** Matches each definition with at most one remote resource, and each remote resource once. */
export function match(
  kinds: Kinds,
  definitions: readonly Definition[],
  responses: ListResponses,
  options: MatchOptions,
): MatchResult {
  const context = createMatchContext(kinds, definitions, responses, options);
  for (const row of kinds)
    if (row.identifiedBy.by === "name") matchNames(context, row);
    else matchContents(context, row, row.identifiedBy);
  const listed = kinds.filter(({ kind }) => responses.has(kind));
  const { matches, inScope, leftovers, refusals } = context;
  return {
    matches,
    leftovers,
    refusals,
    inScope,
    outdatedEntries: outdatedEntries(context, responses),
    observed: new Map(listed.map(({ kind }) => [kind, context.observed(kind)])),
  };
}
