// promptctl apply: shows the plan, asks, and makes it so.
import { Failure } from "../engine/failure.ts";
import type { Plan, Step } from "../engine/plan.ts";
import { kinds } from "../kinds.ts";
import { apply as carryOut, type ApplyCounts, type ApplyEvent } from "../sync/apply.ts";
import { stepLine } from "../views/apply-json.ts";
import {
  failedText,
  finishedText,
  repeatedNamesText,
  skippedText,
  succeededText,
  waitingText,
} from "../views/apply-text.ts";
import { counted, visible } from "../views/paint.ts";
import { planDocument } from "../views/plan-json.ts";
import { type Host, inCi, screenOf } from "./host.ts";
import { type PlanFlags, type Prepared, prepare, textOf } from "./prepare.ts";

export interface ApplyFlags extends PlanFlags {
  readonly autoApprove?: boolean;
  readonly concurrency: number;
}

/** Exit code 0 when all is done, 1 when something failed, 130 when interrupted with work left. */
export async function apply(
  host: Host,
  directory: string | undefined,
  flags: ApplyFlags,
): Promise<number> {
  const prepared = await prepare(host, directory, flags, "write");
  try {
    let { plan } = prepared;
    if (flags.json) host.out(line({ type: "plan", plan: planDocument(plan) }));
    else host.out(textOf(host, "apply", prepared, flags));
    refuse(plan);
    if (plan.steps.length > 0 && !flags.autoApprove) plan = await askFirst(host, prepared, flags);
    return await run(host, plan, prepared, flags);
  } finally {
    prepared.connection.close();
  }
}

function refuse({ refusals }: Plan): void {
  const [first] = refusals;
  if (!first) return;
  const reasons = counted(refusals.length, "reason");
  throw new Failure(
    "refused",
    first.code,
    `This plan is not applied, for the ${reasons} shown above.`,
    first.hint,
  );
}

/** Asks, and makes sure that what was agreed to is what will be done; gives the plan to carry out. */
async function askFirst(host: Host, prepared: Prepared, flags: ApplyFlags): Promise<Plan> {
  const { plan } = prepared;
  if (!host.ask || flags.json || inCi(host.env))
    throw new Failure(
      "refused",
      "no-consent",
      "Nobody can be asked here, so nothing was applied.",
      "Add --auto-approve where the plan was reviewed already.",
    );
  const deploys = plan.changes.filter(
    (each) =>
      each.action !== "delete" && kinds.some((row) => row.kind === each.kind && row.deploys),
  ).length;
  const also = deploys > 0 ? ` This deploys ${counted(deploys, "prompt")}.` : "";
  const changes =
    plan.changes.length === 1 ? "this change" : `these ${plan.changes.length} changes`;
  const yes = await host.ask(`\nApply ${changes} to ${visible(plan.baseUrl)}?${also} (y/N) `);
  if (!yes)
    throw new Failure("refused", "no-consent", "The answer was not yes, so nothing was applied.");
  const again = await prepared.planAgain();
  if (agreedTo(again) === agreedTo(plan)) return again; // its ids are those of now
  throw new Failure(
    "refused",
    "moved",
    "While the question stood here, the definitions or the service changed. Nothing was applied.",
    "Run the same command again to see the new plan.",
  );
}

/** What a yes is about: the calls, and the state of all that they touch. */
function agreedTo({ basis, steps, refusals }: Plan): string {
  return JSON.stringify([basis, steps, refusals]);
}

async function run(
  host: Host,
  plan: Plan,
  { connection, notebook }: Pick<Prepared, "connection" | "notebook">,
  flags: ApplyFlags,
): Promise<number> {
  const stop = new AbortController();
  host.onInterrupt(() => {
    stop.abort();
    host.err("Stopping: what is under way is finished. Interrupt again to leave at once.\n");
  });
  const events = carryOut(kinds, plan, connection.remote, {
    concurrency: flags.concurrency,
    stop: stop.signal,
    notebook,
    now: host.now,
    sleep: host.sleep,
    lookMs: Math.min(flags.timeout, longestLookMs),
  });
  let counts: ApplyCounts = { done: 0, failed: 0, skipped: 0, notStarted: 0 };
  for await (const event of events) {
    if (event.type === "finished") counts = event.counts;
    if (flags.json) host.out(line(documentOf(event)));
    else tell(host, plan, event);
  }
  const { failed, skipped, notStarted } = counts;
  if (failed + skipped + notStarted === 0) return 0;
  return stop.signal.aborted ? 130 : 1;
}

/** What a create whose answer never came may have made is looked for no longer than this. */
const longestLookMs = 60_000;

/** So many skipped steps are told one by one; the rest is counted. */
const mostSkipped = 5;

function tell(host: Host, plan: Plan, event: ApplyEvent): void {
  const screen = screenOf(host, "err");
  switch (event.type) {
    case "started":
      return;
    case "waiting":
      return host.err(`${waitingText(named(plan, event.step).address, event, screen)}\n`);
    case "succeeded":
      return host.err(`${succeededText(named(plan, event.step), event, screen)}\n`);
    case "failed":
      return host.err(`${failedText(named(plan, event.step), event.error, screen)}\n`);
    case "skipped":
      if (event.skipped > mostSkipped) return;
      return host.err(`${skippedText(named(plan, event.step), event.because, screen)}\n`);
    case "finished": {
      const more = event.counts.skipped - mostSkipped;
      if (more > 0) host.err(`  · and ${more} more skipped\n`);
      if (plan.steps.length > 0)
        host.out(`\n${finishedText(event.counts, plan.baseUrl, screenOf(host, "out"))}\n`);
      host.out(ending(repeatedNamesText(plan, event.ids)));
    }
  }
}

/** The step under the name on the service, where no file defines the thing. */
function named(plan: Plan, step: Step): Step {
  const name = plan.names[step.address];
  return name === undefined
    ? step
    : { ...step, address: `${step.kind}/${name} (id:${step.remoteId})` };
}

function ending(text: string | undefined): string {
  return text === undefined ? "" : `\n${text}\n`;
}

function documentOf(event: ApplyEvent): object {
  return event.type === "finished" ? event : stepLine(event);
}

function line(document: object): string {
  return `${JSON.stringify(document)}\n`;
}
