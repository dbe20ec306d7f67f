// The result of promptctl test in GitHub's Markdown: the verdict, a narrow table of the cases that
// did not pass, then what a reviewer needs to judge them. Texts of replies are untrusted: they are
// only in code spans and fences.
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import { testChangeText } from "../../engine/json/value-change.ts";
import type { TestCase, TestResult, TestTrial } from "../../generated/types.ts";
import { plainDiffLine } from "../text/diff-line.ts";
import {
  codeFence,
  codeSpan,
  markdownPage,
  type MarkdownPageOptions,
  type MarkdownSection,
  type Mask,
} from "../text/markdown.ts";
import { pluralize, truncateEnd, unicodeSymbols } from "../text/terminal-text.ts";
import { columnRows, columnTitles } from "./test-columns.ts";
import { callsText, differenceText } from "./test-calls-text.ts";
import {
  excerptLines,
  forbiddenText,
  foundLines,
  passedPair,
  replyContent,
  replyNotes,
} from "./test-reply.ts";
import { versionLines } from "./test-other-version.ts";
import {
  caseMessage,
  caseReasons,
  casesByReason,
  groupCases,
  missedAssertions,
  stateOf,
  tellingTrial,
} from "./test-case-summary.ts";
import {
  changedTestsTitle,
  someSentences,
  testHeadline,
  verdictSentences,
  verdictText,
  unmeasuredTitle,
} from "./test-summary.ts";
import { diffText } from "../text/text-diff.ts";

/** The report within the size limit. Ends with a newline. */
export function testMarkdown(result: TestResult, options: MarkdownPageOptions): string {
  const { mask } = options;
  const difference = differenceText(result, "→");
  const foot = [
    testHeadline(result, "·").replace("promptctl test · ", ""),
    callsText(result),
    `promptctl ${result.promptctl}`,
  ].join(" · ");
  return markdownPage(
    { ...options, foot: [codeSpan(foot, mask), options.foot].filter(Boolean).join("\n\n") },
    [
      [
        `**${verdictText(result)}**`,
        ...someSentences(verdictSentences(result)).map((each) => sentenceMarkdown(each, mask)),
      ].join(" "),
      ...(result.suite ? [sentenceMarkdown(result.suite.text, mask)] : []),
      ...(difference === undefined ? [] : [difference]),
      ...columnTable(result, mask),
    ],
    sectionsOf(result, mask),
  );
}

/** A row for the base and each head. */
function columnTable(result: TestResult, mask: Mask): string[] {
  const rows = columnRows(result).map(([name = "", ...cells]) => [codeSpan(name, mask), ...cells]);
  if (rows.length === 0) return [];
  const all = [columnTitles, columnTitles.map(() => ":--"), ...rows];
  return [all.map((cells) => `| ${cells.join(" | ")} |`).join("\n")];
}

function sectionsOf(result: TestResult, mask: Mask): MarkdownSection[] {
  const { failing, suspect, unsteady, fixed } = groupCases(result);
  const warnings = result.warnings.map((warning) => `- ${codeSpan(warning, mask, 500)}`);
  return [
    caseTable([...failing, ...suspect, ...unsteady, ...fixed], result, mask),
    listSection(loosenedLines(result, mask), `**${changedTestsTitle}**`, "changed test"),
    listSection(reasonLines(result, mask), `**${unmeasuredTitle}**`, "reason"),
    listSection(warnings, "**Warnings**", "warning"),
    {
      pieces: detailsOf([...failing, ...suspect], mask),
      noun: "case",
      omittedPrefix: "the details of",
      foldedUnder: "Details",
    },
  ];
}

/** The comparison of long replies takes 10 ms. */
const maxDetailed = 200;

/** The details of the first cases. */
function detailsOf(cases: readonly TestCase[], mask: Mask): string[] {
  const more = cases.length - maxDetailed;
  return [
    ...cases.slice(0, maxDetailed).map((each) => caseDetails(each, mask)),
    ...(more > 0 ? [`The details of ${pluralize(more, "more case")} are left out.`] : []),
  ];
}

/** A sentence of the program. It is in a code span if a name or address can be in it. */
function sentenceMarkdown(sentence: string, mask: Mask): string {
  const isPlain = /^[-A-Za-z0-9 ,.:;()%]+$/.test(sentence) && !/www\.|GH-/i.test(sentence);
  return isPlain ? sentence : codeSpan(sentence, mask, 500);
}

/** A list under a title; empty without lines. */
function listSection(lines: readonly string[], title: string, noun: string): MarkdownSection {
  const pieces = lines.length === 0 ? [] : [`${title}\n`, ...lines];
  return { pieces, noun: `more ${noun}`, share: 0.4, separator: "\n" };
}

const maxReason = 120;

