// promptctl plan: what would change. It writes nothing.
import { planDocument } from "../engine/saved-plan/plan-document.ts";
import type { Host } from "./host.ts";
import { type FormatFlags, formatOf } from "./flags.ts";
import { markdownOf, textOf } from "./plan-page.ts";
import { type PlanFlags, prepare, save } from "./prepare.ts";

export interface PlanCommandFlags extends PlanFlags, FormatFlags {
  readonly detailedExitcode?: boolean;
}

/** Exit code 0; 2 where changes are pending and --detailed-exitcode asks for it. */
export async function plan(
  host: Host,
  directory: string | undefined,
  flags: PlanCommandFlags,
): Promise<number> {
  const format = formatOf(flags);
  const prepared = await prepare(host, directory, flags, "read");
  const { plan: made, connection } = prepared;
  connection.close();
  switch (format) {
    case "json":
      host.out(`${JSON.stringify(planDocument(made), null, 2)}\n`);
      break;
    case "markdown":
      host.out(markdownOf(host, prepared, flags));
      break;
    case "text":
      host.out(textOf(host, "plan", prepared, flags));
  }
  save(host, prepared, flags);
  return flags.detailedExitcode && made.changes.length > 0 ? 2 : 0;
}
