// Applies a plan, and refuses what must not be applied.
import { backOffMs } from "../../io/http/back-off.ts";
import { refused } from "../../engine/model/failure.ts";
import type { ExecutablePlan, Plan } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import type { ApplyEvent } from "../../engine/apply/apply-event.ts";
import { kinds } from "../../kinds.ts";
import { apply } from "../../sync/apply/apply.ts";
import { eventDocument } from "../../views/apply/apply-json.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import { type CommandHost, printJsonLine, type FormatFlags } from "../host/command-host.ts";
import { createTextReporter } from "./apply-progress.ts";
import type { ConnectFlags, ServiceConnection } from "../connect/connect.ts";
import type { PlanFlags } from "./plan-flags.ts";
import { executable, type PlanWithInput, type PreparedPlan } from "./prepare-plan.ts";
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

/** Throws a Failure if the plan has refusals, which were printed with the plan. */
export function throwIfRefused({ refusals }: Plan, hint?: string): void {
  const [first] = refusals;
  if (!first) return;
  const reasons = refusals.length === 1 ? "reason" : `${refusals.length} reasons`;
  throw refused(
    first.code,
    `The plan cannot be applied for the ${reasons} shown above. Nothing was applied.`,
    hint,
  );
}

/** Throws a Failure if the plan writes and the service says that the API key may not write. */
export function refuseReadKey({ steps }: Plan, connection: ServiceConnection): void {
  const scope = connection.keyScope();
  if (steps.length === 0 || (scope !== "read" && scope !== "run")) return;
  throw refused(
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
