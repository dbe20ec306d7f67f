// Reports drift on GitHub: a pull request with what the service has, where the input asks for it, and an
// issue for what no pull request takes over.
import { isFailure, wrongUsage } from "../engine/model/failure.ts";
import { hintLines } from "../engine/model/hint.ts";
import type { Plan } from "../engine/model/plan.ts";
import { codeSpan, type Mask, textFence } from "../views/text/markdown.ts";
import { type Marker, markerLine } from "../views/text/marker.ts";
import { escapeText, truncateMiddle } from "../views/text/terminal-text.ts";
import type { GitHubApi } from "./api/api.ts";
import type { ActionBranch } from "./commands.ts";
import { closeDriftIssues, upsertDriftIssue } from "./pages/drift-issue.ts";
import { closeDriftPullRequest, putDriftPullRequest } from "./pages/drift-pull-request.ts";
import {
  commentLimits,
  driftCommentLimits,
  maxCommentLength,
  reportMarkdown,
  reportScope,
} from "./report-markdown.ts";
import { hasDrift, type RunResult } from "./run-result.ts";
import { annotateRun, markerFor, type Session } from "./session.ts";

type PlannedResult = Extract<RunResult, { readonly type: "planned" }>;

/** Writes the pull request, the issue or both. Returns the URL of one of them, or "". */
export async function reportDrift(session: Session, result: RunResult): Promise<string> {
  const { driftIssue, driftPullRequest } = session.inputs;
  const marker = markerFor(session, "drift");
  if (result.type !== "planned" || !marker || !(driftIssue || driftPullRequest)) return "";
  const api = await session.api();
  if (!api)
    throw wrongUsage(
      "no-token",
      "The input github-token is empty, so drift cannot be reported on GitHub.",
      "Remove github-token from the step, or set drift-issue and drift-pull-request to false.",
    );
  const url = driftPullRequest ? await writePullRequest(session, result, { api, marker }) : "";
  if (!driftIssue) return url;
  if (url !== "") {
    await closeDriftIssues(api, marker, `This pull request takes the drift over: ${url}`);
    return url;
  }
  return writeIssue(session, result, { api, marker });
}

interface Page {
  readonly api: GitHubApi;
  readonly marker: Marker;
}

/**
 * Writes the pull request. Returns its URL, or "" if there is none, or if it leaves something to the issue.
 * What prevents it is a remark in the issue.
 */
async function writePullRequest(
  session: Session,
  result: PlannedResult,
  { api, marker }: Page,
): Promise<string> {
  const name = branchName(session);
  try {
    const drift = hasDrift(result.planned.plan) ? await session.commands.driftBranch() : undefined;
    const { branch, conflicts = [] } = drift ?? {};
    if (!drift || !branch) {
      const comment = "The service has no change any more that this pull request could take over.";
      await closeDriftPullRequest(api, marker, { name, comment });
      return "";
    }
    const head = `${markerLine(marker, { digest: result.planned.digest })}\n`;
    const intro = head + bodyText(drift, session.mask);
    const limits = commentLimits(maxCommentLength - intro.length);
    const url = await putDriftPullRequest(api, marker, {
      branch: { name, ...branch },
      base: baseBranch(session),
      title: titleWith(session, branch.tip.message.split("\n", 1)[0]!),
      body: `${intro}\n\n${reportMarkdown(result, session, limits)}`,
    });
    if (conflicts.length === 0) return url;
    session.remarks.push(`The pull request ${url} leaves what both sides changed.`);
    return "";
  } catch (problem) {
    if (!isFailure(problem) || !session.inputs.driftIssue) throw problem;
    const words = [problem.message, ...hintLines(problem.hint)].join(" ");
    const reason = codeSpan(words, session.mask, 500);
    annotateRun(
      session,
      "warning",
      problem,
      `There is no pull request about this drift: ${reason}`,
    );
    return "";
  }
}

/** What the pull request has, what it leaves, and how it is merged. */
function bodyText({ branch, conflicts }: ActionBranch, mask: Mask): string {
  const [, ...lines] = branch!.tip.message.trimEnd().split("\n");
  const left = conflicts.map(({ address, fields }) => `${address}: ${fields.join(", ")}`);
  return [
    "Somebody changed the service. This pull request takes the changes into the files, merged with what commits changed since.",
    textFence(
      lines.filter((line) => line !== ""),
      mask,
    ),
    ...(left.length > 0
      ? ["Left, because both sides changed the same fields:", textFence(left, mask)]
      : []),
    "- Merge it with a merge commit. After a squash, no commit has what the service holds, and plan still says that it was changed there.\n- GitHub starts no workflows for a pull request of the workflow token. To start the checks: close it and open it again.\n- promptctl replaces its commits while the drift changes, unless somebody else pushes to the branch. To give the changes of the service up: close this pull request and apply.",
  ].join("\n\n");
}

/** `promptctl/drift/production`; with the folder of the project and the label, if there are any. */
function branchName({ inputs, environment }: Pick<Session, "inputs" | "environment">): string {
  const { directory, label } = inputs;
  const parts = [environment || "service", directory === "." ? "" : directory, label];
  const words = parts.map((part) => part.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, ""));
  return `promptctl/drift/${words.filter(Boolean).join(".")}`;
}

function baseBranch({ event }: Session): string {
  return event.type === "commit" ? event.branch || event.defaultBranch : "";
}

/** Opens, updates or closes the drift issue. Returns its URL, or "". */
async function writeIssue(
  session: Session,
  result: PlannedResult,
  { api, marker }: Page,
): Promise<string> {
  const { plan, digest } = result.planned;
  const comment = reportMarkdown(result, session, driftCommentLimits);
  if (!hasDrift(plan)) return closeDriftIssues(api, marker, comment);
  const { driftLabels: labels, driftAssignees: assignees } = session.inputs;
  const head = `${markerLine(marker, { digest })}\n`;
  return upsertDriftIssue(api, marker, {
    title: titleWith(session, `promptctl: ${stateOf(plan)}`),
    body: head + reportMarkdown(result, session, commentLimits(maxCommentLength - head.length)),
    comment: `**The drift has changed.** The text of this issue shows all of it.\n\n${comment}`,
    labels,
    assignees,
  });
}

function stateOf({ changes, refusals }: Plan): string {
  return changes.length > 0 || refusals.length === 0
    ? "the service differs from the definitions"
    : "apply refuses the plan";
}

function titleWith(session: Session, text: string): string {
  const scope = reportScope(session);
  const suffix = scope.length === 0 ? "" : ` (${escapeText(scope.join(", "))})`;
  return truncateMiddle(`${text}${suffix}`, 200);
}
