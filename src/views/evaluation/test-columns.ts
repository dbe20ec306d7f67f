// Several heads against one base, for example models: one document of the results of all, and a row
// for each.
import { dollars, durationText } from "../../engine/text/quantities.ts";
import type { TestColumn, TestResult } from "../../generated/types.ts";
import { withChange } from "./test-calls-text.ts";
import { sharedRepliesText, verdictText } from "./test-summary.ts";

/** The exit codes from the worst. */
const worstFirst = [130, 5, 1, 0];

/** The document of all results; one result is unchanged. Each has one value of `--with`. */
export function mergeResults(results: readonly TestResult[]): TestResult {
  const [first, ...others] = results;
  if (others.length === 0) return first!;
  const ranks = results.map(({ exitCode }) => worstFirst.indexOf(exitCode));
  const { verdict, exitCode } = results[ranks.indexOf(Math.min(...ranks))]!;
  const {
    passRange: _head,
    basePassRange: _base,
    suite: _suite,
    difference: _mean,
    ...common
  } = first!;
  const nameOf = ({ settings }: TestResult): string => settings.with[0]!;
  const merged: TestResult = {
    ...common,
    settings: { ...common.settings, with: results.map(nameOf) },
    verdict,
    ...(first!.wouldBlock !== undefined && {
      wouldBlock: results.some(({ wouldBlock }) => wouldBlock),
    }),
    exitCode,
    reasons: results.flatMap((each) =>
      each.reasons.map((reason) => `${shortName(nameOf(each))}: ${reason}`),
    ),
    counts: results.map(({ counts }) => counts).reduce(addCounts),
    prompts: results.flatMap((each) =>
      each.prompts.map((item) => ({ ...item, with: nameOf(each) })),
    ),
    cases: results.flatMap((each) => each.cases.map((item) => ({ ...item, with: nameOf(each) }))),
    warnings: mergeWarnings(results.map((each) => [nameOf(each), each.warnings])),
    columns: results.map((each) => columnOf(nameOf(each), each)),
  };
  return { ...merged, headline: verdictText(merged) };
}

/** Those of all heads once, each other one with the name of its head. */
function mergeWarnings(
  heads: readonly (readonly [name: string, warnings: readonly string[]])[],
): string[] {
  const isCommon = (warning: string): boolean =>
    heads.every(([, warnings]) => warnings.includes(warning));
  const all = heads.flatMap(([name, warnings]) =>
    warnings.map((each) => (isCommon(each) ? each : `${shortName(name)}: ${each}`)),
  );
  return [...new Set(all)];
}

type CaseCounts = TestResult["counts"];

function addCounts(one: CaseCounts, other: CaseCounts): CaseCounts {
  const names = Object.keys({ ...one, ...other }) as (keyof CaseCounts)[];
  const sums = names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]);
  return Object.fromEntries(sums) as unknown as CaseCounts;
}

function columnOf(name: string, result: TestResult): TestColumn {
  const { verdict, wouldBlock, exitCode, counts } = result;
  const { passRange, basePassRange, suite, difference } = result;
  return {
    with: name,
    verdict,
    ...(wouldBlock !== undefined && { wouldBlock }),
    headline: verdictText(result),
    exitCode,
    counts,
    ...(passRange && { passRange }),
    ...(basePassRange && { basePassRange }),
    ...(suite && { suite }),
    ...(difference && { difference }),
  };
}

/** The model, if it is all that is replaced. */
function shortName(name: string): string {
  const [, model = name] = /^parameters\.name=([^,]+)$/.exec(name) ?? [];
  return model;
}

/** The result for readers: names of cases and prompts say which head they are of, not `with`. */
export function nameColumns(result: TestResult): TestResult {
  if (!result.columns) return result;
  const named = (name: string, head: string | undefined): string =>
    head === undefined ? name : `${name} with ${shortName(head)}`;
  return {
    ...result,
    prompts: result.prompts.map(({ with: head, ...each }) => ({
      ...each,
      address: named(each.address, head),
    })),
    cases: result.cases.map(({ with: head, ...each }) => ({
      ...each,
      address: named(each.address, head),
      prompt: named(each.prompt, head),
    })),
  };
}

/** The names of the cells of a row. */
export const columnTitles = [
  "With",
  "Gate",
  "First replies passed",
  "Cases",
  "Cost of a reply",
  "Time of a reply",
] as const;

/** The base and each head, the cells of a row each; none for one head. */
export function columnRows({ columns = [], base: testBase }: TestResult): string[][] {
  const compared = columns.find(({ basePassRange }) => basePassRange);
  const { baseCost = null, baseLatency = null } = compared?.difference ?? {};
  const base = ["base", "", passText(compared?.basePassRange), "", valueText(baseCost, dollars)];
  return [
    ...(compared ? [[...base, valueText(baseLatency, durationText)]] : []),
    ...columns.map((column) => rowOf(column, testBase)),
  ];
}

function rowOf(column: TestColumn, base: TestResult["base"]): string[] {
  const { suite, difference, passRange } = column;
  const { headCost = null, baseCost = null } = difference ?? {};
  const { headLatency = null, baseLatency = null } = difference ?? {};
  return [
    shortName(column.with),
    verdictText({ ...column, base }).replace(/\.$/, ""),
    passText(passRange),
    suite ? `${suite.worse} worse, ${suite.better} better` : "",
    headCost === null ? "unknown" : withChange(baseCost, headCost, dollars),
    headLatency === null ? "unknown" : withChange(baseLatency, headLatency, durationText),
  ];
}

function passText(range: TestColumn["passRange"]): string {
  if (range?.replies !== undefined) return sharedRepliesText(range);
  return range ? `${range.passed} of ${range.measured}` : "none measured";
}

function valueText(value: number | null, text: (value: number) => string): string {
  return value === null ? "unknown" : text(value);
}
