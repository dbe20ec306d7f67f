// The progress and the summary of an apply, as text: a line for each step, then the result.
import { firstOf } from "../../engine/text/word-lists.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { commandText } from "../../engine/text/command-text.ts";
import type { Failure } from "../../engine/model/failure.ts";
import { hintLines } from "../../engine/model/hint.ts";
import type { Create, Plan, Step } from "../../engine/model/plan.ts";
import { kindOf } from "../../engine/model/resource.ts";
import { durationText } from "../../engine/text/quantities.ts";
import type { Wait } from "../../engine/model/ports.ts";
import type { ApplySummary } from "../../engine/apply/apply-event.ts";
import type { IdsByAddress } from "../../engine/apply/id-registry.ts";
import { hasUnknownResult, type IncompleteChange } from "../../engine/apply/incomplete-changes.ts";
import {
  displayName,
  serviceName,
  truncateName,
  compareNames,
  withoutId,
} from "../text/display-name.ts";
import {
  escapeText,
  pluralize,
  type Screen,
  truncateMiddle,
  wrapSentence,
} from "../text/terminal-text.ts";
import { timeLeftText } from "../text/time-left.ts";
import type { DoneSteps } from "./step-families.ts";
import { stepLine } from "./step-line.ts";

const pastTense = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
} as const;

const minAddressColumn = 44;

/** The width of the address column for these steps, in characters. */
export function addressColumnWidth(steps: readonly Step[]): number {
  return steps.reduce((width, { address }) => Math.max(width, address.length), minAddressColumn);
}

/** What succeeded, with its address padded to `column` characters. */
export function succeededText(
  { address, verb, id, milliseconds, note }: DoneSteps,
  screen: Screen,
  column: number = minAddressColumn,
): string {
  const { colors, symbols, width } = screen;
  const room = width - 46;
  const name = truncateMiddle(escapeText(withoutId(address)), room, symbols);
  const title = name.padEnd(Math.min(column, room));
  const shortId = truncateMiddle(escapeText(id), 12, symbols).padEnd(12);
  const details = [
    `${shortId} ${Math.round(milliseconds)} ms`,
    ...(note === undefined ? [] : [note]),
  ];
  const mark = [symbols.done, colors.green] as const;
  return stepLine(
    { mark, title: `${title}  ${pastTense[verb]}`, details: details.join("  ") },
    screen,
  );
}

/** What a failed step did. */
function failedResult({ verb }: Step, error: Failure): string {
  if (hasUnknownResult(error)) return `${verb} result unknown`;
  if (error.code === "stored-otherwise") return `${pastTense[verb]} with other values`;
  return `not ${pastTense[verb]}`;
}

/** A failed step: its address and result, then the reason and what to do, broken between words. */
export function failedText(step: Step, error: Failure, screen: Screen): string {
  const { colors, symbols, width } = screen;
  const lines = [error.message, ...hintLines(error.hint)];
  const title = truncateMiddle(escapeText(step.address), width - 24, symbols);
  return [
    `  ${colors.red(symbols.failed)} ${title}  ${failedResult(step, error)}`,
    ...lines.flatMap((line) => wrapSentence(line, screen, "      ")),
  ].join("\n");
}

/**
 * A pause before a retry, or before the service is listed for a resource whose create result is
 * unknown.
 */
export function waitingText(
  subject: string,
  { next, attempt, maxAttempts, delayMs, reason, sharedWith = 0 }: Wait,
  screen: Screen,
): string {
  const { colors, symbols, width } = screen;
  const name = truncateMiddle(escapeText(subject), width - 50, symbols);
  const title = sharedWith > 0 ? `${name} and ${sharedWith} more` : name;
  const created = sharedWith > 0 ? "they were created" : "it was created";
  const action =
    next === "retry" ? `retry ${attempt} of ${maxAttempts}` : `check whether ${created}`;
  const details = `waiting: ${action} in ${durationText(delayMs)} (${reason})`;
  return stepLine({ mark: [symbols.pending, colors.yellow], title, details }, screen);
}

/** How long requests to a service have had no response. */
export function stillWaitingText(
  baseUrl: string,
  milliseconds: number,
  { symbols }: Screen,
): string {
  const seconds = Math.round(milliseconds / 1000);
  return `  ${symbols.pending} ${serviceName(baseUrl)}  waiting for a response (${seconds} s)`;
}

/** `  3/40 requests, about 12 s left`; without the time until two seconds have passed. */
export function stepCountText(
  { ended, running, total }: { ended: number; running: number; total: number },
  milliseconds: number,
): string {
  const count = `  ${ended}/${pluralize(total, "request")}`;
  const done = ended === 0 ? 0 : ended + running / 2; // on average, half of each is done
  const left = timeLeftText({ done, total }, milliseconds);
  return left === undefined ? count : `${count}, ${left}`;
}

