// promptctl plan: prints the changes that apply would make. Sends no writing request.
import { exitCodes } from "../../engine/model/failure.ts";
import { maskSecrets, secretMask, secretsIn } from "../../engine/text/secrets.ts";
import { planDocument } from "../../engine/review/plan-document.ts";
import { kinds } from "../../kinds.ts";
import { mapTexts } from "../../views/text/map-texts.ts";
import { unlimited } from "../../views/text/markdown.ts";
import { heldBackIn } from "../../engine/model/plan.ts";
import { planMarkdown, type PlanMarkdownOptions } from "../../views/plan/plan-markdown.ts";
import { planText } from "../../views/plan/plan-text.ts";
import { hasFindings, type PullRequestReport } from "../../views/plan/pull-request-sections.ts";
import { jsonText } from "../../views/text/json-text.ts";
import type { CommandHost } from "../host/command-host.ts";
import { type FormatFlags, formatOf, type OutputFormat } from "../host/output-format.ts";
import { type NoteLayout, openPlanNote } from "../connect/gitlab-note.ts";
import { changeReport } from "./change-report.ts";
import type { PlanFlags } from "./plan-flags.ts";
import {
  omittedPartsHint,
  planTextOptions,
  type PreparedPlan,
  preparePlan,
} from "./prepare-plan.ts";
import { savePlanIfRequested } from "./save-plan.ts";

export interface PlanCommandFlags extends PlanFlags, FormatFlags {
  readonly detailedExitcode?: boolean;
  readonly gitlabNote?: boolean;
}

/** Exit code 4 if apply refuses the plan or holds a change back; else 2 for changes with --detailed-exitcode; else 0. */
export async function planCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: PlanCommandFlags,
): Promise<number> {
  const format = formatOf(flags);
  const note = flags.gitlabNote ? openPlanNote(host, directory, flags) : undefined;
  const { prepared, pullRequest } = await prepare(host, directory, flags).catch(
    async (error: unknown) => {
      await note?.writeFailure(error);
      throw error;
    },
  );
  host.out(formats[format](host, prepared, flags));
  savePlanIfRequested(host, prepared, flags);
  const { refusals, changes, alerts } = prepared.plan;
  const isHeldBack = heldBackIn(prepared.plan).length > 0;
  if (note && pullRequest)
    await note.write(planPage(prepared, flags, { ...note.layout, pullRequest }), {
      isUpdateOnly:
        changes.length === 0 &&
        refusals.length === 0 &&
        !isHeldBack &&
        !alerts &&
        !hasFindings(pullRequest),
    });
  if (refusals.length > 0) return exitCodes.refused;
  // What a merge request changes waits by nature: the job of its pipeline does not fail.
  if (isHeldBack && !note) return exitCodes.refused;
  return flags.detailedExitcode && changes.length > 0 ? 2 : 0;
}

/** The plan and, for a note, what the merge request changes. GitLab shows warnings as Code Quality. */
async function prepare(
  host: CommandHost,
  directory: string | undefined,
  flags: PlanCommandFlags,
): Promise<{ prepared: PreparedPlan; pullRequest?: PullRequestReport }> {
  const prepared = await preparePlan(host, { directory, flags, isShown: true });
  if (!flags.gitlabNote) return { prepared };
  const { plan, pullRequest } = await changeReport(host, prepared, flags);
  return { prepared: { ...prepared, plan }, pullRequest };
}

/** The text of each format, with secrets masked. */
const formats: {
  readonly [format in OutputFormat<"plan">]: (
    host: CommandHost,
    prepared: PreparedPlan,
    flags: PlanFlags,
  ) => string;
} = {
  text: (host, { plan, paths }, flags) =>
    planText(plan, { ...planTextOptions(host, flags), ...paths, command: "plan" }),
  json: (_, { plan, paths }) => {
    const document = planDocument(plan, paths.commit);
    return `${jsonText(mapTexts(document, maskSecrets), 2)}\n`;
  },
  markdown: ({ env }, prepared, flags) =>
    planPage(prepared, flags, {
      heading: "promptctl plan",
      mask: secretMask(secretsIn(env)),
      limit: unlimited,
    }),
};

/** The plan in Markdown. */
function planPage(
  { plan, paths }: PreparedPlan,
  { unmanaged = false, full = false }: PlanFlags,
  layout: NoteLayout & Pick<PlanMarkdownOptions, "pullRequest">,
): string {
  const options = { kinds, unmanaged, full, elsewhere: omittedPartsHint, ...paths };
  return planMarkdown(plan, { ...options, ...layout });
}
