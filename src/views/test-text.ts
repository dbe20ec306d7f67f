// The result of promptctl test for a terminal: what failed and why, what could not be judged, and the
// sentence of the gate last.
import type { CallEstimate, CallProgress } from "../engine/model/prompt-calls.ts";
import { someOf } from "../engine/model/hint.ts";
import { dollars } from "../engine/model/quantities.ts";
import type {
  TestAssertion,
  TestCase,
  TestPlace,
  TestResult,
  TestTrial,
} from "../generated/types.ts";
import { diffLineText } from "./diff-line.ts";
import {
  escapeText,
  pluralize,
  type Screen,
  truncateMiddle,
  wrapSentence,
} from "./terminal-text.ts";
import {
  decisiveTargets,
  excerptLines,
  forbiddenText,
  replyContent,
  replyNotes,
  replyPair,
} from "./test-reply.ts";
import {
  callsText,
  casesByReason,
  differenceText,
  durationText,
  groupCases,
  limitsOfComparison,
  missedAssertions,
  stateOf,
  tellingTrial,
  testHeadline,
  trialCounts,
  verdictDetails,
  verdictText,
} from "./test-summary.ts";
import { diffText } from "./text-diff.ts";

export interface TestTextOptions extends Screen {
  /** Show whole replies, and the cases that passed. */
  readonly full: boolean;
}

/** The number of cases that are shown in detail, unless all are. */
const maxDetailed = 10;

