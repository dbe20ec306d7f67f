// The record that an apply with reviewed-plan: require has started. It is written before the first request
// to the service, so that no apply uses a reviewed plan without a trace of it.
import { messageWithHint, onFailure, refused } from "../engine/model/failure.ts";
import { hasMarker } from "../views/text/marker.ts";
import { markdownPage } from "../views/text/markdown.ts";
import { applyBody } from "./apply-comment.ts";
import type { ActionInputs } from "./inputs.ts";
import { upsertComment } from "./pages/comment.ts";
import { commentLimits, reportFooter, reportHeading } from "./report-markdown.ts";
import { markerFor, requireApi, type Session } from "./session.ts";

/** Throws if a required review could be used without a record, because no comment is written. */
export function checkRecordable({ command, reviewedPlan, comment }: ActionInputs): void {
  if (command !== "apply" || reviewedPlan !== "require" || comment !== "never") return;
  throw refused(
    "no-apply-record",
    "Not applied: with comment: never there is no record of an apply, so reviewed-plan: require could not tell which reviewed plans were applied.",
    "Remove the input comment, or set reviewed-plan: notice.",
  );
}

/**
 * Records on a pull request that an apply has started. A run with the input ref has no record: it is not
 * about the newest merge. Throws a Failure if the record cannot be written.
 */
export async function recordStart(session: Session, pullRequest: number): Promise<void> {
  const marker = markerFor(session, "apply");
  if (session.inputs.ref !== undefined || !marker) return;
  const report = (max: number): string =>
    markdownPage({
      ...commentLimits(max),
      heading: reportHeading("apply", session),
      lead: ["**Apply started.** If its run has ended, run the job again: the result is unknown."],
      foot: reportFooter(session),
      mask: session.mask,
    });
  const api = await requireApi(session);
  await upsertComment(api, pullRequest, {
    isEarlier: (body) => hasMarker(body, marker),
    bodyAfter: (previous) => applyBody(session, { marker, previous, outcome: "started" }, report),
    isUpdateOnly: false,
  }).catch(
    onFailure((failure) => {
      const message = `Not applied: reviewed-plan: require needs a record of the apply on the pull request #${pullRequest}, and it cannot be written.`;
      throw refused("no-apply-record", message, messageWithHint(failure).split("\n"));
    }),
  );
  session.recordedOn = pullRequest;
}