/** Case, base, head and why, a row each. */
function caseTable(cases: readonly TestCase[], { base }: TestResult, mask: Mask): MarkdownSection {
  const hasBase = base !== null;
  const head = hasBase
    ? ["| Case | Base | Head | Why |", "| :-- | :-: | :-: | :-- |"]
    : ["| Case | Passed | Why |", "| :-- | :-: | :-- |"];
  const rows = cases.map((each) => {
    const counts = [...(hasBase ? [baseCountText(each)] : []), countText(each.head)];
    const hasReason = each.comparison !== "fixed" && caseMessage(each) !== stateOf(each);
    const reason = hasReason ? `: ${caseReason(each, mask)}` : "";
    const cells = [codeSpan(each.address, mask), ...counts, `**${stateOf(each)}**${reason}`];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const pieces = rows.length === 0 ? [] : [head.join("\n"), ...rows];
  return { pieces, noun: "more case", share: 0.6, separator: "\n" };
}

function baseCountText({ base }: TestCase): string {
  return base === undefined || base.measured === 0 ? "" : countText(base);
}

function countText({ passed, measured }: TestCase["head"]): string {
  return `${passed}/${measured}`;
}

/** The first reason, and the number of the others. */
function caseReason(each: TestCase, mask: Mask): string {
  const [first = "", ...others] = caseReasons(each);
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${codeSpan(first, mask, maxReason)}${more}`;
}

function loosenedLines({ loosened }: TestResult, mask: Mask): string[] {
  return loosened.map((changed) => {
    const { address, location } = changed;
    const place = location ? ` ${codeSpan(fileAndLine(location), mask)}` : "";
    return `- ${codeSpan(address, mask)}: ${codeSpan(testChangeText(changed), mask)}${place}`;
  });
}

function reasonLines(result: TestResult, mask: Mask): string[] {
  const { cannotFail, notMeasured, notCompared, notRun } = groupCases(result);
  return casesByReason([...notMeasured, ...notCompared, ...notRun, ...cannotFail]).map(
    ({ reason, addresses, count, found }) =>
      [
        `- ${pluralize(count, "case")}:`,
        codeSpan(reason, mask, 500),
        ...found.map((line) => codeSpan(line, mask, maxFound)),
        codeSpan(addresses, mask, 300),
      ].join(" "),
  );
}

/** The longest list of values beside an assertion. */
const maxFound = 200;

/** The missed assertions and the reply of a case, against a reply on the base that passed. */
function caseDetails(each: TestCase, mask: Mask): string {
  const trial = tellingTrial(each.head);
  const missed = missedAssertions(trial).map((assertion) => {
    const { summary, reason = "", location } = assertion;
    const place = location ? `  (${fileAndLine(location)})` : "";
    const found = foundLines(assertion).map((line) => truncateEnd(line, maxFound));
    return [summary + place, ...[reason, ...found].map((line) => `  ${line}`)].join("\n");
  });
  const other = versionLines(trial).map((line) => truncateEnd(line, maxFound));
  const texts = [...replyNotes(trial), ...missed, ...other].flatMap((text) => text.split("\n"));
  return [
    `${codeSpan(each.address, mask)}: ${stateOf(each)}`,
    ...(texts.length > 0 ? [codeFence("text", texts, mask)] : []),
    ...(trial?.reply ? [replyFence(each, trial, mask)] : []),
  ].join("\n\n");
}

/** The maximum number of characters of a reply, and of its lines. */
const maxExcerpt = 300;
const maxLines = 4;

function replyFence(each: TestCase, trial: TestTrial, mask: Mask): string {
  const pair = passedPair(each, trial);
  const common = { elsewhere: "", symbols: unicodeSymbols };
  if (!pair || pair.base === pair.head) {
    const reply = replyContent(trial);
    const count = Math.min(maxLines, reply.trimEnd().split("\n").length);
    const size = { ...common, lines: count, width: Math.floor(maxExcerpt / count) };
    const lines = excerptLines(reply, forbiddenText(missedAssertions(trial)), size);
    return codeFence("text", ["reply:", ...lines.map((line) => `  ${line}`)], mask, maxExcerpt);
  }
  const size = { ...common, width: 120, isValue: true };
  const lines = diffText(pair.base, pair.head, size).map(plainDiffLine);
  const shown = firstLines(lines);
  const more = lines.length - shown.length;
  const rest = more > 0 ? [`(${pluralize(more, "more line")})`] : [];
  return codeFence("diff", [...shown, ...rest], mask, maxExcerpt / 2);
}

/** The first two lines, and more of them that fit into an excerpt. */
function firstLines(lines: readonly string[]): readonly string[] {
  const lengths = lines.map((_line, index) => lines.slice(0, index + 1).join("").length);
  const fitting = lengths.findIndex((length) => length > maxExcerpt);
  return fitting < 0 ? lines : lines.slice(0, Math.max(2, fitting));
}
