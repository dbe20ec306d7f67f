// The report of a run in Markdown: for a comment, a drift issue or the job summary.
import type { EnvironmentVariables } from "../engine/model/ports.ts";
import { applyResultMarkdown } from "../views/apply/apply-markdown.ts";
import { diagnosticsMarkdown } from "../views/definitions/diagnostics-markdown.ts";
import { codeSpan, markdownPage, type MarkdownPageOptions } from "../views/text/markdown.ts";
import { planMarkdown } from "../views/plan/plan-markdown.ts";
import type { ActionValidation } from "./commands.ts";
import { unmanagedOptions } from "./inputs.ts";
import { describeResult, type RunResult } from "./run-result.ts";
import type { Session } from "./session.ts";

/** The size limit of a report, and where omitted parts can be read. */
export interface ReportLimits extends Pick<MarkdownPageOptions, "limit" | "elsewhere"> {
  /** Whether diffs are whole and contents are shown, as far as the limit permits. */
  readonly full: boolean;
}

/** GitHub accepts 65,536 characters. */
export const maxCommentLength = 65_000;

/** The limits of a report in a comment or an issue. `max`: its length. */
export function commentLimits(max: number): ReportLimits {
  const limit = { max, size: (text: string) => text.length };
  return { limit, elsewhere: " in the job summary", full: false };
}

/** The limits of a comment on the drift issue, whose text has the whole report. */
export const driftCommentLimits: ReportLimits = {
  limit: { max: 10_000, size: (text) => text.length },
  elsewhere: " in the text of this issue",
  full: false,
};

/** The report of a result. The result must be redacted already. Ends with a newline. */
export function reportMarkdown(
  result: RunResult,
  session: Session,
  { limit, elsewhere, full }: ReportLimits,
): string {
  const { inputs, mask, remarks, commands } = session;
  const { planned } = result;
  const applied =
    result.type === "applied"
      ? applyResultMarkdown(result.planned.plan, result.applied, mask, limit)
      : [];
  const options: MarkdownPageOptions = {
    heading: reportHeading(inputs.command, session),
    lead: [...remarks, ...describeResult(result, session).lead, ...applied],
    foot: reportFooter(session),
    mask,
    limit,
    elsewhere,
  };
  if ("validation" in result) return validationPage(result.validation, session, options);
  if (!planned) return markdownPage(options);
  const { plan, folder, includedFrom } = planned;
  const { kinds } = commands;
  return planMarkdown(plan, {
    ...options,
    kinds,
    folder,
    full,
    ...unmanagedOptions(inputs),
    includedFrom,
    known: session.knownFields,
    namesSides: inputs.command === "drift",
    pullRequest: planned.pullRequest,
  });
}

/** The diagnostics of definitions without a plan or tests. */
export function validationPage(
  { diagnostics, definitions, files }: ActionValidation,
  { inputs }: Session,
  options: MarkdownPageOptions,
): string {
  const namesOnly = inputs.commentDetail === "names";
  return diagnosticsMarkdown(diagnostics, { ...options, definitions, files, namesOnly });
}

/** The command, the environment, the label and the directory. */
export function reportHeading(command: string, session: Session): string {
  const scope = reportScope(session).map((part) => codeSpan(part, session.mask));
  return [`promptctl ${command}`, ...scope].join(" · ");
}

/**
 * The environment, the label and the directory, as far as they are set: what a heading says about
 * the project. A label with the name of the environment is not repeated.
 */
export function reportScope({ inputs: { label, directory }, environment }: Session): string[] {
  const parts = [environment, label, directory === "." ? "" : directory];
  return [...new Set(parts.filter((part) => part !== ""))];
}

/** The commit and the run of the report. */
export function reportFooter({ event, runner: { env }, mask }: Session): string {
  const sha = "sha" in event ? event.sha : (env["GITHUB_SHA"] ?? "");
  const url = runUrl(env, env["GITHUB_RUN_ID"] ?? "");
  const commit = sha && `For commit ${codeSpan(sha.slice(0, 10), mask)}`;
  const run = url && `[run ${env["GITHUB_RUN_ID"]}](${url})`;
  return [commit, run].filter(Boolean).join(" · ");
}

/** The URL of a run; undefined if the runner's variables are missing or have an unexpected form. */
export function runUrl(env: EnvironmentVariables, run: string): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = env;
  const url = `${server}/${name}/actions/runs/${run}`;
  const isExpected = /^https?:\/\/[\w.:[\]-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/;
  return isExpected.test(url) ? url : undefined;
}
