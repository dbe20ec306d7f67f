// Compares the plan to apply with the plans that were reviewed on pull requests.
import { messageWithHint, onFailure, refused } from "../engine/model/failure.ts";
import type { Atom } from "../engine/review/atoms.ts";
import { unitedKeys, unreviewedAtoms } from "../engine/review/permission.ts";
import { type CommandTarget, commandText } from "../engine/text/command-text.ts";
import { pluralize } from "../views/text/terminal-text.ts";
import type { ActionPlan } from "./commands.ts";
import type { GitHubApi } from "./api/api.ts";
import { allComments } from "./pages/comment.ts";
import { lastMergedPullRequests, reviewedPlan } from "./reviewed-plan.ts";
import { annotateRun, markerFor, type Session } from "./session.ts";

/** The result of the comparison. */
interface Review {
  readonly isReviewed: boolean;
  readonly message: string;
  /** Explains why the plan was not reviewed. */
  readonly hint?: string;
  /** How the changes can be applied nevertheless. */
  readonly ways?: readonly string[];
}

/** Reports whether the plan was reviewed. Throws if it was not and reviewed-plan is require. */
export async function checkReview(session: Session, planned: ActionPlan): Promise<void> {
  const { reviewedPlan: wanted } = session.inputs;
  if (wanted === "off") return;
  const {
    isReviewed,
    message,
    hint,
    ways = [],
  } = await comparePlans(session, planned).catch(
    onFailure((failure): Review => ({ ...noReview, hint: messageWithHint(failure) })),
  );
  if (!isReviewed && wanted === "require") {
    const lines = [...(hint?.split("\n") ?? []), ...ways];
    throw refused("not-reviewed", message, lines);
  }
  const annotation = hint === undefined ? { message } : { message, hint };
  annotateRun(session, "notice", annotation, message);
}

const noReview = { isReviewed: false, message: "There is no reviewed plan to compare with." };

/**
 * Looks for the whole plan on the pull requests of the commit. If it is not there, looks for its
 * changes on these and on the last merged pull requests: one run may apply several merges, and a
 * run after a failed apply has only a part of the reviewed changes.
 */
async function comparePlans(session: Session, planned: ActionPlan): Promise<Review> {
  const [api, marker] = [await session.api(), markerFor(session, "plan")];
  if (!api || !marker)
    return {
      ...noReview,
      hint: "The input github-token is empty, so pull requests cannot be read.",
    };
  const numbers = await session.pullRequests();
  const plans: (readonly string[])[] = [];
  const unreviewed = (): readonly Atom[] => unreviewedAtoms(unitedKeys(plans), planned.atoms);
  let hasOwnPlan = false;
  for await (const number of pullRequestsToSearch(session, api)) {
    if (!numbers.includes(number) && unreviewed().length === 0) break;
    const reviewed = await reviewedPlan(api, await allComments(api, number), marker);
    if (reviewed?.digest === planned.digest && numbers.includes(number)) return samePlan;
    hasOwnPlan ||= reviewed !== undefined && numbers.includes(number);
    plans.push(reviewed?.permitted ?? []);
  }
  const rest = unreviewed().length;
  if (rest === 0 && plans.some((keys) => keys.length > 0)) return permittedPlan;
  if (!hasOwnPlan)
    return { ...noReview, hint: missingReviewHint(numbers), ways: [applyWay(planned.plan)] };
  const resources = `${rest} of ${pluralize(planned.atoms.length, "resource")}`;
  const message = `${differentPlan} Not reviewed: changes of ${resources}.`;
  return { isReviewed: false, message, ways: [keepWay, applyWay].map((way) => way(planned.plan)) };
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

/** The pull requests of the commit, then those that were last merged into its branch. */
async function* pullRequestsToSearch(session: Session, api: GitHubApi): AsyncGenerator<number> {
  const numbers = await session.pullRequests();
  yield* numbers;
  const { event } = session;
  if (event.type !== "commit" || event.branch === "") return;
  const others = await lastMergedPullRequests(api, event.branch);
  yield* others.filter((number) => !numbers.includes(number));
}

function missingReviewHint(numbers: readonly number[]): string {
  if (numbers.length === 0) return "No merged pull request contains this commit.";
  const found = numbers.map((number) => `#${number}`).join(", ");
  return `There is no comment with a plan on the merged pull request ${found}: it was deleted, or no plan was made.`;
}
