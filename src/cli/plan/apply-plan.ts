// Applies a plan and reports its progress, as text or as JSON lines.
import { backOffMs } from "../../io/http/back-off.ts";
import { Failure } from "../../engine/model/failure.ts";
import type { ExecutablePlan, Plan, Step } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import type { ApplyEvent } from "../../engine/apply/apply-event.ts";
import { planDocument } from "../../engine/review/plan-document.ts";
import { kinds } from "../../kinds.ts";
import { apply } from "../../sync/apply/apply.ts";
import { eventDocument } from "../../views/apply/apply-json.ts";
import {
  addressColumnWidth,
  alteredText,
  applySummaryText,
  duplicateNamesText,
  failedText,
  notAppliedText,
  skippedText,
  succeededText,
  waitingText,
} from "../../views/apply/apply-text.ts";
import { createStepFamilies, type DoneSteps } from "../../views/apply/step-families.ts";
import { displayName } from "../../views/text/display-name.ts";
import { mapTexts } from "../../views/text/map-texts.ts";
import { sameNamesText } from "../../views/apply/same-names-text.ts";
import { planText } from "../../views/plan/plan-text.ts";
import { type CommandHost, printJsonLine, screenOf } from "../host/command-host.ts";
import type { ConnectFlags, ServiceConnection } from "../connect/connect.ts";
import type { FormatFlags } from "../host/output-format.ts";
import type { PlanFlags } from "./plan-flags.ts";
import {
  executable,
  type PlanSourcePaths,
  planTextOptions,
  type PlanWithInput,
  type PreparedPlan,
} from "./prepare-plan.ts";
import { createStepCount } from "./step-count.ts";
import { createOrigins } from "./write-origin.ts";

export interface ApplyFlags extends PlanFlags, FormatFlags {
  readonly concurrency: number;
  readonly autoApprove?: boolean;
}

/**
 * A plan with all that applying it needs. It keeps neither the texts nor the sources of the project, so
 * that their memory is free meanwhile (docs/performance.md, row "memory of apply 200,000").
 */
export interface PlanToApply extends Pick<PreparedPlan, "connection" | "journal" | "settings"> {
  readonly plan: ExecutablePlan;
  readonly flags: ConnectFlags & { readonly json?: boolean };
  /** The header with the origin of a definition. */
  readonly originOf: (address: Address) => Promise<string | undefined>;
}

/** `planned`: the plan to apply, if it is not the one that was prepared. */
export function planToApply(
  host: CommandHost,
  prepared: PreparedPlan,
  flags: PlanToApply["flags"],
  planned: PlanWithInput = prepared,
): PlanToApply {
  const { connection, journal, settings } = prepared;
  const originOf = createOrigins(host, prepared);
  return { connection, journal, settings, originOf, flags, plan: executable(planned) };
}

/** Prints the plan before it is applied. */
export function printPlan(
  host: CommandHost,
  plan: Plan,
  flags: ApplyFlags,
  paths: PlanSourcePaths,
): void {
  if (flags.json) {
    const document = mapTexts(planDocument(plan, paths.commit), maskSecrets);
    return printJsonLine(host, { type: "plan", plan: document });
  }
  host.out(planText(plan, { ...planTextOptions(host, flags), ...paths, command: "apply" }));
}

/** Throws a Failure if the plan has refusals, which were printed with the plan. */
export function throwIfRefused({ refusals }: Plan, hint?: string): void {
  const [first] = refusals;
  if (!first) return;
  const reasons = refusals.length === 1 ? "reason" : `${refusals.length} reasons`;
  throw new Failure(
    "refused",
    first.code,
    `The plan cannot be applied for the ${reasons} shown above. Nothing was applied.`,
    hint,
  );
}

/** Throws a Failure if the plan writes and the service says that the API key may not write. */
export function refuseReadKey({ steps }: Plan, connection: ServiceConnection): void {
  const scope = connection.keyScope();
  if (steps.length === 0 || (scope !== "read" && scope !== "run")) return;
  throw new Failure(
    "refused",
    "key-scope",
    `The API key has the scope ${scope} and cannot change the service. Nothing was applied.`,
    "Use a key with the scope write.",
  );
}

