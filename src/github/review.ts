// Whether what is about to be applied is what was reviewed on the pull request.
import { Failure } from "../engine/failure.ts";
import { reviewedDigest } from "./reviewed.ts";
import { markOf, note, type Session } from "./session.ts";
import type { Planned } from "./work.ts";

/** Says so, or throws a refusal, as the input reviewed-plan asks for. */
export async function review(session: Session, { digest }: Planned): Promise<void> {
  const { reviewedPlan } = session.inputs;
  if (reviewedPlan === "off") return;
  const { found, hint } = await lookedUp(session);
  if (found === digest) {
    note(
      session,
      "notice",
      { message: "The plan is the one that was reviewed." },
      "This is the plan that was reviewed on the pull request.",
    );
    return;
  }
  const message =
    found === undefined
      ? "No plan was reviewed that this one could be compared with."
      : "The plan is another one than the one that was reviewed: the service or the definitions changed since.";
  if (reviewedPlan === "require")
    throw new Failure(
      "refused",
      "not-reviewed",
      message,
      hint ?? "Plan it on a pull request, and merge that.",
    );
  note(session, "notice", { message, hint }, message);
}

/** The digest on the pull request, or why there is none. */
async function lookedUp(session: Session): Promise<{ found?: string; hint?: string }> {
  try {
    const api = await session.api();
    if (!api) return { hint: "The input github-token is empty, so nothing could be looked up." };
    const number = await session.pull();
    if (number === undefined) return { hint: "No merged pull request brought this commit." };
    const mark = markOf(session, "plan");
    const found = mark && (await reviewedDigest(api, number, mark));
    return found === undefined
      ? { hint: `Pull request ${number} shows no plan of ours.` }
      : { found };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { hint: [error.message, error.hint ?? []].flat().join("\n") };
  }
}
