// Reports drift on GitHub: a pull request with what the service has, where the input asks for it, and an
// issue for what no pull request takes over.
import { isFailure, wrongUsage } from "../engine/model/failure.ts";
import { hintLines } from "../engine/model/hint.ts";
import type { Plan } from "../engine/model/plan.ts";
import { codeSpan, type Mask, textFence } from "../views/text/markdown.ts";
import { type Marker, markerLine } from "../views/text/marker.ts";
import { escapeText, truncateMiddle } from "../views/text/terminal-text.ts";
import type { GitHubApi } from "./api/api.ts";
import { isNotPermitted } from "./api/api-errors.ts";
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
  const { driftReport } = session.inputs;
  const marker = markerFor(session, "drift");
  if (result.type !== "planned" || !marker || driftReport === "none") return "";
  const api = await session.api();
  if (!api)
    throw wrongUsage(
      "no-token",
      "The input github-token is empty, so drift cannot be reported on GitHub.",
      "Remove github-token from the step, or set drift-report: none.",
    );
  const page = { api, marker };
  if (driftReport === "issue") return writeIssue(session, result, page);
  const pull = await writePullRequest(session, result, page);
  try {
    if (!pull || pull.leavesConflicts) return await writeIssue(session, result, page);
    await closeDriftIssues(api, marker, `This pull request takes the drift over: ${pull.url}`);
  } catch (problem) {
    // The pull request itself lists what it leaves.
    if (!isNotPermitted(problem) || (!pull && hasDrift(result.planned.plan))) throw problem;
    if (pull?.leavesConflicts) annotateRun(session, "warning", problem);
  }
  return pull?.url ?? "";
}

interface Page {
  readonly api: GitHubApi;
  readonly marker: Marker;
}

interface WrittenPull {
  readonly url: string;
  /** Whether both sides changed something, which it does not take over. */
  readonly leavesConflicts: boolean;
}

/** Writes the pull request. Undefined if there is none. What prevents it is a remark in the issue. */
async function writePullRequest(
  session: Session,
  result: PlannedResult,
  { api, marker }: Page,
): Promise<WrittenPull | undefined> {
  const name = branchName(session);
  try {
    const drift = hasDrift(result.planned.plan) ? await session.commands.driftBranch() : undefined;
    const { branch, conflicts = [] } = drift ?? {};
    if (!drift || !branch) {
      const comment = "The service has no change any more that this pull request could take over.";
      await closeDriftPullRequest(api, marker, { name, comment });
      return undefined;
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
    const leavesConflicts = conflicts.length > 0;
    if (leavesConflicts)
      session.remarks.push(`The pull request ${url} leaves what both sides changed.`);
    return { url, leavesConflicts };
  } catch (problem) {
    if (!isFailure(problem)) throw problem;
    const words = [problem.message, ...hintLines(problem.hint)].join(" ");
    const reason = codeSpan(words, session.mask, 500);
    annotateRun(
      session,
      "warning",
      problem,
      `There is no pull request about this drift: ${reason}`,
    );
    return undefined;
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
  const head = `${markerLine(marker, { digest })}\n`;
  return upsertDriftIssue(api, marker, {
    title: titleWith(session, `promptctl: ${stateOf(plan)}`),
    body: head + reportMarkdown(result, session, commentLimits(maxCommentLength - head.length)),
    comment: `**The drift has changed.** The text of this issue shows all of it.\n\n${comment}`,
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
