// What a reader of the results must know besides the verdict and its reasons: a sentence each.
import { newlyTruncated } from "../../engine/evaluate/summary.ts";
import type { TestRun } from "../../engine/evaluate/test-run.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { TestBase } from "../../generated/types.ts";
import { pluralize } from "../text/terminal-text.ts";
import { promptNames } from "./test-reasons.ts";

interface WarningFacts extends Pick<TestRun, "results" | "untested" | "gate"> {
  readonly base: TestBase | null;
}

/** The warnings about the results of a run. */
export function resultWarnings(facts: WarningFacts): string[] {
  return [...truncatedWarning(facts), ...repairsWarning(facts), ...untestedWarning(facts)];
}

/** A reply that is cut off can still pass. */
function truncatedWarning({ results }: WarningFacts): string[] {
  const truncated = newlyTruncated(results);
  if (truncated.length === 0) return [];
  const names = someOf(truncated.map(({ address }) => address));
  return [
    `Replies of ${pluralize(truncated.length, "case")} are newly truncated (at maxTokens or the limit of the model), those of the base are not: ${names}.`,
  ];
}

/** A change that repairs the base makes new cases. */
function repairsWarning({ results }: WarningFacts): string[] {
  const repaired = results.filter(({ repairsBase }) => repairsBase);
  if (repaired.length === 0) return [];
  const are = repaired.length === 1 ? "1 case is" : `${repaired.length} cases are`;
  const names = someOf(repaired.map(({ address }) => address));
  return [`${are} judged as new, because the base does not work for them: ${names}.`];
}

/** Changed prompts without evaluations that the reasons do not name. */
function untestedWarning({ untested, gate, base }: WarningFacts): string[] {
  const named = new Set([...gate.withoutEvaluations, ...gate.unguarded]);
  const others = untested.filter((each) => !named.has(each));
  if (base === null || others.length === 0) return [];
  return [`Changed prompts without evaluations: ${promptNames(others)}.`];
}
