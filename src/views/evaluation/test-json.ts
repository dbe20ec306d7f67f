// The result of promptctl test as data: schemas/test-result.schema.json. All other formats are made
// from it.
import type { CaseResult } from "../../engine/evaluate/case-result.ts";
import { promptScores } from "../../engine/evaluate/gate.ts";
import { placeOf } from "../../engine/evaluate/loosened.ts";
import { compareSuite, mean, type PassRate, passRate } from "../../engine/evaluate/summary.ts";
import type { JudgedTrial } from "../../engine/evaluate/trials/trial.ts";
import type { CallProgress, CallReply } from "../../engine/evaluate/trials/trial-calls.ts";
import type { TestRun } from "../../engine/evaluate/test-run.ts";
import type { Address } from "../../engine/model/resource.ts";
import type { TestCase, TestPrompt, TestRange, TestResult } from "../../generated/types.ts";
import { caseJson, type DefinitionLookup, locationField } from "./test-case-json.ts";
import { promptText } from "./test-prompt.ts";
import { type ReasonFacts, reasonsOf } from "./test-reasons.ts";
import { verdictText } from "./test-summary.ts";
import { resultWarnings } from "./test-warnings.ts";

/** A run and its circumstances. */
export interface TestFacts extends DefinitionLookup, ReasonFacts, TestRun {
  readonly promptctl: string;
  readonly createdAt: Date;
  /** The duration of the run. */
  readonly milliseconds: number;
  readonly project: string;
  readonly route: TestResult["route"];
  readonly baseCode?: TestResult["baseCode"];
  readonly calls: CallProgress;
  readonly warnings: readonly string[];
}

/** The result of a run. */
export function testDocument(facts: TestFacts): TestResult {
  const { gate, settings, results, calls } = facts;
  const counts = countCases(facts);
  const verdict = facts.isInterrupted && gate.verdict === "passed" ? "incomplete" : gate.verdict;
  const wouldBlock = settings.gate === "report" && {
    wouldBlock: gate.verdict === "failed",
  };
  const { base, baseCode } = facts;
  return {
    format: "promptctl.test/1",
    promptctl: facts.promptctl,
    createdAt: facts.createdAt.toISOString(),
    project: facts.project,
    route: facts.route,
    ...(baseCode && { baseCode }),
    base,
    settings,
    verdict,
    ...wouldBlock,
    headline: verdictText({ verdict, counts, base, ...(baseCode && { baseCode }), ...wouldBlock }),
    exitCode: facts.isInterrupted ? 130 : gate.exitCode,
    reasons: reasonsOf(facts),
    counts,
    ...rangeOf("passRange", passRate(results, "head")),
    ...(settings.compare && rangeOf("basePassRange", passRate(results, "base"))),
    ...suiteOf(facts),
    prompts: promptsOf(facts),
    cases: casesOf(facts),
    removed: [...facts.removed],
    loosened: facts.loosened.map((each) => ({
      address: each.address,
      message: each.message,
      looser: each.looser,
      ...(gate.looser.includes(each) && { blocks: true as const }),
      ...locationField(facts, placeOf(each)),
    })),
    warnings: [...facts.warnings, ...resultWarnings(facts)],
    calls: {
      live: calls.live,
      ...(calls.failed > 0 && { failed: calls.failed }),
      cached: calls.cached,
      ...(calls.oldest !== undefined && { oldest: calls.oldest }),
      cost: calls.cost,
      unpriced: calls.unpriced,
      milliseconds: Math.round(facts.milliseconds),
    },
    ...differenceOfReplies(results),
  };
}

function rangeOf<Name extends string>(
  name: Name,
  { passed, measured, replies, range: [low, high] }: PassRate,
): { readonly [name in Name]?: TestRange } {
  if (measured === 0) return {};
  const shared = replies < measured && { replies };
  return { [name]: { passed, measured, ...shared, low, high } } as { [name in Name]: TestRange };
}

/** The cases that block, then the others, each in the order of the files. */
function casesOf(facts: TestFacts): TestCase[] {
  const { blocking } = facts.gate;
  const blocks = new Set(blocking);
  return [
    ...blocking.map((each) => ({ ...caseJson(each, facts), blocks: true as const })),
    ...facts.results.filter((each) => !blocks.has(each)).map((each) => caseJson(each, facts)),
  ];
}

