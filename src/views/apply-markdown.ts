// How an apply went, in Markdown: what stands before the plan that was carried out.
import { type Failure, messageWithHint } from "../engine/model/failure.ts";
import type { IncompleteChange } from "../engine/order/incomplete-changes.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { Address } from "../engine/model/resource.ts";
import { type StepCounts, applySummaryText, notAppliedText } from "./apply-text.ts";
import { takeFitting, type Mask, type SizeLimit } from "./markdown.ts";
import { pluralize, createScreen } from "./terminal-text.ts";
import { textFence } from "./plan-markdown.ts";
import { displayName } from "./display-name.ts";

/** How an apply ended. */
export interface ApplyResult {
  readonly exitCode: number;
  readonly counts: StepCounts;
  /** Whether the rest was not tried because the service was gone. */
  readonly unreachable: boolean;
  readonly failures: readonly StepFailure[];
  readonly left: readonly IncompleteChange[];
}

export interface StepFailure {
  readonly address: Address;
  readonly error: Failure;
}

/** So many failures are told one by one, as far as they fit. */
const mostFailures = 20;

/** The outcome, what failed with the service's own words, and what is not as planned. */
export function applyResultMarkdown(
  plan: Plan,
  applied: ApplyResult,
  mask: Mask,
  room: SizeLimit,
): string[] {
  const { counts, failures, left, exitCode } = applied;
  if (plan.changes.length === 0) return [];
  if (exitCode === 0) return [`**Applied.** ${pluralize(counts.done, "call")}, all done.`];
  const page = createScreen(false, 100);
  const failed = failures
    .slice(0, mostFailures)
    .map(({ address, error }) =>
      textFence([`${displayName(plan, address)}: ${messageWithHint(error)}`], mask),
    );
  const pieces = [
    textFence([applySummaryText(applied, plan.baseUrl, page)], mask),
    ...(left.length > 0 ? [textFence(notAppliedText(plan, left, page).split("\n"), mask)] : []),
    ...failed,
  ];
  return ["**Not all was applied.**", takeFitting(pieces, room.max * 0.4, room).text];
}
