// What all reports of a test say about the run: its headline, the verdict and the reasons.
import { shortHash } from "../../engine/text/commit-hash.ts";
import type { TestResult } from "../../generated/types.ts";
import { serviceName } from "../text/display-name.ts";
import { pluralize } from "../text/terminal-text.ts";

/** The title of the tests that the change could have made easier. */
export const changedTestsTitle = "Tests changed in this change";

/** The title of the cases that say nothing, in the reports with one list of them. */
export const unmeasuredTitle = "Not measured, not compared, not run or unable to fail";

/** `promptctl test · 6 of 41 cases affected by the change · base 3f2a91c (main)`. */
export function testHeadline(result: TestResult, separator: string): string {
  const { counts, base, route, settings, columns } = result;
  const total = counts.cases + counts.unchanged;
  const cases =
    base === null || total === 0
      ? pluralize(total, "case")
      : `${counts.affected} of ${pluralize(total, "case")} affected by the change`;
  const values = columns ? [] : settings.with.map((each) => `with ${each}`);
  return ["promptctl test", cases, baseText(base), routeTexts[route], ...values]
    .filter(Boolean)
    .join(` ${separator} `);
}

const routeTexts: { readonly [route in TestResult["route"]]: string } = {
  provider: "",
  service: "replies of the service",
  echo: "replies of the echo",
  command: "replies of the application",
  replies: "scripted replies",
};

/** `base 3f2a91c (main)`; `no base`. */
function baseText(base: TestResult["base"]): string {
  if (base === null) return "no base";
  if (base.type === "service" || base.commit === undefined) return `base ${serviceName(base.name)}`;
  const hash = shortHash(base.commit);
  return base.commit.startsWith(base.name) ? `base ${hash}` : `base ${hash} (${base.name})`;
}

/** Whether there is nothing to report: no case ran or was removed, and no test became easier. */
export function isEmptyReport({ counts, loosened }: TestResult): boolean {
  return counts.cases + counts.removed + loosened.length === 0;
}

/**
 * The outcome in a few words, the same in all reports. A run without a case, or with cases that failed
 * at least once, is no plain success.
 */
export function verdictText({
  verdict,
  counts,
  wouldBlock,
  base,
  baseCode,
}: Pick<TestResult, "verdict" | "counts" | "wouldBlock" | "base" | "baseCode">): string {
  if (wouldBlock) return "Would have failed.";
  if (verdict !== "passed") return verdict === "failed" ? "Failed." : "Incomplete.";
  if (counts.cases === 0) return "Nothing was measured.";
  if (counts.failed + counts.unsteady + counts.suspect === 0)
    return baseCode === "head" ? "Passed with the code of this change on both sides." : "Passed.";
  return base === null ? "Nothing blocks." : "No confirmed regression.";
}

/** The reasons of the verdict, and how many of the cases passed with the range of the pass rate. */
export function verdictDetails(result: TestResult): string {
  return verdictSentences(result).join(" ");
}

/** The sentences of `verdictDetails`. */
export function verdictSentences(result: TestResult): string[] {
  const { reasons, counts, passRange, base, columns } = result;
  if (columns) return [...reasons];
  if (counts.cases === 0 && reasons.length > 0) return reasons;
  if (counts.cases === 0) {
    if (counts.unchanged > 0 && base !== null)
      return [`The change affects no case. To run all ${counts.unchanged}: --all`];
    return [
      counts.removed > 0
        ? `The change removes ${pluralize(counts.removed, "evaluation")}, and no other is selected.`
        : "No evaluation is defined or selected.",
    ];
  }
  const passed = passRange
    ? `${firstRepliesText(passRange, result)} passed (${rangeText(passRange)})${unsteadyText(counts)}.`
    : "No case was judged.";
  return [...reasons, passed];
}

/** `2 of 3 first replies of 1 case`. The cases are named if they have several first replies each. */
function firstRepliesText(
  range: NonNullable<TestResult["passRange"]>,
  { cases }: TestResult,
): string {
  const { passed, measured, replies } = range;
  if (replies !== undefined) return sharedRepliesText(range);
  const judged = cases.filter(
    ({ verdict, head }) => verdict !== "cannot fail" && head.measured > 0,
  ).length;
  const ofCases = judged === measured ? "" : ` of ${pluralize(judged, "case")}`;
  return `${passed} of ${measured} first ${measured === 1 ? "reply" : "replies"}${ofCases}`;
}

/** `20 of 20 evaluations of 1 reply`: how many passed, if cases share replies. */
export function sharedRepliesText({
  passed,
  measured,
  replies = measured,
}: NonNullable<TestResult["passRange"]>): string {
  const words = replies === 1 ? "1 reply" : `${replies} replies`;
  return `${passed} of ${measured} evaluations of ${words}`;
}

const maxSentences = 10;

/** The first sentences and the last: a gate can have a reason for each prompt. */
export function someSentences(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - maxSentences;
  if (more <= 0) return sentences;
  const others = `${pluralize(more + 1, "more reason")}.`;
  return [...sentences.slice(0, maxSentences - 2), others, sentences.at(-1)!];
}

/** Cases whose trials differ. */
function unsteadyText({ unsteady }: TestResult["counts"]): string {
  return unsteady === 0 ? "" : `, ${pluralize(unsteady, "case")} unsteady`;
}

/** `72 to 100 %`. Only a certain end is 0 or 100. */
function rangeText({ low, high }: NonNullable<TestResult["passRange"]>): string {
  const [from, to] = [Math.round(low * 100), Math.round(high * 100)];
  return `${low < 1 ? Math.min(from, 99) : from} to ${high > 0 ? Math.max(to, 1) : to} %`;
}

/** Whether trials of both sides were compared. */
export function hasComparison({ cases }: Pick<TestResult, "cases">): boolean {
  return cases.some(({ base }) => base !== undefined && base.trials.length > 0);
}

/** What the comparison cannot see. */
export const limitsOfComparison =
  "Of 50 cases, one whose pass rate falls from 95 to 20 % is found in about 75 % of simulated runs. Weights of cases do not count.";
