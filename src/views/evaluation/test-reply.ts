// The reply of a trial as a reader needs it: its lines, the part that matters, and why it may be
// incomplete.
import { someOf } from "../../engine/text/word-lists.ts";
import { assertionType } from "../../engine/evaluate/assertions/assertion-types.ts";
import { parseJson } from "../../engine/model/json.ts";
import type { TestAssertion, TestCase, TestTrial } from "../../generated/types.ts";
import { pluralize, type Symbols, truncateMiddle } from "../text/terminal-text.ts";

/** The text of a reply and its tool calls, a line each. JSON on one line is laid out in lines. */
export function replyContent(trial: TestTrial): string {
  return contentOf(trial, jsonLines);
}

/** The replies of both sides. They are as received if they differ only in the layout of JSON. */
export function replyPair(
  base: TestTrial,
  head: TestTrial,
): { readonly base: string; readonly head: string } {
  const pair = { base: replyContent(base), head: replyContent(head) };
  return pair.base === pair.head
    ? { base: contentOf(base, String), head: contentOf(head, String) }
    : pair;
}

/** The replies of a case, against the first on the base that passed; undefined without one. */
export function passedPair(
  { base }: TestCase,
  trial: TestTrial,
): ReturnType<typeof replyPair> | undefined {
  const passed = base?.trials.find(({ outcome }) => outcome === "passed");
  return passed && replyPair(passed, trial);
}

function contentOf({ reply }: TestTrial, layout: (text: string) => string): string {
  if (!reply) return "";
  const calls = reply.toolCalls.map((call) => `call: ${call.name} ${call.arguments}`);
  return [...(reply.text === "" ? [] : [layout(reply.text)]), ...calls].join("\n");
}

/** An object or a list with a line for each value, if that changes white space only. */
function jsonLines(text: string): string {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || trimmed.includes("\n")) return text;
  const value = parseJson(trimmed);
  const compact = trimmed.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
  return value !== undefined && JSON.stringify(value) === compact
    ? JSON.stringify(value, null, 2)
    : text;
}

/** Why a reply may be incomplete, and why there is none. */
export function replyNotes(trial: TestTrial | undefined): string[] {
  const { reply, problem } = trial ?? {};
  const reason = reply?.stopReason ?? "complete";
  const isComplete = reason === "complete" || reason === "tool-calls";
  return [
    ...(problem ? [problem.message] : []),
    ...(isComplete
      ? []
      : [`The reply is ${reason === "other" ? "incomplete" : reason}${explanationOf(trial)}.`]),
  ];
}

function explanationOf(trial: TestTrial | undefined): string {
  const explanation = trial?.reply?.stopExplanation;
  return explanation === undefined ? "" : `: ${explanation.replace(/\.$/, "")}`;
}

/** How much of a reply is shown. */
export interface ExcerptSize {
  readonly lines: number;
  /** Characters of a line. */
  readonly width: number;
  readonly symbols: Pick<Symbols, "ellipsis">;
  /** Where the rest can be read, for example ` with --full`; empty if nowhere. */
  readonly elsewhere: string;
}

/** The start and the end of a text; the lines around `found`, if that is in the text. */
export function excerptLines(
  text: string,
  found: string | undefined,
  size: ExcerptSize,
): readonly string[] {
  const lines = text.trimEnd().split("\n");
  const at = found === undefined ? -1 : lines.findIndex((line) => indexIn(line, found) >= 0);
  const cut = lines.map((line, index) =>
    index === at ? cutAround(line, found!, size) : truncateMiddle(line, size.width, size.symbols),
  );
  if (cut.length <= size.lines) return cut;
  if (at < 0) {
    const end = Math.floor(size.lines / 3);
    const start = size.lines - end - 1;
    return [...cut.slice(0, start), ...omitted(cut.length - start - end, size), ...cut.slice(-end)];
  }
  const first = Math.max(0, Math.min(at - Math.floor(size.lines / 2), cut.length - size.lines));
  return [
    ...omitted(first, size),
    ...cut.slice(first, first + size.lines),
    ...omitted(cut.length - first - size.lines, size),
  ];
}

function omitted(lines: number, { elsewhere }: ExcerptSize): string[] {
  return lines <= 0 ? [] : [`(${pluralize(lines, "more line")}${elsewhere})`];
}

/** A line cut to a width so that a part of it is shown. */
function cutAround(line: string, found: string, { width, symbols }: ExcerptSize): string {
  if (line.length <= width) return line;
  const from = Math.max(0, indexIn(line, found) - Math.floor((width - found.length) / 2));
  const start = from === 0 ? "" : symbols.ellipsis;
  const end = from + width >= line.length ? "" : symbols.ellipsis;
  return `${start}${line.slice(from, from + width)}${end}`.toWellFormed();
}

function indexIn(line: string, found: string): number {
  return line.toLowerCase().indexOf(found.toLowerCase());
}

/** A text or a call that a reply must not contain and contains; undefined without such an assertion. */
export function forbiddenText(missed: readonly TestAssertion[]): string | undefined {
  const texts = missed
    .filter(({ negate, verdict }) => verdict === "fail" && negate)
    .flatMap(({ type, actual, expected = [] }) => {
      if (actual === undefined) return expected;
      return isCallType(type) && actual.length === 1 ? actual : [];
    });
  return texts.find((text) => text !== "");
}

/** Whether an assertion compares tool calls, which the reply shows in whole. */
export function isCallType(type: string | undefined): boolean {
  return "problem" in (assertionType(type) ?? {});
}

/** The most characters of a reply or another text in a report that is not JSON. */
export const maxReportText = 10_000;

/** The start of a text of at most so many characters, and how many more it has. */
export function startOf(text: string, most: number): string {
  const more = text.length - most;
  return more <= 0 ? text : `${text.slice(0, most)}… (${more} more characters)`;
}

const maxValues = 5;

/** `found  "b", "c"`: what an assertion compared, if that is not the whole reply. */
export function foundLines({ actual = [] }: TestAssertion): string[] {
  if (actual.length === 0) return [];
  const values = actual.map((text) => JSON.stringify(text));
  return [`found  ${someOf(values, maxValues)}`];
}
