// How an apply goes, as a person reads it: a line per step, then one summary.
import type { Failure } from "../engine/model/failure.ts";
import type { Json } from "../engine/model/json.ts";
import { groupBy } from "../engine/model/collections.ts";
import type { IncompleteChange } from "../engine/order/incomplete-changes.ts";
import type { Wait } from "../engine/model/retry-policy.ts";
import type { Altered, Create, Plan, Step } from "../engine/model/plan.ts";
import { displayName } from "./display-name.ts";
import { pluralize, truncateMiddle, type Screen, escapeText } from "./terminal-text.ts";

const done = { create: "created", update: "updated", delete: "deleted" } as const;
const changed = { ...done, replace: "replaced" } as const;

/** So wide is the column of the addresses at least. */
const leastColumn = 44;

/** The width of a column in which all these steps' addresses have room. */
export function addressColumnWidth(steps: readonly Step[]): number {
  return steps.reduce((most, { address }) => Math.max(most, address.length), leastColumn);
}

/**
 * A step that came off, its address in a column of this width. What the service altered is shown with
 * the text to write instead.
 */
export function succeededText(
  step: Step,
  result: { id: string; milliseconds: number; altered: readonly Altered[] },
  { colors, width }: Screen,
  column: number = leastColumn,
): string {
  const title = truncateMiddle(escapeText(step.address), width - 46).padEnd(
    Math.min(column, width - 46),
  );
  const id = truncateMiddle(escapeText(result.id), 12).padEnd(12);
  const line = `  ${colors.green("✓")} ${title}  ${done[step.verb]}  ${colors.dim(`${id} ${Math.round(result.milliseconds)} ms`)}`;
  return [line, ...alteredLines(result.altered, colors)].join("\n");
}

function alteredLines(altered: readonly Altered[], colors: Screen["colors"]): string[] {
  const said = (value: Json | undefined): string =>
    escapeText(value === undefined ? "(absent)" : JSON.stringify(value));
  return altered.flatMap(({ path, sent, kept }) => [
    colors.yellow(
      `      The service keeps ${escapeText(path)} as ${said(kept)}, not ${said(sent)}.`,
    ),
    "      Write that into the definition, or the next plan will show it again.",
  ]);
}

export function failedText(step: Step, error: Failure, { colors, width }: Screen): string {
  const lines = [error.message, ...(error.hint?.split("\n") ?? [])];
  const what =
    error.code === "outcome-unknown" ? `perhaps ${done[step.verb]}` : `not ${done[step.verb]}`;
  return [
    `  ${colors.red("✗")} ${truncateMiddle(escapeText(step.address), width - 24)}  ${what}`,
    ...lines.map((line) => `      ${escapeText(line)}`),
  ].join("\n");
}

/** A pause: who waits, what comes after it, how long it is and why. */
export function waitingText(
  who: string,
  { next, attempt, of, delayMs, reason }: Wait,
  { colors, width }: Screen,
): string {
  const title = truncateMiddle(escapeText(who), width - 50);
  const what = next === "retry" ? `retry ${attempt} of ${of}` : "looking whether it was made";
  const words = `waiting: ${what} in ${secondsText(delayMs)} (${escapeText(reason)})`;
  return `  ${colors.yellow("·")} ${title}  ${colors.dim(words)}`;
}

function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

export function skippedText(step: Step, because: string, { colors, width }: Screen): string {
  const room = Math.floor((width - 30) / 2);
  const title = truncateMiddle(escapeText(step.address), room);
  const failed = `${truncateMiddle(escapeText(because), room)} failed`;
  const reason =
    step.phase === "prune"
      ? `not deleted: nothing is pruned once something failed (${failed})`
      : `skipped, because ${failed}`;
  return `  ${colors.yellow("·")} ${title}  ${colors.dim(reason)}`;
}

/** The pins to write where several things of one name were made: the name alone will not tell them apart. */
export function duplicateNamesText(
  plan: Plan,
  ids: { readonly [address: string]: string },
): string | undefined {
  const named = plan.changes.filter(
    (each): each is Create => each.action === "create" && !each.parent && !!ids[each.address],
  );
  const lines = [...groupBy(named, ({ kind, body }) => `${kind}\n${String(body["name"])}`).values()]
    .filter((all) => all.length > 1)
    .flat()
    .map(
      ({ address }) =>
        `    ${escapeText(JSON.stringify(address))}: ${escapeText(JSON.stringify(ids[address]))}`,
    );
  if (lines.length === 0) return undefined;
  return [
    "Some of these have the same name, which will not tell them apart. Add to promptctl.yaml:",
    "pins:",
    `  ${escapeText(JSON.stringify(plan.baseUrl))}:`,
    ...lines,
  ].join("\n");
}

/** So many changes that are left are told one by one; the rest is counted. */
const mostLeft = 20;

/** What differs from the plan now: a line per change that was not, or not wholly, carried out. */
export function notAppliedText(
  plan: Plan,
  left: readonly IncompleteChange[],
  { colors, width }: Screen,
): string {
  const lines = left.slice(0, mostLeft).map((each) => {
    const title = truncateMiddle(escapeText(displayName(plan, each.address)), width - 50);
    return `  ${title.padEnd(Math.min(44, width - 50))}  ${colors.dim(stateText(each))}`;
  });
  const more = left.length - lines.length;
  return [
    colors.bold("Not as planned yet:"),
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}

function stateText({
  action,
  succeededCalls: made,
  totalCalls: calls,
  isUnknown: unknown,
  isCreated: isMade,
}: IncompleteChange): string {
  if (isMade) return "the new one is there, the old one is not deleted yet";
  const half = made > 0 ? `half ${changed[action]}: ${made} of ${calls} calls done` : undefined;
  if (unknown)
    return `${half ? `${half}, ` : ""}nobody knows whether ${half ? "one more was" : `it was ${changed[action]}`}`;
  return half ?? `not ${changed[action]}`;
}

/** The one summary. */
export function applySummaryText(
  { counts, unreachable }: { readonly counts: StepCounts; readonly unreachable: boolean },
  baseUrl: string,
  { colors }: Screen,
): string {
  const { done: made, failed, skipped, notStarted } = counts;
  const all = made + failed + skipped + notStarted;
  if (made === all)
    return `${colors.green("Applied.")} ${pluralize(all, "call")} to ${escapeText(baseUrl)}, all done.`;
  const rest = [
    failed > 0 ? `${failed} failed` : [],
    skipped > 0 ? `${skipped} skipped` : [],
    notStarted > 0 ? `${notStarted} not started` : [],
  ];
  const why = unreachable && notStarted > 0 ? " The service could not be reached any more." : "";
  const next =
    failed > 0
      ? "When what is marked ✗ is settled, run the same command again: it does the rest."
      : "Run the same command again to finish.";
  return `${colors.red("Not all was applied:")} ${made} of ${pluralize(all, "call")} done, ${rest.flat().join(", ")}.${why} ${next}`;
}

export interface StepCounts {
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly notStarted: number;
}
