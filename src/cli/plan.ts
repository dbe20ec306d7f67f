// promptctl plan: prints the changes that apply would make. Sends no writing request.
import { planDocument } from "../engine/saved-plan/plan-document.ts";
import { type CommandHost, printJson } from "./command-host.ts";
import { type FormatFlags, formatOf } from "./flags.ts";
import { planOutputMarkdown, planOutputText, planSourcePaths } from "./plan-output.ts";
import { executable, type PlanFlags, preparePlan, savePlanIfRequested } from "./prepare-plan.ts";

export interface PlanCommandFlags extends PlanFlags, FormatFlags {
  readonly detailedExitcode?: boolean;
}

/** Exit code 0, or 2 if changes are pending and --detailed-exitcode is set. */
export async function planCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: PlanCommandFlags,
): Promise<number> {
  const format = formatOf(flags);
  const prepared = await preparePlan(host, { directory, flags, access: "read" });
  switch (format) {
    case "json":
      printJson(host, planDocument(executable(prepared)));
      break;
    case "markdown":
      host.out(planOutputMarkdown(host, prepared, flags));
      break;
    case "text":
      host.out(
        planOutputText(host, prepared.plan, {
          command: "plan",
          unmanaged: flags.unmanaged ?? false,
          ...planSourcePaths(host, prepared),
        }),
      );
  }
  savePlanIfRequested(host, prepared, flags);
  return flags.detailedExitcode && prepared.plan.changes.length > 0 ? 2 : 0;
}
