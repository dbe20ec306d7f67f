// The result of an apply in Markdown, for the paragraphs before the plan.
import { type Failure, messageWithHint } from "../../engine/model/failure.ts";
import type { ApplySummary } from "../../engine/apply/apply-event.ts";
import type { Plan } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { incompleteTotalsText, notAppliedText } from "./apply-text.ts";
import { type Mask, type SizeLimit, takeFitting, textFence } from "../text/markdown.ts";
import { sameNamesLines } from "./same-names-text.ts";
import { pluralize, createScreen } from "../text/terminal-text.ts";
import { displayName } from "../text/display-name.ts";

/** The result of an apply, with its exit code and errors. */
export interface ApplyResult extends ApplySummary {
  readonly exitCode: number;
  readonly failures: readonly { readonly address: Address; readonly error: Failure }[];
}

/** The maximum number of failures in a report. */
const maxFailures = 20;

/** The totals, the changes that were not applied, and the errors. */
export function applyResultMarkdown(
  plan: Plan,
  applied: ApplyResult,
  mask: Mask,
  limit: SizeLimit,
): string[] {
  const { counts, failures, incomplete, exitCode } = applied;
  if (plan.changes.length === 0) return [];
  const warning = sameNamesLines(applied, plan);
  const warnings = warning.length > 0 ? [textFence(warning, mask)] : [];
  if (exitCode === 0)
    return [`**Applied.** ${pluralize(counts.done, "request")} succeeded.`, ...warnings];
  const page = createScreen(false, 100);
  const fix = counts.failed > 0 ? "Fix the failures below and run" : "Run";
  const next = `${fix} the job again to apply the remaining changes.`;
  const errors = failures
    .slice(0, maxFailures)
    .map(({ address, error }) =>
      textFence([`${displayName(plan, address)}: ${messageWithHint(error)}`], mask),
    );
  const changes =
    incomplete.length > 0
      ? [textFence(notAppliedText(plan, incomplete, page).split("\n"), mask)]
      : [];
  return [
    `**Apply incomplete:** ${incompleteTotalsText(applied)} ${next}`,
    ...warnings,
    takeFitting([...changes, ...errors], limit.max * 0.4, limit).text,
  ];
}
