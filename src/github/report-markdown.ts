// The report of a run in Markdown: for a comment, a drift issue or the job summary.
import { type Failure, messageWithHint } from "../engine/model/failure.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { Environment } from "../engine/model/ports.ts";
import { applyResultMarkdown } from "../views/apply-markdown.ts";
import { codeSpan, type Mask, type SizeLimit } from "../views/markdown.ts";
import { diagnosticsMarkdown } from "../views/diagnostics-markdown.ts";
import {
  type MarkdownPageOptions,
  planMarkdown,
  textFence,
  verdictMarkdown,
} from "../views/plan-markdown.ts";
import { type RunResult, hasDrift } from "./run-result.ts";
import type { ActionInputs } from "./inputs.ts";

export interface ReportContext {
  readonly inputs: Pick<ActionInputs, "command" | "label" | "directory" | "commentDetail">;
  readonly kinds: Kinds;
  /** The commit of the report. */
  readonly sha: string;
  readonly env: Environment;
  readonly mask: Mask;
  /** The first paragraphs. Text from definitions or the service must be in code spans. */
  readonly remarks: readonly string[];
}

/** The size limit of a report, and where omitted parts can be read. */
export interface ReportLimits {
  readonly limit: SizeLimit;
  /** For example ` in the job summary`; empty if nowhere. */
  readonly elsewhere: string;
}

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
  context: ReportContext,
  limits: ReportLimits,
): string {
  const { inputs, mask } = context;
  const options: MarkdownPageOptions = {
    heading: reportHeading(context),
    lead: [...context.remarks, ...resultLead(result, context, limits)],
    foot: reportFooter(context),
    mask,
    ...limits,
  };
  switch (result.type) {
    case "validated":
    case "invalid": {
      const { diagnostics, definitions, files } = result.validation;
      const namesOnly = inputs.commentDetail === "names";
      return diagnosticsMarkdown(diagnostics, { ...options, definitions, files, namesOnly });
    }
    case "failed":
    case "cancelled":
    case "planned":
    case "refused":
    case "applied": {
      if (!("planned" in result) || !result.planned) {
        const { heading, lead = [], foot = "" } = options;
        return `${[`### ${heading}`, ...lead, foot].join("\n\n")}\n`;
      }
      const { plan, folder, includedFrom } = result.planned;
      const { kinds } = context;
      return planMarkdown(plan, { ...options, kinds, folder, unmanaged: false, includedFrom });
    }
  }
}

/** The first paragraphs: the result. */
function resultLead(
  result: RunResult,
  { inputs: { command }, kinds, mask }: ReportContext,
  { limit }: ReportLimits,
): string[] {
  switch (result.type) {
    case "validated":
      return [];
    case "invalid":
      return command === "validate" ? [] : ["**No plan:** the definitions are invalid."];
    case "failed":
      return ["**No plan.**", failureFence(result.failure, mask)];
    case "planned": {
      const { plan } = result.planned;
      const drift = hasDrift(plan)
        ? "**Drift:** the service differs from the definitions. Run apply to change the service, or pull to change the definitions."
        : "**No drift.**";
      return [...(command === "drift" ? [drift] : []), verdictMarkdown(plan, kinds)];
    }
    case "refused": {
      const verdict = verdictMarkdown(result.planned.plan, kinds);
      return ["**Nothing was applied.**", failureFence(result.failure, mask), verdict];
    }
    case "cancelled": {
      const { planned } = result;
      const outcome =
        planned && command === "apply"
          ? "Running requests may have succeeded. Run the job again to apply the remaining changes."
          : "Nothing was changed.";
      return [
        `**Cancelled.** ${outcome}`,
        ...(planned ? [verdictMarkdown(planned.plan, kinds)] : []),
      ];
    }
    case "applied": {
      const { plan } = result.planned;
      return [
        ...applyResultMarkdown(plan, result.applied, mask, limit),
        verdictMarkdown(plan, kinds),
      ];
    }
  }
}

function failureFence(failure: Failure, mask: Mask): string {
  return textFence([messageWithHint(failure)], mask);
}

function reportHeading({ inputs, mask }: ReportContext): string {
  const { command, label, directory } = inputs;
  const parts = [...(label === "" ? [] : [label]), ...(directory === "." ? [] : [directory])];
  return [`promptctl ${command}`, ...parts.map((part) => codeSpan(part, mask))].join(" · ");
}

/** The commit and the run of the report. */
function reportFooter({ sha, env, mask }: ReportContext): string {
  const commit = sha === "" ? "" : `For commit ${codeSpan(sha.slice(0, 10), mask)}`;
  const url = runUrl(env);
  return [commit, url === "" ? "" : `[run ${env["GITHUB_RUN_ID"]}](${url})`]
    .filter((part) => part !== "")
    .join(" · ");
}

/** The URL of this run; empty if the runner's variables are missing or have an unexpected form. */
function runUrl(env: Environment): string {
  const {
    GITHUB_SERVER_URL: server = "",
    GITHUB_REPOSITORY: name = "",
    GITHUB_RUN_ID: run = "",
  } = env;
  const url = `${server}/${name}/actions/runs/${run}`;
  return /^https?:\/\/[\w.:[\]-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(url) ? url : "";
}
