// The report of a run in Markdown: for a comment, a drift issue or the job summary.
import { type Failure, messageWithHint } from "../engine/model/failure.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { Environment } from "../engine/model/ports.ts";
import { applyResultMarkdown } from "../views/apply-markdown.ts";
import { codeSpan, type Mask, type SizeLimit } from "../views/markdown.ts";
import { diagnosticsMarkdown } from "../views/diagnostics-markdown.ts";
import {
  type MarkdownPageOptions,
  markdownPage,
  planMarkdown,
  textFence,
  verdictMarkdown,
} from "../views/plan-markdown.ts";
import { type RunResult, hasDrift } from "./run-result.ts";
import type { Session } from "./session.ts";

/** The size limit of a report, and where omitted parts can be read. */
type ReportLimits = Pick<MarkdownPageOptions, "limit" | "elsewhere">;

/** The limits of a comment or an issue. GitHub accepts 65,536 characters, including the marker. */
export function commentLimits(marker: string): ReportLimits {
  const limit = { max: 65_000 - marker.length, size: (text: string) => text.length };
  return { limit, elsewhere: " in the job summary" };
}

/** The limits of the job summary. The runner accepts 1 MiB and drops a longer summary completely. */
export const summaryLimits: ReportLimits = {
  limit: { max: 1_000_000, size: (text) => Buffer.byteLength(text) },
  elsewhere: "",
};

/** The report of a result. The result must be redacted already. Ends with a newline. */
export function reportMarkdown(
  result: RunResult,
  session: Session,
  { limit, elsewhere }: ReportLimits,
): string {
  const { inputs, mask, remarks, commands } = session;
  const { kinds } = commands;
  const planned = "planned" in result ? result.planned : undefined;
  const verdict = planned ? [verdictMarkdown(planned.plan, kinds)] : [];
  const lead = [...remarks, ...resultLead(result, session, limit), ...verdict];
  const options: MarkdownPageOptions = {
    heading: reportHeading(session),
    lead,
    foot: reportFooter(session),
    mask,
    limit,
    elsewhere,
  };
  if ("validation" in result) {
    const { diagnostics, definitions, files } = result.validation;
    const namesOnly = inputs.commentDetail === "names";
    return diagnosticsMarkdown(diagnostics, { ...options, definitions, files, namesOnly });
  }
  if (!planned) return markdownPage(options, lead, () => []);
  const { plan, folder, includedFrom } = planned;
  return planMarkdown(plan, { ...options, kinds, folder, unmanaged: false, includedFrom });
}

/** The paragraphs about the result. */
function resultLead(
  result: RunResult,
  { inputs: { command }, mask }: Session,
  limit: SizeLimit,
): string[] {
  switch (result.type) {
    case "validated":
      return [];
    case "invalid":
      return command === "validate" ? [] : ["**No plan:** the definitions are invalid."];
    case "failed":
      return ["**No plan.**", failureFence(result.failure, mask)];
    case "planned":
      return command === "drift" ? [driftVerdict(result.planned.plan)] : [];
    case "refused":
      return ["**Nothing was applied.**", failureFence(result.failure, mask)];
    case "cancelled": {
      const outcome =
        result.planned && command === "apply"
          ? "Running requests may have succeeded. Run the job again to apply the remaining changes."
          : "Nothing was changed.";
      return [`**Cancelled.** ${outcome}`];
    }
    case "applied":
      return applyResultMarkdown(result.planned.plan, result.applied, mask, limit);
  }
}

function driftVerdict(plan: Plan): string {
  return hasDrift(plan)
    ? "**Drift:** the service differs from the definitions. Run apply to change the service, or pull to change the definitions."
    : "**No drift.**";
}

function failureFence(failure: Failure, mask: Mask): string {
  return textFence([messageWithHint(failure)], mask);
}

function reportHeading({ inputs, mask }: Session): string {
  const { command, label, directory } = inputs;
  const parts = [...(label === "" ? [] : [label]), ...(directory === "." ? [] : [directory])];
  return [`promptctl ${command}`, ...parts.map((part) => codeSpan(part, mask))].join(" · ");
}

/** The commit and the run of the report. */
function reportFooter({ event, runner: { env }, mask }: Session): string {
  const sha = "sha" in event ? event.sha : (env["GITHUB_SHA"] ?? "");
  const url = runUrl(env);
  return [
    ...(sha === "" ? [] : [`For commit ${codeSpan(sha.slice(0, 10), mask)}`]),
    ...(url === undefined ? [] : [`[run ${env["GITHUB_RUN_ID"]}](${url})`]),
  ].join(" · ");
}

/** The URL of this run; undefined if the runner's variables are missing or have an unexpected form. */
function runUrl(env: Environment): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_RUN_ID: run } = env;
  const url = `${server}/${name}/actions/runs/${run}`;
  const isExpected = /^https?:\/\/[\w.:[\]-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/;
  return isExpected.test(url) ? url : undefined;
}
