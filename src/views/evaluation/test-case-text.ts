// A case in the report of promptctl test for a terminal.
import { testChangeText } from "../../engine/json/value-change.ts";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import type {
  TestAssertion,
  TestCase,
  TestLocation,
  TestResult,
  TestTrial,
} from "../../generated/types.ts";
import { diffLineText } from "../text/diff-line.ts";
import { escapeText, type Screen, truncateMiddle, wrapSentence } from "../text/terminal-text.ts";
import {
  excerptLines,
  forbiddenText,
  foundLines,
  isCallType,
  passedPair,
  replyContent,
  replyNotes,
} from "./test-reply.ts";
import { versionLines } from "./test-other-version.ts";
import {
  isTolerated,
  markOf,
  missedAssertions,
  stateOf,
  tellingTrial,
  trialCounts,
} from "./test-case-summary.ts";
import { diffText } from "../text/text-diff.ts";

/** How the report of a terminal is written. */
export interface TestTextOptions extends Screen {
  /** Show whole replies, and the cases that passed. */
  readonly full: boolean;
}

/** The address, the state and the trials of a case, then its missed assertions and its reply. */
export function caseText(each: TestCase, options: TestTextOptions): string {
  const trial = tellingTrial(each.head);
  const missed = missedAssertions(trial);
  const notes = replyNotes(trial).flatMap((note) => wrapSentence(note, options, "      "));
  const reason = each.reason === undefined ? [] : wrapSentence(each.reason, options, "      ");
  return [
    caseLine(each, options),
    ...reason.map((line) => options.colors.dim(line)),
    ...missed.flatMap((assertion) => assertionLines(assertion, options)),
    ...versionLines(trial).map(
      (line) => `      ${truncateMiddle(escapeText(line), options.width - 6, options.symbols)}`,
    ),
    ...notes.map((note) => options.colors.yellow(note)),
    ...(trial?.reply ? replyLines(each, trial, options) : []),
  ].join("\n");
}

const addressColumn = 50;
const minAddress = 24;

/** A case on one line. `column`: the width of the address. */
export function caseLine(each: TestCase, screen: Screen, column: number = addressColumn): string {
  const { colors, symbols, width } = screen;
  const state = stateOf(each);
  const counts = trialCounts(each, symbols.separator);
  const others = `  ${symbols.failed}   ${state}  ${counts}`.length;
  const effect = " (does not block)";
  const note = isTolerated(each) && width - others - effect.length >= minAddress ? effect : "";
  const room = Math.max(minAddress, width - others - note.length);
  const address = truncateMiddle(escapeText(each.address), room, symbols);
  const title = colors.bold(address.padEnd(Math.min(room, column)));
  return `  ${symbolOf(each, screen)} ${title}  ${state}  ${colors.dim(counts + note)}`;
}

function symbolOf(each: TestCase, { colors, symbols }: Pick<Screen, "colors" | "symbols">): string {
  const mark = markOf(each);
  if (mark === "bad") return colors.red(symbols.failed);
  if (mark === "good") return colors.green(symbols.done);
  return colors.yellow("?".padEnd(symbols.failed.length));
}

/**
 * The assertion; why it was missed and where it is; what it found, if that is not the whole reply.
 */
function assertionLines(assertion: TestAssertion, screen: Screen): string[] {
  const { colors, symbols, width } = screen;
  const { summary, type, verdict, reason = "", location } = assertion;
  const paint = verdict === "fail" ? colors.red : colors.yellow;
  const values = isCallType(type) ? [] : foundLines(assertion); // the reply below has the calls
  return [
    `      ${truncateMiddle(escapeText(summary), width - 6, symbols)}`,
    ...withPlace(
      wrapSentence(reason, screen, "        ").map((line) => paint(line)),
      reason.length,
      location,
      screen,
    ),
    ...values.map((line) => `        ${truncateMiddle(escapeText(line), width - 8, symbols)}`),
  ];
}

/** The location is behind the reason, or below it if a terminal has no room. */
function withPlace(
  reason: readonly string[],
  length: number,
  location: TestLocation | undefined,
  { colors, width, wraps }: Screen,
): string[] {
  const text = locationText(location);
  if (text === "") return [...reason];
  if (wraps && 8 + length + 2 + text.length > width)
    return [...reason, `        ${colors.dim(text)}`];
  return [...reason.slice(0, -1), `${reason.at(-1)}  ${colors.dim(text)}`];
}

const maxReplyLines = 12;
const elsewhere = " with --full";

/** The reply of the head; against one of the base that passed, as a diff. */
function replyLines(
  each: TestCase,
  trial: TestTrial,
  { full, ...screen }: TestTextOptions,
): string[] {
  const { colors, symbols, width } = screen;
  const pair = passedPair(each, trial);
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

/** `prompts/support.prompt.yaml:41`. */
function locationText(location: TestLocation | undefined): string {
  return location === undefined ? "" : escapeText(fileAndLine(location));
}

/** A test that the change can have made easier, on one line. */
export function changedTestLine(changed: TestResult["loosened"][number]): string {
  const { address, location } = changed;
  return `${address}: ${testChangeText(changed)} ${locationText(location)}`.trimEnd();
}
