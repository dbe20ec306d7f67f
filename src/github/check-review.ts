// Compares the plan to apply with the plan that was reviewed on the pull request.
import { Failure, isFailure, messageWithHint } from "../engine/model/failure.ts";
import { pluralize } from "../views/terminal-text.ts";
import { reviewedDigest } from "./reviewed-plan.ts";
import { markerFor, annotateRun, type Session } from "./session.ts";
import type { ActionPlan } from "./commands.ts";

/** Reports whether the plan is the reviewed one. Throws if it is not and reviewed-plan is require. */
export async function checkReview(session: Session, { digest }: ActionPlan): Promise<void> {
  const { reviewedPlan } = session.inputs;
  if (reviewedPlan === "off") return;
  const { digests, hint } = await reviewedDigests(session);
  if (digests.includes(digest)) {
    const message = "The plan matches the plan that was reviewed on the pull request.";
    annotateRun(session, "notice", { message }, message);
    return;
  }
  const message =
    digests.length === 0
      ? "There is no reviewed plan to compare with."
      : "The plan differs from the reviewed plan: the service or the definitions have changed since.";
  if (reviewedPlan === "require")
    throw new Failure(
      "refused",
      "not-reviewed",
      message,
      hint ?? "Open a pull request to have the plan reviewed, and merge it.",
    );
  annotateRun(session, "notice", { message, hint }, message);
}

interface ReviewedDigests {
  readonly digests: readonly string[];
  /** Explains why there are no digests. */
  readonly hint?: string;
}

/** The digests of the plans on the pull requests. */
async function reviewedDigests(session: Session): Promise<ReviewedDigests> {
  const none = (hint: string): ReviewedDigests => ({ digests: [], hint });
  try {
    const api = await session.api();
    if (!api) return none("The input github-token is empty, so pull requests cannot be read.");
    const numbers = await session.pullRequests();
    if (numbers.length === 0) return none("No merged pull request contains this commit.");
    const marker = markerFor(session, "plan");
    const digests: string[] = [];
    for (const number of marker ? numbers : []) {
      const digest = await reviewedDigest(api, number, marker!);
      if (digest !== undefined) digests.push(digest);
    }
    if (digests.length > 0) return { digests };
    const count = pluralize(numbers.length, "pull request");
    return none(`No comment with a plan found on ${count} (${numbers.join(", ")}).`);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return none(messageWithHint(error));
  }
}
