// Calls in texts: the estimate before a run, its progress, and their number, cost and time
// afterwards.
import type { CallProgress, RunEstimate } from "../../engine/evaluate/trials/trial-calls.ts";
import { dollars, durationText } from "../../engine/text/quantities.ts";
import type { TestResult } from "../../generated/types.ts";
import { serviceName } from "../text/display-name.ts";
import { pluralize, type Screen, wrapSentence } from "../text/terminal-text.ts";
import { timeLeftText } from "../text/time-left.ts";

/**
 * What the run will do: `Running 6 cases, 6 calls to api.openai.com, at most 30 more, 9 cached replies, about $0.031`.
 */
export function estimateText(estimate: RunEstimate, cases: number, screen: Screen): string {
  const { calls, mostCalls, cached, cost, unpricedModels, hosts } = estimate;
  const more = mostCalls > calls ? `, at most ${mostCalls - calls} more` : "";
  const names = hosts.map(({ host }) => serviceName(host)).join(" and ");
  const parts = [
    ...(hosts.length > 0 ? [`${pluralize(calls, "call")} to ${names}${more}`] : []),
    ...(cached > 0 ? [countCached(cached)] : []),
    ...(cost > 0 ? [estimatedCostText(estimate)] : []),
    ...(unpricedModels.length > 0 ? [`unknown price: ${unpricedModels.join(", ")}`] : []),
  ];
  const sentence = [`Running ${pluralize(cases, "case")}`, ...parts].join(", ");
  return wrapSentence(sentence, screen, "").join("\n");
}

/** `about $0.031`, and how many tokens of reasoning in it are an assumption. */
export function estimatedCostText({
  cost,
  assumedReasoning: tokens,
}: Pick<RunEstimate, "cost" | "assumedReasoning">): string {
  const about = `about ${dollars(cost)}`;
  return tokens === undefined
    ? about
    : `${about} (assumes ${tokens.toLocaleString("en-US")} tokens of reasoning)`;
}

/** `  3/40 cases, 12 calls, $0.031, about 12 s left`. */
export function testProgressText(
  cases: { readonly done: number; readonly total: number },
  { live, failed, cost }: CallProgress,
  milliseconds: number,
): string {
  return [
    `  ${cases.done}/${pluralize(cases.total, "case")}`,
    pluralize(live + failed, "call"),
    ...(cost > 0 ? [dollars(cost)] : []),
    timeLeftText(cases, milliseconds) ?? [],
  ]
    .flat()
    .join(", ");
}

/** `14 calls, 9 cached replies (oldest 2 days), $0.031, 12 s`. */
export function callsText({ calls, createdAt }: TestResult): string {
  const { live, failed = 0, cached, oldest, cost, unpriced, milliseconds } = calls;
  const age = oldest === undefined ? "" : ` (oldest ${ageText(oldest, createdAt)})`;
  const unknown = unpriced > 0 ? `, cost unknown for ${pluralize(unpriced, "call")}` : "";
  return [
    pluralize(live + failed, "call"),
    ...(failed > 0 ? [`${failed} of them without a reply, at unknown cost`] : []),
    ...(cached > 0 ? [countCached(cached) + age] : []),
    dollars(cost) + unknown,
    durationText(milliseconds),
  ].join(", ");
}

/** `1 cached reply`, `3 cached replies`. */
function countCached(count: number): string {
  return `${count} cached ${count === 1 ? "reply" : "replies"}`;
}

function ageText(date: string, now: string): string {
  const hours = Math.max(0, Date.parse(now) - Date.parse(date)) / 3_600_000;
  if (hours < 1) return "less than an hour";
  return hours < 48 ? pluralize(Math.round(hours), "hour") : `${Math.round(hours / 24)} days`;
}

/**
 * `Mean reply of 3 cases: cost $0.0021 → $0.0034 (+62 %), time 820 ms → 790 ms (-4 %).`; undefined
 * if neither is known on both sides.
 */
export function differenceText({ difference }: TestResult, arrow: string): string | undefined {
  if (!difference) return undefined;
  const { baseCost, headCost, baseLatency, headLatency, cases } = difference;
  const change = (
    from: number | null,
    to: number | null,
    text: (value: number) => string,
  ): string | undefined =>
    from === null || to === null || from + to === 0
      ? undefined
      : `${text(from)} ${arrow} ${withChange(from, to, text)}`;
  const cost = change(baseCost, headCost, dollars);
  const latency = change(baseLatency, headLatency, durationText);
  const parts = [cost && `cost ${cost}`, latency && `time ${latency}`].filter(Boolean);
  return parts.length === 0
    ? undefined
    : `Mean reply of ${pluralize(cases, "case")}: ${parts.join(", ")}.`;
}

/** A value, and how much more or less than another one it is: `$0.0034 (+62 %)`. */
export function withChange(
  from: number | null,
  to: number,
  text: (value: number) => string,
): string {
  return from === null || from === 0 ? text(to) : `${text(to)} (${signed(to / from - 1)})`;
}

function signed(share: number): string {
  const rounded = Math.round(share * 100);
  return `${rounded > 0 ? "+" : ""}${rounded} %`;
}