/** A create whose response was lost is looked for on the service at most this long. */
const maxRecoveryMs = 60_000;

/**
 * Applies a plan and passes the events to `report`, by default to standard output and error. Exit
 * code 0 if all steps succeeded, 1 if a step failed or created resources have duplicates, 130 if
 * interrupted before the end.
 */
export async function applyAndReport(
  host: CommandHost,
  { plan, flags, connection, journal, settings, originOf }: PlanToApply,
  report: (event: ApplyEvent) => void = flags.json
    ? (event) => printJsonLine(host, mapTexts(eventDocument(event), maskSecrets))
    : createTextReporter(host, plan, flags),
): Promise<number> {
  refuseReadKey(plan, connection);
  const stop = new AbortController();
  host.onInterrupt(() => {
    stop.abort();
    host.err("Stopping after the requests in progress. Interrupt again to exit immediately.\n");
  });
  const isComplete = await apply(kinds, plan, connection.remote, {
    concurrency: connection.concurrency,
    stop: stop.signal,
    journal,
    scope: settings.scope,
    originOf,
    report,
    now: host.now,
    sleep: host.sleep,
    recoveryMs: Math.min(flags.timeout, maxRecoveryMs),
    listPauseMs: backOffMs,
  });
  if (isComplete) return 0;
  return stop.signal.aborted ? 130 : 1;
}

/** Further skipped steps are only counted. */
const maxListedSkips = 5;

/**
 * Prints the events as text: progress to standard error, the result to standard output. `quiet` leaves
 * out what succeeded, and pauses.
 */
export function createTextReporter(
  host: CommandHost,
  plan: Plan,
  { quiet = false }: { readonly quiet?: boolean } = {},
): (event: ApplyEvent) => void {
  const outScreen = screenOf(host, "out");
  const screen = screenOf(host, "err");
  const column = addressColumnWidth(plan.steps);
  const displayStep = createDisplayStep(plan);
  let isFirst = true;
  const print = (line: string): void => {
    host.err(`${isFirst ? "\n" : ""}${maskSecrets(line)}\n`); // an empty line after the plan
    isFirst = false;
  };
  const families = createStepFamilies(plan, kinds);
  const printDone = (list: readonly DoneSteps[]): void => {
    if (quiet) return;
    for (const done of list)
      print(succeededText({ ...done, address: displayName(plan, done.address) }, screen, column));
  };
  const count = quiet ? undefined : createStepCount(host, plan.steps.length);
  return (event) => {
    count?.(event);
    switch (event.type) {
      case "started":
        return;
      case "waiting":
        if (quiet || event.sharedWith === 0) return; // shared pauses are reported once
        return print(waitingText(displayStep(event.step).address, event, screen));
      case "succeeded":
        if (event.altered.length > 0)
          print(alteredText(displayStep(event.step).address, event.altered, screen));
        return printDone(families.add(event));
      case "failed":
        return print(failedText(displayStep(event.step), event.error, screen));
      case "skipped":
        if (event.skipped > maxListedSkips) return;
        return print(skippedText(displayStep(event.step), event.failedAddress, screen));
      case "finished": {
        printDone(families.rest());
        const more = event.counts.skipped - maxListedSkips;
        if (more > 0) print(`  ${screen.symbols.pending} and ${more} more skipped`);
        const texts = [
          event.incomplete.length > 0
            ? notAppliedText(plan, event.incomplete, outScreen)
            : undefined,
          plan.steps.length > 0 ? applySummaryText(event, plan, outScreen) : undefined,
          duplicateNamesText(plan, event.ids),
          sameNamesText(event, plan, outScreen),
        ];
        for (const text of texts) if (text !== undefined) host.out(`\n${text}\n`);
      }
    }
  };
}

/** Returns a function that gives a step the display name of its resource as its address. */
function createDisplayStep(plan: Plan): (step: Step) => Step {
  const replaced = new Set(
    plan.changes.flatMap(({ action, address }) => (action === "replace" ? [address] : [])),
  );
  return (step) => {
    const isOld = step.verb === "delete" && replaced.has(step.address);
    const address = `${displayName(plan, step.address)}${isOld ? " (old resource)" : ""}`;
    return { ...step, address };
  };
}
