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

/** The digests of the plans on the pull requests. If there are none, the hint explains why. */
async function reviewedDigests(session: Session): Promise<{ digests: string[]; hint?: string }> {
  try {
    const digests: string[] = [];
    const api = await session.api();
    if (!api)
      return { digests, hint: "The input github-token is empty, so pull requests cannot be read." };
    const numbers = await session.pullRequests();
    if (numbers.length === 0)
      return { digests, hint: "No merged pull request contains this commit." };
    const marker = markerFor(session, "plan");
    for (const number of numbers) {
      const digest = marker && (await reviewedDigest(api, number, marker));
      if (digest !== undefined) digests.push(digest);
    }
    if (digests.length > 0) return { digests };
    const count = pluralize(numbers.length, "pull request");
    const hint = `No comment with a plan found on ${count} (${numbers.join(", ")}).`;
    return { digests, hint };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { digests: [], hint: messageWithHint(error) };
  }
}
