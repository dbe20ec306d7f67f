// What a run tells on a page: a comment, an issue or the job summary, in Markdown.
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
  /** The commit it is about. */
  readonly sha: string;
  readonly env: Environment;
  readonly mask: Mask;
  /** What else there is to say first; nothing of others but in code. */
  readonly remarks: readonly string[];
}

/** A place to write to: how much room there is, and where what does not fit stands. */
export interface ReportLimits {
  readonly limit: SizeLimit;
  readonly elsewhere: string;
}

/** A comment or an issue: GitHub takes 65,536 characters, with the marker. */
export function commentLimits(marker: string): ReportLimits {
  const room = { max: 65_000 - marker.length, size: (text: string) => text.length };
  return { limit: room, elsewhere: " in the job summary" };
}

/** The job summary: the runner takes 1 MiB, and drops all of it where there is more. */
export const summaryLimits: ReportLimits = {
  limit: { max: 1_000_000, size: (text) => Buffer.byteLength(text) },
  elsewhere: "",
};

/** The ending on a page. What is shown of a plan is what the plan holds. */
export function reportMarkdown(
  ending: RunResult,
  page: ReportContext,
  sheet: ReportLimits,
): string {
  const { inputs, mask } = page;
  const options: MarkdownPageOptions = {
    heading: headingOf(page),
    lead: [...page.remarks, ...leadOf(ending, page, sheet)],
    foot: footOf(page),
    mask,
    ...sheet,
  };
  switch (ending.type) {
    case "validated":
    case "invalid": {
      const { diagnostics, definitions, files } = ending.validation;
      const namesOnly = inputs.commentDetail === "names";
      return diagnosticsMarkdown(diagnostics, { ...options, definitions, files, namesOnly });
    }
    case "failed":
    case "cancelled":
    case "planned":
    case "refused":
    case "applied": {
      if (!("planned" in ending) || !ending.planned) {
        const { heading, lead = [], foot = "" } = options;
        return `${[`### ${heading}`, ...lead, foot].join("\n\n")}\n`;
      }
      const { plan, folder, includedFrom } = ending.planned;
      const { kinds } = page;
      return planMarkdown(plan, { ...options, kinds, folder, unmanaged: false, includedFrom });
    }
  }
}

/** What stands before all else: how it ended. */
function leadOf(
  ending: RunResult,
  { inputs: { command }, kinds, mask }: ReportContext,
  { limit: room }: ReportLimits,
): string[] {
  switch (ending.type) {
    case "validated":
      return [];
    case "invalid":
      return command === "validate" ? [] : ["**No plan:** the definitions have mistakes."];
    case "failed":
      return ["**No plan.**", failureFence(ending.failure, mask)];
    case "planned": {
      const { plan } = ending.planned;
      const drift = hasDrift(plan)
        ? "**Drift:** the service differs from the definitions. Apply changes the service, pull the definitions."
        : "**No drift.**";
      return [...(command === "drift" ? [drift] : []), verdictMarkdown(plan, kinds)];
    }
    case "refused": {
      const verdict = verdictMarkdown(ending.planned.plan, kinds);
      return ["**Nothing was applied.**", failureFence(ending.failure, mask), verdict];
    }
    case "cancelled": {
      const { planned } = ending;
      const done =
        planned && command === "apply"
          ? "What was under way may have been carried out: run the job again to see and do the rest."
          : "Nothing was changed.";
      return [`**Cancelled.** ${done}`, ...(planned ? [verdictMarkdown(planned.plan, kinds)] : [])];
    }
    case "applied": {
      const { plan } = ending.planned;
      return [
        ...applyResultMarkdown(plan, ending.applied, mask, room),
        verdictMarkdown(plan, kinds),
      ];
    }
  }
}

function failureFence(failure: Failure, mask: Mask): string {
  return textFence([messageWithHint(failure)], mask);
}

function headingOf({ inputs, mask }: ReportContext): string {
  const { command, label, directory } = inputs;
  const where = [...(label === "" ? [] : [label]), ...(directory === "." ? [] : [directory])];
  return [`promptctl ${command}`, ...where.map((each) => codeSpan(each, mask))].join(" · ");
}

/** For which commit, and by which run. */
function footOf({ sha, env, mask }: ReportContext): string {
  const commit = sha === "" ? "" : `For commit ${codeSpan(sha.slice(0, 10), mask)}`;
  const url = runUrl(env);
  return [commit, url === "" ? "" : `[run ${env["GITHUB_RUN_ID"]}](${url})`]
    .filter((each) => each !== "")
    .join(" · ");
}

/** The page of this run; empty where it is not known, or where the names are not those of a runner. */
function runUrl(env: Environment): string {
  const {
    GITHUB_SERVER_URL: server = "",
    GITHUB_REPOSITORY: name = "",
    GITHUB_RUN_ID: run = "",
  } = env;
  const url = `${server}/${name}/actions/runs/${run}`;
  return /^https?:\/\/[\w.:[\]-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(url) ? url : "";
}
