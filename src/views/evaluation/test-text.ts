// The result of promptctl test for a terminal: what failed and why, what could not be judged, and
// the sentence of the gate last.
import type { TestCase, TestResult } from "../../generated/types.ts";
import {
  escapeText,
  pluralize,
  type Screen,
  truncateMiddle,
  wrapSentence,
} from "../text/terminal-text.ts";
import { callsText, differenceText } from "./test-calls-text.ts";
import { columnRows, columnTitles } from "./test-columns.ts";
import { caseLine, caseText, changedTestLine, type TestTextOptions } from "./test-case-text.ts";
import { casesByReason, groupCases } from "./test-case-summary.ts";
import {
  changedTestsTitle,
  hasComparison,
  limitsOfComparison,
  testHeadline,
  verdictDetails,
  verdictText,
} from "./test-summary.ts";

/** The number of cases that are shown in detail: by default, and with --full. */
const maxDetailed = 10;
const maxDetailedWithFull = 200;

/** The report; ends with a newline. */
export function testText(result: TestResult, options: TestTextOptions): string {
  const { colors, full, symbols } = options;
  const { failing, suspect, unsteady, fixed, passed } = groupCases(result);
  const missed = [...failing, ...suspect, ...unsteady];
  const detailed = full ? maxDetailedWithFull : maxDetailed;
  const blocks = [
    colors.bold(escapeText(testHeadline(result, symbols.separator))),
    columnText(result, options),
    ...missed.slice(0, detailed).map((each) => caseText(each, options)),
    remainderText(missed.slice(detailed), options),
    listText([...fixed, ...(full ? passed : [])], options),
    ...reasonBlocks(result, options),
    listBlock(changedTestsTitle, result.loosened.map(changedTestLine), options),
    result.warnings
      .flatMap((each) => wrapSentence(`Warning: ${each}`, options, ""))
      .map((line) => colors.yellow(line))
      .join("\n"),
    totalsText(result, options),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** A row for the base and each head. */
function columnText(result: TestResult, { colors }: Screen): string {
  const rows = columnRows(result);
  if (rows.length === 0) return "";
  const all = [columnTitles, ...rows].map((cells) => cells.map(escapeText));
  const widths = columnTitles.map((_title, at) =>
    Math.max(...all.map((cells) => cells[at]!.length)),
  );
  const lines = all.map((cells) =>
    `  ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join("  ")}`.trimEnd(),
  );
  return [colors.dim(lines[0]!), ...lines.slice(1)].join("\n");
}

/** Cases beyond those in detail, a line each. */
function remainderText(cases: readonly TestCase[], { full, ...screen }: TestTextOptions): string {
  if (cases.length === 0) return "";
  const elsewhere = full ? "--out report.html has" : "--full shows";
  const title = `${pluralize(cases.length, "more case")} (${elsewhere} their details)`;
  return [title, listText(cases, screen)].join("\n");
}

/** Cases without details, a line each. */
function listText(cases: readonly TestCase[], screen: Screen): string {
  const longest = cases.reduce((length, { address }) => Math.max(length, address.length), 0);
  return cases.map((each) => caseLine(each, screen, longest)).join("\n");
}

function reasonBlocks(result: TestResult, screen: Screen): string[] {
  const { width, symbols } = screen;
  const { cannotFail, notMeasured, notCompared, notRun } = groupCases(result);
  const block = (title: string, cases: readonly TestCase[]): string =>
    [
      `${screen.colors.yellow(title)}: ${pluralize(cases.length, "case")}`,
      ...casesByReason(cases).flatMap(({ reason, addresses, found, output }) => [
        ...wrapSentence(reason, screen),
        ...found.map((line) => `    ${truncateMiddle(escapeText(line), width - 4, symbols)}`),
        ...wrapSentence(addresses, screen, "    "),
        ...(output.length > 0 ? ["    It printed:"] : []),
        ...output.map((line) => `      ${truncateMiddle(escapeText(line), width - 6, symbols)}`),
      ]),
    ].join("\n");
  return [
    ...(notMeasured.length > 0 ? [block("Not measured", notMeasured)] : []),
    ...(notCompared.length > 0 ? [block("Not compared with the base", notCompared)] : []),
    ...(notRun.length > 0 ? [block("Not run", notRun)] : []),
    ...(cannotFail.length > 0 ? [block("Cannot fail", cannotFail)] : []),
  ];
}

function listBlock(title: string, items: readonly string[], screen: Screen): string {
  if (items.length === 0) return "";
  const lines = items.flatMap((item) => wrapSentence(item, screen));
  return [screen.colors.yellow(title), ...lines].join("\n");
}

function totalsText(result: TestResult, screen: Screen): string {
  const { colors, symbols } = screen;
  const paint = { passed: colors.green, failed: colors.red, incomplete: colors.yellow };
  const isEmpty = result.verdict === "passed" && result.counts.cases === 0;
  const color = isEmpty ? colors.yellow : paint[result.verdict];
  const sentence = `${verdictText(result)} ${verdictDetails(result)}`.trimEnd();
  const [first = "", ...others] = wrapSentence(sentence, screen, "");
  const verdict = first.replace(verdictText(result), color);
  const difference = differenceText(result, symbols.arrow);
  return [
    ...(difference === undefined ? [] : wrapSentence(difference, screen, "")),
    ...(result.suite ? wrapSentence(result.suite.text, screen, "") : []),
    verdict,
    ...others,
    ...wrapSentence(callsText(result), screen, "").map((line) => colors.dim(line)),
    ...(result.settings.runs === 1 && hasComparison(result)
      ? wrapSentence(limitsOfComparison, screen, "").map((line) => colors.dim(line))
      : []),
  ].join("\n");
}
