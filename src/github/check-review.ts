// Compares the plan to apply with the plans that were reviewed on pull requests.
import { messageWithHint, onFailure, refused } from "../engine/model/failure.ts";
import type { Atom } from "../engine/review/atoms.ts";
import { unitedKeys, unreviewedAtoms } from "../engine/review/permission.ts";
import { type CommandTarget, commandText } from "../engine/text/command-text.ts";
import { joinWithAnd } from "../engine/text/kind-counts.ts";
import { pluralize } from "../views/text/terminal-text.ts";
import { recordStart } from "./apply-record.ts";
import type { ActionPlan } from "./commands.ts";
import { type SearchedPlan, searchPlans } from "./search-plans.ts";
import { annotateRun, markerFor, type Session } from "./session.ts";

/** The result of the comparison. */
interface Review {
  readonly isReviewed: boolean;
  readonly message: string;
  /** Explains why the plan was not reviewed. */
  readonly hint?: string;
  /** How the changes can be applied nevertheless. */
  readonly ways?: readonly string[];
  /** The newest pull request whose review permits the plan. */
  readonly permittedBy?: number | undefined;
}

/**
 * Reports whether the plan was reviewed. With reviewed-plan: require, throws if it was not, and otherwise
 * records the start of the apply.
 */
export async function checkReview(session: Session, planned: ActionPlan): Promise<void> {
  const { reviewedPlan: wanted } = session.inputs;
  if (wanted === "off") return;
  const {
    isReviewed,
    message,
    hint,
    ways = [],
    permittedBy,
  } = await comparePlans(session, planned).catch(
    onFailure((failure): Review => ({ ...noReview, hint: messageWithHint(failure) })),
  );
  if (!isReviewed && wanted === "require") {
    const lines = [...(hint?.split("\n") ?? []), ...ways];
    throw refused("not-reviewed", message, lines);
  }
  if (wanted === "require" && permittedBy !== undefined) await recordStart(session, permittedBy);
  const annotation = hint === undefined ? { message } : { message, hint };
  annotateRun(session, "notice", annotation, message);
}

const noReview = { isReviewed: false, message: "There is no reviewed plan to compare with." };

/** Compares the plan with those that were reviewed on the pull requests of its commit and the last ones. */
async function comparePlans(session: Session, planned: ActionPlan): Promise<Review> {
  const [api, marker] = [await session.api(), markerFor(session, "plan")];
  if (!api || !marker)
    return {
      ...noReview,
      hint: "The input github-token is empty, so pull requests cannot be read.",
    };
  const { valid, usedUp } = await searchPlans(session, { api, marker, planned });
  const permittedBy = valid.find((plan) => plan.isOwn || permitsSome(plan, planned.atoms))?.number;
  if (valid.some((plan) => plan.isOwn && plan.digest === planned.digest))
    return { ...samePlan, permittedBy };
  const rest = unreviewedIn(planned, valid);
  if (rest.length === 0) return { ...permittedPlan, permittedBy };
  const used = usedUp.filter((plan) => plan.digest === planned.digest || permitsSome(plan, rest));
  if (used.length === 0 && ![...valid, ...usedUp].some(({ isOwn }) => isOwn)) {
    const numbers = (await session.pullRequests()).map(({ number }) => number);
    return { ...noReview, hint: missingReviewHint(numbers), ways: [applyWay(planned.plan)] };
  }
  const resources = `${rest.length} of ${pluralize(planned.atoms.length, "resource")}`;
  const message = `${differentPlan} Not reviewed: changes of ${resources}.`;
  const ways = [keepWay, applyWay].map((way) => way(planned.plan));
  if (used.length === 0) return { isReviewed: false, message, ways };
  const makers = joinWithAnd(used.map(({ number }) => `#${number}`));
  const hint = `Changes made by ${makers}, set back since: an apply has used up their review. A pull request planned now contains them.`;
  return { isReviewed: false, message, hint, ways };
}

/** The atoms that the reviewed plans do not permit. */
function unreviewedIn({ atoms }: ActionPlan, plans: readonly SearchedPlan[]): Atom[] {
  return unreviewedAtoms(unitedKeys(plans.map(({ permitted }) => permitted)), atoms);
}

function permitsSome({ permitted }: SearchedPlan, atoms: readonly Atom[]): boolean {
  return unreviewedAtoms(permitted, atoms).length < atoms.length;
}

function keepWay(plan: CommandTarget): string {
  return `To keep what was changed on the service, run ${commandText("pull", plan)} on a branch and merge it with a pull request.`;
}

function applyWay(plan: CommandTarget): string {
  return `To apply the plan, check it in the job summary. Then run ${commandText("apply", plan)} in a terminal, or run this job with reviewed-plan: notice.`;
}

const samePlan: Review = {
  isReviewed: true,
  message: "The plan matches the plan that was reviewed on the pull request.",
};
const permittedPlan: Review = {
  isReviewed: true,
  message: "All changes of the plan were reviewed on merged pull requests.",
};
const differentPlan =
  "The plan differs from the reviewed plan: the service or the definitions have changed since.";

function missingReviewHint(numbers: readonly number[]): string {
  if (numbers.length === 0) return "No merged pull request contains this commit.";
  const found = numbers.map((number) => `#${number}`).join(", ");
  return `There is no comment with a plan on the merged pull request ${found}: it was deleted, or no plan was made.`;
}
