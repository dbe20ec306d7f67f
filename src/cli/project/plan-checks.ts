// The checks of definitions before they are sent or written.
import type { Kinds } from "../../engine/model/kind.ts";
import { customProviders } from "../../engine/providers/provider-access.ts";
import { kinds } from "../../kinds.ts";
import type { PlanChecks } from "../../sync/load/check-plan.ts";
import type { CommandHost } from "../host/command-host.ts";

/** The checks of a plan. Loads the rules. */
export async function openPlanChecks(host: CommandHost, table: Kinds = kinds): Promise<PlanChecks> {
  const { createPlanChecks } = await import("../../sync/load/check-plan.ts");
  const today = host.time().toISOString().slice(0, 10);
  return createPlanChecks(table, { today, customProviders: customProviders(host.env) });
}
