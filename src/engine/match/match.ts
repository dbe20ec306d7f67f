// Which remote thing is which definition. Kinds are matched in the order of the table, so that
// what a thing refers to has its address before the thing itself is compared.
import type { Kinds } from "../model/kind.ts";
import { matchContents } from "./match-contents.ts";
import { matchNames } from "./match-names.ts";
import { type MatchResult, type MatchOptions, createMatchContext } from "./match-context.ts";
import type { ListResponses } from "../observe/observe.ts";
import type { Definition } from "../model/resource.ts";

/** Matches every definition with at most one remote thing, and no remote thing twice. */
export function match(
  kinds: Kinds,
  definitions: readonly Definition[],
  answers: ListResponses,
  options: MatchOptions,
): MatchResult {
  const work = createMatchContext(kinds, definitions, answers, options);
  for (const row of kinds)
    if (row.identifiedBy.by === "name") matchNames(work, row);
    else matchContents(work, row, row.identifiedBy);
  const { matches, leftovers, refusals } = work;
  const observed = new Map(
    kinds.filter((row) => answers.has(row.kind)).map((row) => [row.kind, work.observed(row.kind)]),
  );
  return { matches, leftovers, refusals, observed };
}
