// Definitions and the resources of the service, matched and compared.
import { diff, type Difference } from "../../engine/diff/diff.ts";
import type { DiffOptions } from "../../engine/diff/diff-context.ts";
import { match } from "../../engine/match/match.ts";
import type { MatchOptions, MatchResult } from "../../engine/match/match-context.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { Definition } from "../../engine/model/resource.ts";
import type { ListResponses } from "../../engine/normalize/observe.ts";

export interface Comparison {
  readonly matching: MatchResult;
  readonly difference: Difference;
}

interface ComparisonSides {
  readonly definitions: readonly Definition[];
  readonly responses: ListResponses;
}

/** Matches definitions with resources and turns the matches into changes. */
export function compare(
  kinds: Kinds,
  { definitions, responses }: ComparisonSides,
  options: MatchOptions & DiffOptions,
): Comparison {
  const matching = match(kinds, definitions, responses, options);
  return { matching, difference: diff(kinds, matching, options) };
}
