// Carries a plan out and tells of it as it goes, in words or as one JSON document a line.
import { Failure } from "../engine/model/failure.ts";
import type { ExecutablePlan, Plan, Step } from "../engine/model/plan.ts";
import { planDocument } from "../engine/saved-plan/plan-document.ts";
import { kinds } from "../kinds.ts";
import { apply, type ApplyCounts, type ApplyEvent } from "../sync/apply.ts";
import { finishedDocument, stepDocument } from "../views/apply-json.ts";
import {
  addressColumnWidth,
  failedText,
  applySummaryText,
  notAppliedText,
  duplicateNamesText,
  skippedText,
  succeededText,
  waitingText,
} from "../views/apply-text.ts";
import { pluralize, type Screen } from "../views/terminal-text.ts";
import { displayName } from "../views/display-name.ts";
import type { ConnectFlags } from "./connect.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import type { PreparedPlan } from "./prepare-plan.ts";

export interface ApplyPlanFlags extends ConnectFlags {
  readonly concurrency: number;
  readonly json?: boolean;
}

/** Shows the plan before it is carried out. */
export function printPlan(
  host: CommandHost,
  plan: ExecutablePlan,
  { json }: ApplyPlanFlags,
  text: () => string,
): void {
  host.out(json ? line({ type: "plan", plan: planDocument(plan) }) : text());
}

/** A plan with refusals is never carried out; what would settle them stands with them in the plan. */
export function throwIfRefused({ refusals }: Plan, hint?: string): void {
  const [first] = refusals;
  if (!first) return;
  const reasons = pluralize(refusals.length, "reason");
  throw new Failure(
    "refused",
    first.code,
    `This plan is not applied, for the ${reasons} shown above.`,
    hint,
  );
}

/** Exit code 0 when all is done, 1 when something failed, 130 when interrupted with work left. */
export async function applyAndReport(
  host: CommandHost,
  plan: ExecutablePlan,
  prepared: Pick<PreparedPlan, "connection" | "journal">,
  flags: ApplyPlanFlags,
): Promise<number> {
  const told = flags.json
    ? (event: ApplyEvent): void => host.out(line(documentOf(event)))
    : createTextReporter(host, plan);
  return applyWithReporter(host, plan, prepared, flags, told);
}

/** Tells each event as a person reads it. */
export function createTextReporter(host: CommandHost, plan: Plan): (event: ApplyEvent) => void {
  const screens = { out: screenOf(host, "out"), err: screenOf(host, "err") };
  const column = addressColumnWidth(plan.steps);
  return (event) => tell(host, plan, event, screens, column);
}

/** The same for whoever hears of the events itself. */
export async function applyWithReporter(
  host: CommandHost,
  plan: ExecutablePlan,
  { connection, journal }: Pick<PreparedPlan, "connection" | "journal">,
  flags: ApplyPlanFlags,
  hear: (event: ApplyEvent) => void,
): Promise<number> {
  const stop = new AbortController();
  host.onInterrupt(() => {
    stop.abort();
    host.err("Stopping: what is under way is finished. Interrupt again to leave at once.\n");
  });
  const events = apply(kinds, plan, connection.remote, {
    concurrency: flags.concurrency,
    stop: stop.signal,
    journal,
    now: host.now,
    sleep: host.sleep,
    recoveryMs: Math.min(flags.timeout, longestLookMs),
  });
  let counts: ApplyCounts = { done: 0, failed: 0, skipped: 0, notStarted: 0 };
  for await (const event of events) {
    if (event.type === "finished") counts = event.counts;
    hear(event);
  }
  const { failed, skipped, notStarted } = counts;
  if (failed + skipped + notStarted === 0) return 0;
  return stop.signal.aborted ? 130 : 1;
}

/** What a create whose answer never came may have made is looked for no longer than this. */
const longestLookMs = 60_000;

/** So many skipped steps are told one by one; the rest is counted. */
const mostSkipped = 5;

function tell(
  host: CommandHost,
  plan: Plan,
  event: ApplyEvent,
  { out, err: screen }: { readonly out: Screen; readonly err: Screen },
  column: number,
): void {
  switch (event.type) {
    case "started":
      return;
    case "waiting":
      return host.err(`${waitingText(named(plan, event.step).address, event, screen)}\n`);
    case "succeeded":
      return host.err(`${succeededText(named(plan, event.step), event, screen, column)}\n`);
    case "failed":
      return host.err(`${failedText(named(plan, event.step), event.error, screen)}\n`);
    case "skipped":
      if (event.skipped > mostSkipped) return;
      return host.err(`${skippedText(named(plan, event.step), event.because, screen)}\n`);
    case "finished": {
      const more = event.counts.skipped - mostSkipped;
      if (more > 0) host.err(`  · and ${more} more skipped\n`);
      if (event.incomplete.length > 0)
        host.out(`\n${notAppliedText(plan, event.incomplete, out)}\n`);
      if (plan.steps.length > 0) host.out(`\n${applySummaryText(event, plan.baseUrl, out)}\n`);
      host.out(ending(duplicateNamesText(plan, event.ids)));
    }
  }
}

/** The step under the name on the service, where no file defines the thing. */
function named(plan: Plan, step: Step): Step {
  const isOld =
    step.verb === "delete" &&
    plan.changes.some((each) => each.action === "replace" && each.address === step.address);
  return { ...step, address: `${displayName(plan, step.address)}${isOld ? " (the old one)" : ""}` };
}

function ending(text: string | undefined): string {
  return text === undefined ? "" : `\n${text}\n`;
}

function documentOf(event: ApplyEvent): object {
  return event.type === "finished" ? finishedDocument(event) : stepDocument(event);
}

function line(document: object): string {
  return `${JSON.stringify(document)}\n`;
}
