// Whether what is about to be applied is what was reviewed on the pull request.
import { Failure, messageWithHint, isFailure } from "../engine/model/failure.ts";
import { pluralize } from "../views/terminal-text.ts";
import { reviewedDigest } from "./reviewed-plan.ts";
import { markerFor, annotateRun, type Session } from "./session.ts";
import type { ActionPlan } from "./commands.ts";

/** Says so, or throws a refusal, as the input reviewed-plan asks for. */
export async function checkReview(session: Session, { digest }: ActionPlan): Promise<void> {
  const { reviewedPlan } = session.inputs;
  if (reviewedPlan === "off") return;
  const { found, hint } = await lookedUp(session);
  if (found.includes(digest)) {
    annotateRun(
      session,
      "notice",
      { message: "The plan is the one that was reviewed." },
      "This is the plan that was reviewed on the pull request.",
    );
    return;
  }
  const message =
    found.length === 0
      ? "No plan was reviewed that this one could be compared with."
      : "The plan is another one than the one that was reviewed: the service or the definitions changed since.";
  if (reviewedPlan === "require")
    throw new Failure(
      "refused",
      "not-reviewed",
      message,
      hint ?? "Plan it on a pull request, and merge that.",
    );
  annotateRun(session, "notice", { message, hint }, message);
}

/** The digests on the pull requests, or why there are none. */
async function lookedUp(
  session: Session,
): Promise<{ readonly found: readonly string[]; readonly hint?: string }> {
  const none = (hint: string): { found: readonly string[]; hint: string } => ({ found: [], hint });
  try {
    const api = await session.api();
    if (!api) return none("The input github-token is empty, so nothing could be looked up.");
    const numbers = await session.pullRequests();
    if (numbers.length === 0) return none("No merged pull request brought this commit.");
    const mark = markerFor(session, "plan");
    const found: string[] = [];
    for (const number of mark ? numbers : []) {
      const digest = await reviewedDigest(api, number, mark!);
      if (digest !== undefined) found.push(digest);
    }
    const which = pluralize(numbers.length, "pull request");
    return found.length > 0
      ? { found }
      : none(`No plan of ours is on ${which} (${numbers.join(", ")}).`);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return none(messageWithHint(error));
  }
}
