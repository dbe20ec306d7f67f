// Why the verdict of a run is not passed, and what else differs from the base: a sentence each.
import type { CaseResult } from "../../engine/evaluate/case-result.ts";
import type { UntestedPrompt } from "../../engine/evaluate/cases/cases.ts";
import { isUnmeasured } from "../../engine/evaluate/compare.ts";
import type { GateResult, PromptSuite } from "../../engine/evaluate/gate.ts";
import type { Loosening } from "../../engine/evaluate/loosened.ts";
import type { CallProgress } from "../../engine/evaluate/trials/trial-calls.ts";
import type { TestRun } from "../../engine/evaluate/test-run.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import { pluralize } from "../text/terminal-text.ts";
import type { TestBase, TestSettings } from "../../generated/types.ts";

/** What the sentences are made from. */
export interface ReasonFacts extends Pick<TestRun, "results" | "gate"> {
  readonly base: TestBase | null;
  readonly settings: TestSettings;
  readonly isInterrupted: boolean;
  readonly calls: Pick<CallProgress, "ended">;
  /** Why no case ran, if the selection says it. */
  readonly emptyBecause?: string | undefined;
  /** Why head and base are the same, in sentences. */
  readonly uncomparedBecause?: string | undefined;
}

/** The sentences, in the order in which a reader needs them. */
export function reasonsOf(facts: ReasonFacts): string[] {
  const { gate, settings, base } = facts;
  const { blocking, worsePrompts, lowScores, open, withoutEvaluations, looser, unguarded } = gate;
  const regressed = blocking.filter(({ comparison }) => comparison === "regressed");
  const failed = blocking.length - regressed.length;
  const isNew = base !== null && settings.gate !== "all" ? "new " : "";
  const suspect = countWhere(facts, ({ comparison }) => comparison === "suspect");
  const failing = countWhere(
    facts,
    ({ verdict, comparison }) => verdict === "failed" && comparison !== "suspect",
  );
  const isPassed = gate.verdict === "passed";
  const unmeasured = open.filter(({ verdict }) => isUnmeasured(verdict)).length;
  const uncompared = open.length - unmeasured;
  return [
    ...(facts.emptyBecause !== undefined ? [facts.emptyBecause] : []),
    ...(facts.uncomparedBecause !== undefined ? [facts.uncomparedBecause] : []),
    ...(isPassed && failing > 0
      ? [`${pluralize(failing, "case")} failed, which does not block.`]
      : []),
    ...(isPassed && suspect > 0
      ? [`${pluralize(suspect, "case")} may be worse, which is not confirmed.`]
      : []),
    ...(regressed.length > 0 ? [`${pluralize(regressed.length, "case")} regressed.`] : []),
    ...(failed > 0 ? [`${pluralize(failed, `${isNew}case`)} never passed.`] : []),
    ...worsePrompts.map(
      (suite) =>
        `${suite.prompt} got worse: ${pluralize(suite.worse, voterOf(suite, facts))} passed less often than on the base, ${suite.better} more often.`,
    ),
    ...lowScores.map(
      ({ prompt, best }) =>
        `${prompt} has the score ${(best ?? 0).toFixed(2)}, less than ${settings.minScore}.`,
    ),
    ...(withoutEvaluations.length > 0
      ? [`Changed prompts without evaluations: ${promptNames(withoutEvaluations)}.`]
      : []),
    ...looserReasons(looser),
    ...unguardedReasons(unguarded),
    ...(gate.isUnconfirmed ? ["Replies of earlier runs do not block: omit --cached-only."] : []),
    ...(gate.measuredNothing && unmeasured === 0 ? ["No case that ran can fail."] : []),
    ...(unmeasured > 0 ? [`${pluralize(unmeasured, "case")} not measured or not run.`] : []),
    ...(uncompared > 0
      ? [`${pluralize(uncompared, "case")} not compared with the base: replies are missing.`]
      : []),
    ...(facts.calls.ended !== undefined ? [facts.calls.ended] : []),
    ...(facts.isInterrupted ? ["The run was interrupted."] : []),
    ...(settings.gate === "report" ? [reportReason(gate.verdict)] : []),
  ];
}

/** What has a vote: a case, or the cases of a request together. */
function voterOf({ prompt }: PromptSuite, { results }: ReasonFacts): "case" | "request" {
  const units = results.filter((each) => each.prompt === prompt).map(({ unit }) => unit);
  return new Set(units).size < units.length ? "request" : "case";
}

function countWhere({ results }: ReasonFacts, is: (result: CaseResult) => boolean): number {
  return results.filter(is).length;
}

function looserReasons(looser: readonly Loosening[]): string[] {
  if (looser.length === 0) return [];
  const tests = [...new Set(looser.map(({ test }) => test))];
  const were = tests.length === 1 ? "1 test was" : `${tests.length} tests were`;
  return [`${were} removed or made easier (--fail-on looser): ${someOf(tests)}.`];
}

function unguardedReasons(unguarded: readonly UntestedPrompt[]): string[] {
  const emptied = unguarded.filter(({ hadEvaluations }) => hadEvaluations);
  const renamed = unguarded.filter(({ hadEvaluations }) => !hadEvaluations);
  const origins = [...new Set(renamed.flatMap(({ possibleOrigins }) => possibleOrigins))];
  return [
    ...(emptied.length > 0
      ? [`All evaluations of prompts were removed: ${promptNames(emptied)}.`]
      : []),
    ...(renamed.length > 0
      ? [
          `New without evaluations, and perhaps renamed: ${promptNames(renamed)}. Removed with evaluations: ${someOf(origins)}. Add evaluations, or use --allow-unmeasured.`,
        ]
      : []),
  ];
}

/** The addresses of the first prompts, and how many there are besides. */
export function promptNames(prompts: readonly UntestedPrompt[]): string {
  return someOf(prompts.map(({ prompt }) => prompt));
}

/** What another gate would have done, so that a team can look at its false alarms first. */
function reportReason(verdict: GateResult["verdict"]): string {
  const would = verdict === "failed" ? "would have blocked" : "would not have blocked";
  return `--gate report does not block; --gate regressions ${would}.`;
}