/** A step that was not started because the step at the address `failedAddress` failed. */
export function skippedText(step: Step, failedAddress: string, screen: Screen): string {
  const { colors, symbols, width } = screen;
  const room = Math.floor((width - 30) / 2);
  const title = truncateMiddle(escapeText(step.address), room, symbols);
  const failed = `${truncateMiddle(escapeText(failedAddress), room, symbols)} failed`;
  const details =
    step.phase === "prune"
      ? `not deleted: a failure stops pruning (${failed})`
      : `skipped: ${failed}`;
  return stepLine({ mark: [symbols.pending, colors.yellow], title, details }, screen);
}

/** The line for skipped steps without a line of their own. */
export function moreSkippedText(count: number, { symbols }: Screen): string {
  return `  ${symbols.pending} and ${count} more skipped`;
}

/** The pins to add when several created resources have the same name; undefined if none have. */
export function duplicateNamesText(plan: Plan, ids: IdsByAddress): string | undefined {
  const created = plan.changes.filter(
    (change): change is Create =>
      change.action === "create" && !change.parent && !!ids[change.address],
  );
  const sameName = groupBy(created, ({ row, body }) => `${row.kind}\n${String(body["name"])}`);
  const duplicates = [...sameName.values()].filter((changes) => changes.length > 1).flat();
  if (duplicates.length === 0) return undefined;
  const quote = (text: string | undefined): string => escapeText(JSON.stringify(text));
  return [
    "Several created resources have the same name. To identify them, add to promptctl.yaml:",
    "pins:",
    `  ${quote(plan.baseUrl)}:`,
    ...duplicates.map(({ address }) => `    ${quote(address)}: ${quote(ids[address])}`),
  ].join("\n");
}

const maxListedChanges = 20;

/** The changes that were not, or not completely, applied: a line for each. */
export function notAppliedText(
  plan: Plan,
  incomplete: readonly IncompleteChange[],
  screen: Screen,
): string {
  const { colors, symbols, width } = screen;
  const ofKinds = groupBy(incomplete, ({ address }) => kindOf(address));
  const nameOf = ({ address }: IncompleteChange): string => displayName(plan, address);
  const sorted = [...ofKinds.values()].flatMap((changes) =>
    changes.toSorted((a, b) => compareNames(nameOf(a), nameOf(b))),
  );
  const lines = sorted.map((change) => {
    const title = truncateName(escapeText(nameOf(change)), width - 50, symbols);
    const padded = title.padEnd(Math.min(44, width - 50));
    return stepLine({ title: padded, details: stateText(change) }, screen);
  });
  const listed = firstOf(lines, maxListedChanges, (more) => `  and ${more} more`);
  return [colors.bold("Not applied:"), ...listed].join("\n");
}

function stateText(change: IncompleteChange): string {
  const { action, succeededCalls, totalCalls, isUnknown, isStoredOtherwise, isCreated } = change;
  if (isCreated) return "new resource created, old resource not deleted";
  const partial = `partly ${pastTense[action]}: ${succeededCalls} of ${totalCalls} requests succeeded`;
  if (succeededCalls > 0) return isUnknown ? `${partial}, result of another unknown` : partial;
  if (isStoredOtherwise) return `${pastTense[action]} with other values`;
  return isUnknown ? `${action} result unknown` : `not ${pastTense[action]}`;
}

type ApplyTotals = Pick<ApplySummary, "counts" | "unavailable" | "changedSincePlan">;

/** The last line: how many requests succeeded, and how to continue. */
export function applySummaryText(
  totals: ApplyTotals,
  plan: Pick<Plan, "baseUrl" | "environment" | "directory">,
  screen: Screen,
): string {
  const { colors, symbols } = screen;
  const { done, failed, skipped, notStarted } = totals.counts;
  if (failed + skipped + notStarted === 0) {
    const requests = pluralize(done, "request");
    const sentence = `Applied. ${requests} to ${serviceName(plan.baseUrl)} succeeded.`;
    return withStart(sentence, "Applied.", colors.green, screen);
  }
  const next = totals.changedSincePlan
    ? `Before you apply again, review what was changed on the service: ${commandText("plan", plan)}`
    : failed > 0
      ? `Fix the failures marked ${symbols.failed.trim()} and run the same command again to continue.`
      : "Run the same command again to continue.";
  const sentence = `Apply incomplete: ${incompleteTotalsText(totals)} ${next}`;
  return withStart(sentence, "Apply incomplete:", colors.red, screen);
}

/** A sentence whose first words have a colour, broken between words. */
function withStart(
  sentence: string,
  start: string,
  color: (text: string) => string,
  screen: Screen,
): string {
  return wrapSentence(sentence, screen, "").join("\n").replace(start, color(start));
}

/** `2 of 5 requests succeeded, 1 failed, 2 skipped.` */
export function incompleteTotalsText({ counts, unavailable }: ApplyTotals): string {
  const { done, failed, skipped, notStarted } = counts;
  const total = pluralize(done + failed + skipped + notStarted, "request");
  const rest = [
    failed > 0 ? `${failed} failed` : [],
    skipped > 0 ? `${skipped} skipped` : [],
    notStarted > 0 ? `${notStarted} not started` : [],
  ];
  const cause = unavailable && notStarted > 0 ? " The service became unavailable." : "";
  return `${done} of ${total} succeeded, ${rest.flat().join(", ")}.${cause}`;
}
