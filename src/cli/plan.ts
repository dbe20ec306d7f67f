// promptctl plan: what would change. It writes nothing.
import { planDocument } from "../engine/plan-document.ts";
import type { Host } from "./host.ts";
import { type PlanFlags, prepare, save, textOf } from "./prepare.ts";

export interface PlanCommandFlags extends PlanFlags {
  readonly detailedExitcode?: boolean;
}

/** Exit code 0; 2 where changes are pending and --detailed-exitcode asks for it. */
export async function plan(
  host: Host,
  directory: string | undefined,
  flags: PlanCommandFlags,
): Promise<number> {
  const prepared = await prepare(host, directory, flags, "read");
  const { plan: made, connection } = prepared;
  connection.close();
  if (flags.json) host.out(`${JSON.stringify(planDocument(made), null, 2)}\n`);
  else host.out(textOf(host, "plan", prepared, flags));
  save(host, prepared, flags);
  return flags.detailedExitcode && made.changes.length > 0 ? 2 : 0;
}
