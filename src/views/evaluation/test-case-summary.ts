// What all reports of a test say about its cases: their groups, states and reasons.
import { groupBy } from "../../engine/model/collections.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type {
  TestAssertion,
  TestCase,
  TestResult,
  TestSide,
  TestTrial,
} from "../../generated/types.ts";
import { pluralize } from "../text/terminal-text.ts";
import { foundLines, replyNotes } from "./test-reply.ts";

/** Cases in the groups of a report, each in the order of the files. */
export interface CaseGroups {
  /** Cases that block, or that failed. */
  readonly failing: readonly TestCase[];
  readonly suspect: readonly TestCase[];
  readonly unsteady: readonly TestCase[];
  readonly cannotFail: readonly TestCase[];
  readonly fixed: readonly TestCase[];
  /** Cases that passed at least once, and lack replies for the comparison. */
  readonly notCompared: readonly TestCase[];
  readonly notMeasured: readonly TestCase[];
  readonly notRun: readonly TestCase[];
  readonly passed: readonly TestCase[];
}

/** Each case is in one group. Regressions come before other failures. */
export function groupCases({ cases }: Pick<TestResult, "cases">): CaseGroups {
  const groups = {
    failing: [] as TestCase[],
    suspect: [] as TestCase[],
    unsteady: [] as TestCase[],
    cannotFail: [] as TestCase[],
    fixed: [] as TestCase[],
    notCompared: [] as TestCase[],
    notMeasured: [] as TestCase[],
    notRun: [] as TestCase[],
    passed: [] as TestCase[],
  };
  for (const each of cases) groups[groupOf(each)].push(each);
  const isRegressed = (each: TestCase): boolean => each.comparison === "regressed";
  const { failing } = groups;
  return {
    ...groups,
    failing: [...failing.filter(isRegressed), ...failing.filter((each) => !isRegressed(each))],
  };
}

function groupOf({ verdict, comparison }: TestCase): keyof CaseGroups {
  if (verdict === "not measured") return "notMeasured";
  if (verdict === "not run") return "notRun";
  if (comparison === "regressed") return "failing";
  if (comparison === "suspect") return "suspect";
  if (verdict === "failed") return "failing";
  if (comparison === "not compared") return "notCompared";
  if (verdict === "cannot fail") return "cannotFail";
  if (comparison === "fixed") return "fixed";
  return verdict === "unsteady" ? "unsteady" : "passed";
}

/** Comparisons that do not say whether the case passed. */
const statesWithVerdict: ReadonlySet<string> = new Set(["new", "unchanged", "not compared"]);

/** `regressed` or `flipped`, or the verdict of a case without a comparison. */
export function stateOf({ comparison, verdict }: TestCase): string {
  const hasOutcome = verdict !== "not measured" && verdict !== "not run";
  if (!hasOutcome || comparison === undefined || verdict === "flipped") return verdict;
  return statesWithVerdict.has(comparison) ? `${comparison}, ${verdict}` : comparison;
}

/** How reports mark a case: `bad` if it regressed or failed, `warn` if that is not certain. */
export function markOf({ comparison, verdict }: TestCase): "bad" | "warn" | "good" {
  if (comparison === "regressed") return "bad";
  if (comparison === "suspect" || verdict === "unsteady") return "warn";
  if (comparison === "not compared" && verdict === "passed") return "warn";
  return verdict === "failed" ? "bad" : verdict === "passed" ? "good" : "warn";
}

/** Whether a case looks like one that blocks and does not. One that is not compared decides the exit code. */
export function isTolerated({ verdict, comparison, blocks }: TestCase): boolean {
  if (blocks || comparison === "not compared") return false;
  return verdict === "failed" || comparison === "suspect";
}

/** `base 3/3 · head 0/3`: the passed trials of the measured ones. */
export function trialCounts({ head, base }: TestCase, separator: string): string {
  const count = ({ passed, measured }: TestSide): string => `${passed}/${measured}`;
  return base === undefined || base.measured === 0
    ? count(head)
    : `base ${count(base)} ${separator} head ${count(head)}`;
}

/** The trial that shows best why a case did not pass: the first that failed, else the first. */
export function tellingTrial({ trials }: TestSide): TestTrial | undefined {
  return trials.find(({ outcome }) => outcome === "failed") ?? trials[0];
}

/** The assertions of a trial that failed or were not measured. */
export function missedAssertions(trial: TestTrial | undefined): TestAssertion[] {
  return trial?.assertions.filter(({ verdict }) => verdict !== "pass") ?? [];
}

/** The reasons of a case on one line. */
export function caseMessage(each: TestCase): string {
  return caseReasons(each).join(" ");
}

/** The reason of the case, what is unusual about its reply, and its missed assertions. */
export function caseReasons(each: TestCase): string[] {
  const trial = tellingTrial(each.head);
  const missed = missedAssertions(trial).map(
    ({ summary, reason, verdict }) => `${summary}: ${reason ?? verdict}`,
  );
  const reasons = [...(each.reason === undefined ? [] : [each.reason]), ...replyNotes(trial)];
  const all = [...new Set([...reasons, ...missed])];
  return all.length > 0 ? all : [stateOf(each)];
}

const maxListed = 5;
const maxReasons = 10;

/** Cases with the same reason. */
export interface ReasonGroup {
  readonly reason: string;
  /** The first addresses. */
  readonly addresses: string;
  readonly count: number;
  /** What the judge of the first case replied, if that cannot be read. */
  readonly found: readonly string[];
  /** The last lines that a program of the first case printed; not for comments. */
  readonly output: readonly string[];
}

/** Cases grouped by their reason. With many reasons, the last group has the cases of all others. */
export function casesByReason(cases: readonly TestCase[]): ReasonGroup[] {
  const groups = [...groupBy(cases, ({ reason = "" }) => reason)];
  const shown = groups.length > maxReasons + 1 ? groups.slice(0, maxReasons) : groups;
  const others = groups.slice(shown.length);
  const rest: [string, TestCase[]] = [
    pluralize(others.length, "other reason"),
    others.flatMap(([, all]) => all),
  ];
  return [...shown, ...(others.length > 0 ? [rest] : [])].map(([reason, all]) => ({
    reason,
    addresses: someOf(
      all.map(({ address }) => address),
      maxListed,
    ),
    count: all.length,
    found: unreadLines(all[0]),
    output: outputLines(all[0]),
  }));
}

/** Node.js prints its message before a stack and the fields of the error. */
const maxOutputLines = 30;

/** What a program printed that gave no answer. */
function outputLines(each: TestCase | undefined): string[] {
  const ofCalls = trialsOf(each).map(({ problem }) => problem?.output);
  const ofChecks = assertionsOf(each).map(({ output }) => output);
  const text = [...ofCalls, ...ofChecks].find((output) => output !== undefined) ?? "";
  return text.trimEnd() === "" ? [] : text.trimEnd().split("\n").slice(-maxOutputLines);
}

function trialsOf(each: TestCase | undefined): TestTrial[] {
  return [...(each?.head.trials ?? []), ...(each?.base?.trials ?? [])];
}

function assertionsOf(each: TestCase | undefined): TestAssertion[] {
  return trialsOf(each).flatMap(({ assertions, otherVersion }) => [
    ...assertions,
    ...(otherVersion?.assertions ?? []),
  ]);
}

/** The first reply of a judge that cannot be read. */
function unreadLines(each: TestCase | undefined): string[] {
  const unread = assertionsOf(each).find(
    ({ verdict, actual }) => verdict === "not measured" && actual !== undefined,
  );
  return unread ? foundLines(unread) : [];
}
