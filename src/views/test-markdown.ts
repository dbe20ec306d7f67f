// The result of promptctl test in GitHub's Markdown: the verdict, a narrow table of the cases that did
// not pass, then what a reviewer needs to judge them. Texts of replies are untrusted: they are only in
// code spans and fences.
import type { TestCase, TestPlace, TestResult, TestTrial } from "../generated/types.ts";
import { plainDiffLine } from "./diff-line.ts";
import {
  codeFence,
  codeSpan,
  markdownPage,
  type MarkdownPageOptions,
  type MarkdownSection,
  type Mask,
} from "./markdown.ts";
import { pluralize, unicodeSymbols } from "./terminal-text.ts";
import { callsText, differenceText } from "./test-calls-text.ts";
import { excerptLines, forbiddenText, replyContent, replyNotes, replyPair } from "./test-reply.ts";
import {
  caseReasons,
  casesByReason,
  groupCases,
  missedAssertions,
  stateOf,
  tellingTrial,
  testHeadline,
  verdictSentences,
  verdictText,
} from "./test-summary.ts";
import { diffText } from "./text-diff.ts";

export interface TestMarkdownOptions extends MarkdownPageOptions {
  /** Whether parts of replies are shown. */
  readonly showsReplies: boolean;
}

/** The report within the size limit. Ends with a newline. */
export function testMarkdown(result: TestResult, options: TestMarkdownOptions): string {
  const { mask } = options;
  const { failing, suspect, unsteady, fixed } = groupCases(result);
  const shown = [...failing, ...suspect, ...unsteady, ...fixed];
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
        ...verdictSentences(result).map((each) => sentenceMarkdown(each, mask)),
      ].join(" "),
      ...(result.suite ? [sentenceMarkdown(result.suite.text, mask)] : []),
      ...(difference === undefined ? [] : [difference]),
    ],
    [
      caseTable(shown, result, mask),
      listSection(loosenedLines(result, mask), "**Loosened in this change**", "loosened test"),
      listSection(
        result.removed.map((address) => `- ${codeSpan(address, mask)}`),
        "**Removed in this change**",
        "removed test",
      ),
      listSection(reasonLines(result, mask), "**Not measured or not run**", "reason"),
      listSection(
        result.warnings.map((warning) => `- ${codeSpan(warning, mask, 500)}`),
        "**Warnings**",
        "warning",
      ),
      {
        pieces: [...failing, ...suspect].map((each) => caseDetails(each, options)),
        noun: "case",
        omittedPrefix: "the details of",
        foldedUnder: "Details",
      },
    ],
  );
}

/** A sentence of the program. It is in a code span if a name or address can be in it. */
function sentenceMarkdown(sentence: string, mask: Mask): string {
  const isPlain = /^[-A-Za-z0-9 ,.:()%]+$/.test(sentence) && !/www\.|GH-/i.test(sentence);
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
    ? ["| Case | Base | Head | |", "| :-- | :-: | :-: | :-- |"]
    : ["| Case | Passed | |", "| :-- | :-: | :-- |"];
  const rows = cases.map((each) => {
    const counts = [...(hasBase ? [countText(each.base)] : []), countText(each.head)];
    const reason = each.comparison === "fixed" ? "" : `: ${caseReason(each, mask)}`;
    const cells = [codeSpan(each.address, mask), ...counts, `**${stateOf(each)}**${reason}`];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const pieces = rows.length === 0 ? [] : [head.join("\n"), ...rows];
  return { pieces, noun: "more case", share: 0.6, separator: "\n" };
}

function countText(side: TestCase["head"] | undefined): string {
  return side === undefined ? "" : `${side.passed}/${side.measured}`;
}

/** The first reason, and the number of the others. */
function caseReason(each: TestCase, mask: Mask): string {
  const [first = "", ...others] = caseReasons(each);
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${codeSpan(first, mask, maxReason)}${more}`;
}

function loosenedLines({ loosened }: TestResult, mask: Mask): string[] {
  return loosened.map(({ address, message, place }) => {
    const location = place === undefined ? "" : ` ${codeSpan(placeText(place), mask)}`;
    return `- ${codeSpan(address, mask)}: ${codeSpan(message, mask)}${location}`;
  });
}

function placeText({ file, line }: TestPlace): string {
  return `${file}:${line}`;
}

function reasonLines(result: TestResult, mask: Mask): string[] {
  const { notMeasured, notRun } = groupCases(result);
  return casesByReason([...notMeasured, ...notRun]).map(
    ({ reason, addresses, count }) =>
      `- ${pluralize(count, "case")}: ${codeSpan(reason, mask, 500)} ${codeSpan(addresses, mask, 300)}`,
  );
}

/** The maximum number of lines of a reply, and of characters of each line. */
const maxLines = 10;
const maxExcerpt = 300;

/** The missed assertions and the reply of a case, against a reply on the base that passed. */
function caseDetails(each: TestCase, options: TestMarkdownOptions): string {
  const { mask, showsReplies } = options;
  const trial = tellingTrial(each.head);
  const missed = missedAssertions(trial).map(({ summary, reason = "", place }) =>
    [summary, place && `  (${placeText(place)})`, `\n  ${reason}`].filter(Boolean).join(""),
  );
  const texts = [...replyNotes(trial), ...missed].flatMap((text) => text.split("\n"));
  return [
    `${codeSpan(each.address, mask)}: ${stateOf(each)}`,
    ...(texts.length > 0 ? [codeFence("text", texts, mask)] : []),
    ...(showsReplies && trial?.reply ? [replyFence(each, trial, options)] : []),
  ].join("\n\n");
}

function replyFence(
  { base }: TestCase,
  trial: TestTrial,
  { mask, elsewhere }: TestMarkdownOptions,
): string {
  const baseTrial = base?.trials.find(({ verdict }) => verdict === "passed");
  const pair = baseTrial && replyPair(baseTrial, trial);
  const common = { elsewhere, symbols: unicodeSymbols };
  if (!pair || pair.base === pair.head) {
    const found = forbiddenText(missedAssertions(trial));
    const size = { ...common, lines: maxLines, width: maxExcerpt };
    const lines = excerptLines(replyContent(trial), found, size);
    return codeFence("text", ["reply:", ...lines.map((line) => `  ${line}`)], mask, maxExcerpt);
  }
  const size = { ...common, width: 120, isValue: true };
  const lines = diffText(pair.base, pair.head, size).map(plainDiffLine);
  const more = lines.length - maxLines;
  const rest = more > 1 ? [`(${pluralize(more, "more line")}${elsewhere})`] : [];
  const shown = rest.length > 0 ? lines.slice(0, maxLines) : lines;
  return codeFence("diff", [...shown, ...rest], mask, maxExcerpt);
}
