// Shows what an apply does: a line for each step, in the status line how many ended, then the result.
import type { ApplyEvent } from "../../engine/apply/apply-event.ts";
import type { Plan, Step } from "../../engine/model/plan.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import { kinds } from "../../kinds.ts";
import {
  addressColumnWidth,
  applySummaryText,
  duplicateNamesText,
  failedText,
  moreSkippedText,
  notAppliedText,
  skippedText,
  stepCountText,
  succeededText,
  waitingText,
} from "../../views/apply/apply-text.ts";
import { sameNamesText } from "../../views/apply/same-names-text.ts";
import { createStepFamilies, type DoneSteps } from "../../views/apply/step-families.ts";
import { displayName } from "../../views/text/display-name.ts";
import { type CommandHost, screenOf } from "../host/command-host.ts";
import { openStatusLine } from "../host/status-line.ts";

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
  const countStep =
    quiet || plan.steps.length === 0 ? undefined : createStepCount(host, plan.steps.length);
  return (event) => {
    countStep?.(event);
    switch (event.type) {
      case "started":
        return;
      case "waiting":
        if (quiet || event.sharedWith === 0) return; // shared pauses are reported once
        return print(waitingText(displayStep(event.step).address, event, screen));
      case "succeeded":
        return printDone(families.add(event));
      case "failed":
        return print(failedText(displayStep(event.step), event.error, screen));
      case "skipped":
        if (event.skipped > maxListedSkips) return;
        return print(skippedText(displayStep(event.step), event.failedAddress, screen));
      case "finished": {
        printDone(families.rest());
        const more = event.counts.skipped - maxListedSkips;
        if (more > 0) print(moreSkippedText(more, screen));
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

/** Returns a function that counts the steps that ended, and shows their number and the time left. */
function createStepCount(host: CommandHost, total: number): (event: ApplyEvent) => void {
  let startedAt: number | undefined;
  let [started, ended] = [0, 0];
  const text = (): string => {
    const milliseconds = host.now() - (startedAt ?? host.now());
    return stepCountText({ ended, running: Math.max(0, started - ended), total }, milliseconds);
  };
  const { update, end } = openStatusLine(host, text);
  update();
  return ({ type }) => {
    if (type === "finished") return end();
    if (type === "started") {
      startedAt ??= host.now();
      started++;
      return;
    }
    if (type === "succeeded" || type === "failed" || type === "skipped") ended++;
    update();
  };
}