/** The report; ends with a newline. */
export function testText(result: TestResult, options: TestTextOptions): string {
  const { colors, full, symbols } = options;
  const { failing, suspect, unsteady, fixed, passed } = groupCases(result);
  const missed = [...failing, ...suspect, ...unsteady];
  const detailed = full ? missed.length : maxDetailed;
  const blocks = [
    colors.bold(escapeText(testHeadline(result, symbols.separator))),
    ...missed.slice(0, detailed).map((each) => caseText(each, options)),
    remainderText(missed.slice(detailed), options),
    listText([...fixed, ...(full ? passed : [])], options),
    ...reasonBlocks(result, options),
    loosenedText(result, options),
    removedText(result, options),
    result.warnings
      .flatMap((each) => wrapSentence(`Warning: ${each}`, options, ""))
      .map((line) => colors.yellow(line))
      .join("\n"),
    totalsText(result, options),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** The address, the state and the trials of a case, then its missed assertions and its reply. */
function caseText(each: TestCase, options: TestTextOptions): string {
  const trial = tellingTrial(each.head);
  const missed = missedAssertions(trial);
  const notes = replyNotes(trial).flatMap((note) => wrapSentence(note, options, "      "));
  const reason = each.reason === undefined ? [] : wrapSentence(each.reason, options, "      ");
  return [
    caseLine(each, options),
    ...reason.map((line) => options.colors.dim(line)),
    ...missed.flatMap((assertion) => assertionLines(assertion, options)),
    ...notes.map((note) => options.colors.yellow(note)),
    ...(trial?.reply ? replyLines(each, trial, options) : []),
  ].join("\n");
}

const addressColumn = 50;

/** `column`: the width of the address. */
function caseLine(each: TestCase, screen: Screen, column = addressColumn): string {
  const { colors, symbols, width } = screen;
  const state = stateOf(each);
  const counts = trialCounts(each, symbols.separator);
  const note = state === "suspect" ? " (does not block)" : "";
  const others = `  ${symbols.failed}   ${state}  ${counts}${note}`.length;
  const room = Math.max(24, width - others);
  const address = truncateMiddle(escapeText(each.address), room, symbols);
  const title = colors.bold(address.padEnd(Math.min(room, column)));
  return `  ${symbolOf(each, screen)} ${title}  ${state}  ${colors.dim(counts + note)}`;
}

function symbolOf(each: TestCase, { colors, symbols }: Pick<Screen, "colors" | "symbols">): string {
  const isSteady = each.verdict !== "unsteady" && each.comparison !== "suspect";
  if (each.comparison === "regressed" || (each.verdict === "failed" && isSteady))
    return colors.red(symbols.failed);
  return isSteady ? colors.green(symbols.done) : colors.yellow("?".padEnd(symbols.failed.length));
}

/** The assertion; why it was missed and where it is; what it found, if that is not the whole reply. */
function assertionLines(assertion: TestAssertion, screen: Screen): string[] {
  const { colors, symbols, width } = screen;
  const { summary, verdict, reason = "", place, actual = [] } = assertion;
  const paint = verdict === "fail" ? colors.red : colors.yellow;
  const decisive = decisiveTargets(assertion);
  const isCall = /^(?:not )?TOOL_/.test(summary); // the reply below has the calls
  const values = [
    ...(decisive ? [`${decisive.label}  ${quotedTexts(decisive.targets)}`] : []),
    ...(actual.length > 0 && !isCall ? [`found  ${quotedTexts(actual)}`] : []),
  ];
  return [
    `      ${truncateMiddle(escapeText(summary), width - 6, symbols)}`,
    ...withPlace(
      wrapSentence(reason, screen, "        ").map((line) => paint(line)),
      reason.length,
      place,
      screen,
    ),
    ...values.map((line) => `        ${truncateMiddle(line, width - 8, symbols)}`),
  ];
}

/** The place is behind the reason, or below it if a terminal has no room. */
function withPlace(
  reason: readonly string[],
  length: number,
  place: TestPlace | undefined,
  { colors, width, wraps }: Screen,
): string[] {
  const text = placeText(place);
  if (text === "") return [...reason];
  if (wraps && 8 + length + 2 + text.length > width)
    return [...reason, `        ${colors.dim(text)}`];
  return [...reason.slice(0, -1), `${reason.at(-1)}  ${colors.dim(text)}`];
}

const maxValues = 5;

function quotedTexts(texts: readonly string[]): string {
  return escapeText(
    someOf(
      texts.map((text) => JSON.stringify(text)),
      maxValues,
    ),
  );
}

/** `prompts/support.prompt.yaml:41`. */
function placeText(place: TestPlace | undefined): string {
  return place === undefined ? "" : `${escapeText(place.file)}:${place.line}`;
}

const maxReplyLines = 12;
const elsewhere = " with --full";

/** The reply of the head; against one of the base that passed, as a diff. */
function replyLines(
  { base }: TestCase,
  trial: TestTrial,
  { full, ...screen }: TestTextOptions,
): string[] {
  const { colors, symbols, width } = screen;
  const baseTrial = base?.trials.find(({ verdict }) => verdict === "passed");
  const pair = baseTrial && replyPair(baseTrial, trial);
  if (pair && pair.base !== pair.head) {
    const size = { width: width - 8, full, elsewhere, symbols, isValue: true };
    const lines = diffText(pair.base, pair.head, size).map((line) => diffLineText(line, colors));
    return [
      "      reply, - on the base, + on the head",
      ...lines.map((line) => `        ${line}`.trimEnd()),
    ];
  }
  const size = { lines: maxReplyLines, width: 2 * width, symbols, elsewhere };
  const reply = replyContent(trial);
  const lines = full
    ? reply.trimEnd().split("\n")
    : excerptLines(reply, forbiddenText(missedAssertions(trial)), size);
  const title = reply.trim() === "" ? "reply: empty" : pair ? "reply, as on the base" : "reply";
  const shown = lines.flatMap((line) => replyLine(line, screen));
  return [`      ${title}`, ...(reply.trim() === "" ? [] : shown)];
}

/** A line of a reply; lines that begin with blanks are not wrapped. */
function replyLine(line: string, screen: Screen): string[] {
  return wrapSentence(line.replaceAll("\t", "    "), screen, "        ").map((each) =>
    each.trimEnd(),
  );
}

/** Cases beyond those in detail, a line each. */
function remainderText(cases: readonly TestCase[], screen: Screen): string {
  if (cases.length === 0) return "";
  const title = `${pluralize(cases.length, "more case")} (--full shows their details)`;
  return [title, listText(cases, screen)].join("\n");
}

/** Cases without details, a line each. */
function listText(cases: readonly TestCase[], screen: Screen): string {
  const longest = cases.reduce((length, { address }) => Math.max(length, address.length), 0);
  return cases.map((each) => caseLine(each, screen, longest)).join("\n");
}

function reasonBlocks(result: TestResult, screen: Screen): string[] {
  const { notMeasured, notRun } = groupCases(result);
  const block = (title: string, cases: readonly TestCase[]): string =>
    [
      `${screen.colors.yellow(title)}: ${pluralize(cases.length, "case")}`,
      ...casesByReason(cases).flatMap(({ reason, addresses }) => [
        ...wrapSentence(reason, screen),
        ...wrapSentence(addresses, screen, "    "),
      ]),
    ].join("\n");
  return [
    ...(notMeasured.length > 0 ? [block("Not measured", notMeasured)] : []),
    ...(notRun.length > 0 ? [block("Not run", notRun)] : []),
  ];
}

function loosenedText({ loosened }: TestResult, screen: Screen): string {
  if (loosened.length === 0) return "";
  const lines = loosened.flatMap(({ address, message, place }) =>
    wrapSentence(`${address}: ${message} ${placeText(place)}`.trimEnd(), screen),
  );
  return [screen.colors.yellow("Loosened in this change"), ...lines].join("\n");
}

function removedText({ removed }: TestResult, screen: Screen): string {
  if (removed.length === 0) return "";
  const lines = removed.flatMap((address) => wrapSentence(address, screen));
  return [screen.colors.yellow("Removed in this change"), ...lines].join("\n");
}

function totalsText(result: TestResult, screen: Screen): string {
  const { colors, symbols } = screen;
  const paint = { passed: colors.green, failed: colors.red, incomplete: colors.yellow };
  const sentence = `${verdictText(result)} ${verdictDetails(result)}`;
  const [first = "", ...others] = wrapSentence(sentence, screen, "");
  const verdict = first.replace(verdictText(result), paint[result.verdict]);
  const isJudged = result.settings.gate === "regressions" && result.base !== null;
  const difference = differenceText(result, symbols.arrow);
  return [
    ...(difference === undefined ? [] : wrapSentence(difference, screen, "")),
    ...(result.suite ? wrapSentence(result.suite.text, screen, "") : []),
    verdict,
    ...others,
    ...wrapSentence(callsText(result), screen, "").map((line) => colors.dim(line)),
    ...(isJudged && result.settings.runs === 1 && result.counts.affected > 0
      ? wrapSentence(limitsOfComparison, screen, "").map((line) => colors.dim(line))
      : []),
  ].join("\n");
}

/** What the run will do: `6 cases, 14 calls to api.openai.com, 9 cached replies, about $0.031`. */
export function estimateText(
  { calls, cached, cost, unpricedModels, hosts }: CallEstimate,
  cases: number,
  screen: Screen,
): string {
  const names = hosts.map(({ host }) => host).join(" and ");
  const parts = [
    ...(hosts.length > 0 ? [`${pluralize(calls, "call")} to ${names}`] : []),
    ...(cached > 0 ? [`${cached} cached ${cached === 1 ? "reply" : "replies"}`] : []),
    ...(cost > 0 ? [`about ${dollars(cost)}`] : []),
    ...(unpricedModels.length > 0 ? [`unknown price: ${unpricedModels.join(", ")}`] : []),
  ];
  const sentence = [pluralize(cases, "case"), ...parts].join(", ");
  return wrapSentence(sentence, screen, "").join("\n");
}

/** `  3/40 cases, 12 calls, $0.031, about 12 s left`. */
export function testProgressText(
  { done, total }: { readonly done: number; readonly total: number },
  { live, cost }: CallProgress,
  milliseconds: number,
): string {
  const left = (milliseconds / done) * (total - done);
  return [
    `  ${done}/${pluralize(total, "case")}`,
    pluralize(live, "call"),
    ...(cost > 0 ? [dollars(cost)] : []),
    ...(done > 0 && done < total && milliseconds > 2000
      ? [`about ${durationText(left)} left`]
      : []),
  ].join(", ");
}
