// The result of promptctl test for a terminal: what failed and why, what could not be judged, and the
// sentence of the gate last.
import type { CallEstimate, CallProgress } from "../engine/model/prompt-calls.ts";
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
  callsText,
  casesByReason,
  differenceText,
  durationText,
  groupCases,
  limitsOfComparison,
  missedAssertions,
  replyContent,
  replyNotes,
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

/** The report; ends with a newline. */
export function testText(result: TestResult, options: TestTextOptions): string {
  const { colors, symbols } = options;
  const { failing, suspect, unsteady, fixed, passed } = groupCases(result);
  const quiet = [...suspect, ...unsteady];
  const blocks = [
    colors.bold(escapeText(testHeadline(result, symbols.separator))),
    ...failing.map((each) => caseText(each, colors.red(symbols.failed), options)),
    ...quiet.map((each) => caseText(each, colors.yellow("?"), options)),
    listText([...fixed, ...(options.full ? passed : [])], options),
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

/** The address, the state and the trials of a case, then its missed assertions. */
function caseText(each: TestCase, symbol: string, options: TestTextOptions): string {
  const trial = tellingTrial(each.head);
  const baseTrial = each.base && each.base.trials.find(({ verdict }) => verdict === "passed");
  const missed = missedAssertions(trial).map((assertion) => assertionText(assertion, options));
  const reply = trial?.reply === undefined ? "" : replyText(trial, baseTrial, options);
  const notes = replyNotes(trial).map((note) => `      ${options.colors.yellow(escapeText(note))}`);
  return [caseLine(each, symbol, options), ...missed, ...notes, reply].filter(Boolean).join("\n");
}

function caseLine(each: TestCase, symbol: string, { colors, symbols, width }: Screen): string {
  const state = stateOf(each);
  const note = state === "suspect" ? ` ${colors.dim("(does not block)")}` : "";
  const counts = trialCounts(each, symbols.separator);
  const room = Math.max(30, width - state.length - counts.length - 8);
  const address = truncateMiddle(escapeText(each.address), room, symbols);
  return `  ${symbol} ${colors.bold(address.padEnd(Math.min(room, 50)))}  ${state}  ${colors.dim(counts)}${note}`;
}

/** The assertion; why it was missed and where it is; what it found, if that is not the whole reply. */
function assertionText(assertion: TestAssertion, { colors, symbols, width }: Screen): string {
  const { summary, verdict, reason = "", place, actual = [] } = assertion;
  const paint = verdict === "fail" ? colors.red : colors.yellow;
  const missed = missedTargets(assertion).map((text) => `        target ${quoted(text)}`);
  const found = actual.map((text) => `        found  ${quoted(text)}`);
  return [
    `      ${truncateMiddle(escapeText(summary), width - 6, symbols)}`,
    `        ${paint(escapeText(reason))}  ${colors.dim(placeText(place))}`.trimEnd(),
    ...[...missed, ...found].map((line) => truncateMiddle(line, width, symbols)),
  ].join("\n");
}

function quoted(text: string): string {
  return escapeText(JSON.stringify(text));
}

/** The targets that decide, if they are not all targets of the assertion. */
function missedTargets({ summary, expected = [] }: TestAssertion): readonly string[] {
  const isWhole = [expected, expected[0] ?? ""].some((targets) =>
    summary.includes(JSON.stringify(targets)),
  );
  return isWhole || /^(?:not )?(?:TOOL_|COST|LATENCY)/.test(summary) ? [] : expected;
}

/** `prompts/support.prompt.yaml:41`. */
function placeText(place: TestPlace | undefined): string {
  return place === undefined ? "" : `${escapeText(place.file)}:${place.line}`;
}

/** The reply of the head; against one of the base that passed, as a diff. */
function replyText(
  trial: TestTrial,
  baseTrial: TestTrial | undefined,
  options: TestTextOptions,
): string {
  const { colors, full, symbols, width } = options;
  const reply = replyContent(trial);
  const base = baseTrial && replyContent(baseTrial);
  if (base === undefined || base === reply) {
    const text = full ? reply : truncateMiddle(reply, 2 * width, symbols);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => `        ${escapeText(line)}`);
    return [`      reply${base === undefined ? "" : ", as on the base"}`, ...lines].join("\n");
  }
  const size = { width: width - 8, full, elsewhere: " with --full", symbols };
  const lines = diffText(base, reply, size).map((line) => `        ${diffLineText(line, colors)}`);
  return ["      reply, - on the base, + on the head", ...lines].join("\n");
}

/** Cases with nothing to explain, a line each. */
function listText(cases: readonly TestCase[], screen: Screen): string {
  const symbol = screen.colors.green(screen.symbols.done);
  return cases.map((each) => caseLine(each, symbol, screen)).join("\n");
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
  const lines = loosened.map(
    ({ address, message, place }) =>
      `  ${escapeText(address)}  ${escapeText(message)}  ${screen.colors.dim(placeText(place))}`,
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
  const verdict = paint[result.verdict](verdictText(result));
  const isJudged = result.settings.gate === "regressions" && result.base !== null;
  const difference = differenceText(result, symbols.arrow);
  return [
    ...(difference === undefined ? [] : [difference]),
    ...(result.suite ? wrapSentence(result.suite.text, screen, "") : []),
    `${verdict} ${escapeText(verdictDetails(result))}`,
    colors.dim(callsText(result)),
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