function countCases({ results, unchanged, removed }: TestFacts): TestResult["counts"] {
  const verdicts = (verdict: CaseResult["verdict"]): number =>
    results.filter((each) => each.verdict === verdict).length;
  const comparisons = (comparison: CaseResult["comparison"]): number =>
    results.filter((each) => each.comparison === comparison).length;
  const informational = verdicts("cannot fail");
  const notCompared = comparisons("not compared");
  return {
    cases: results.length,
    affected: results.filter(({ basis }) => basis !== "unchanged").length,
    passed: verdicts("passed"),
    failed: verdicts("failed") + verdicts("flipped"),
    unsteady: verdicts("unsteady"),
    ...(informational > 0 && { informational }),
    notMeasured: verdicts("not measured"),
    notRun: verdicts("not run"),
    regressed: comparisons("regressed"),
    suspect: comparisons("suspect"),
    fixed: comparisons("fixed"),
    stillFailing: comparisons("still failing"),
    new: comparisons("new"),
    ...(notCompared > 0 && { notCompared }),
    unchanged,
    removed: removed.length,
  };
}

/** All cases in one sentence, if the base ran on each of them. */
function suiteOf({ results, settings }: TestFacts): Pick<TestResult, "suite"> {
  if (!settings.compare || results.length === 0) return {};
  const { worse, better, cases, p } = compareSuite(results);
  if (cases < results.filter(({ informational }) => !informational).length) return {};
  return { suite: { worse, better, p, text: suiteText(results, { worse, better, p }) } };
}

/** The largest p of the sentence about all cases that is called unlikely to be chance. */
const largestUnlikely = 0.05;

function suiteText(
  results: readonly CaseResult[],
  { worse, better, p }: Omit<NonNullable<TestResult["suite"]>, "text">,
): string {
  if (worse + better === 0) return "No case got worse or better.";
  const counts = `${worse} got worse, ${better} better`;
  const isChance = p > largestUnlikely;
  const isConfirmed = results.some(({ comparison }) => comparison === "regressed");
  // "may be chance" would contradict a case whose regression is confirmed.
  if (isChance && isConfirmed) return `${counts}.`;
  return `${counts}: ${isChance ? "may be" : "unlikely to be"} chance (${percentText(p)}).`;
}

function percentText(p: number): string {
  return p < 0.01 ? "less than 1 %" : `${Math.round(p * 100)} %`;
}

/** The prompts with cases, with their score and the texts of both sides. */
function promptsOf(facts: TestFacts): TestPrompt[] {
  const scores = new Map(promptScores(facts.results).map(({ prompt, score }) => [prompt, score]));
  const addresses = [...new Set(facts.results.map(({ prompt }) => prompt))];
  return addresses.map((address) => {
    const base = facts.basePrompts.get(address);
    return {
      address,
      ...locationField(facts, address),
      score: scores.get(address) ?? null,
      ...votesOf(facts, address),
      ...differenceOfReplies(facts.results.filter(({ prompt }) => prompt === address)),
      head: promptText(facts.definitionOf(address)),
      ...(base && { base: promptText(base) }),
    };
  });
}

function votesOf({ suites }: TestFacts, address: Address): Pick<TestPrompt, "votes"> {
  const suite = suites.find(({ prompt }) => prompt === address);
  if (!suite) return {};
  const { worse, better, p, isWorse } = suite;
  return { votes: { worse, better, p, gotWorse: isWorse } };
}

/**
 * The mean of the first replies on both sides, over the cases that are measured on both. Absent if the
 * base ran for some of the cases only: those that failed on the head, whose replies are no sample.
 */
function differenceOfReplies(results: readonly CaseResult[]): Pick<TestResult, "difference"> {
  const compared = results.filter(
    ({ basis, informational, trials }) =>
      basis === "affected" && !informational && replyOf(trials.head[0]),
  );
  if (compared.some(({ trials }) => trials.base.length === 0)) return {};
  const pairs = compared.flatMap(({ trials: { head, base } }) => {
    const [own, prior] = [replyOf(head[0])!, replyOf(base[0])];
    return prior ? [{ own, prior }] : [];
  });
  if (pairs.length === 0) return {};
  const live = pairs.filter(({ own, prior }) => !own.cached && !prior.cached);
  return {
    difference: {
      cases: pairs.length,
      headCost: mean(pairs.map(({ own }) => own.run.stats.cost)),
      baseCost: mean(pairs.map(({ prior }) => prior.run.stats.cost)),
      headLatency: mean(live.map(({ own }) => own.run.stats.latency)),
      baseLatency: mean(live.map(({ prior }) => prior.run.stats.latency)),
    },
  };
}

function replyOf(trial: JudgedTrial | undefined): CallReply | undefined {
  return trial && "run" in trial.call ? trial.call : undefined;
}
