// The alerts of a plan: what a reviewer must not miss, in the order in which it is shown.
import type { RenameHint } from "../diff/rename-hints.ts";
import { type Alert, type AlertCode, inAlertOrder } from "../model/alert.ts";
import type { Kinds } from "../model/kind.ts";
import type { Plan } from "../model/plan.ts";
import type { Definition } from "../model/resource.ts";
import { conflictAlerts } from "./conflict-alerts.ts";
import { deleteAlerts } from "./delete-alerts.ts";
import { modelAlerts, type PriceOf } from "./model-alerts.ts";
import { promotionAlerts } from "./promotion-alerts.ts";
import { renameAlerts } from "./rename-alerts.ts";
import { schemaAlerts } from "./schema-alerts.ts";
import { secretAlerts } from "./secret-alerts.ts";
import { testAlerts } from "./test-alerts.ts";
import { warningAlerts } from "./warning-alerts.ts";

export interface AlertSources {
  readonly definitions: readonly Definition[];
  readonly renameHints: readonly RenameHint[];
  readonly priceOf: PriceOf;
}

/** All alerts but those about promptctl.yaml, which needs an older one to compare with. */
export function planAlerts(
  kinds: Kinds,
  plan: Plan,
  { definitions, renameHints, priceOf }: AlertSources,
): Alert[] {
  const { changes, warnings = [] } = plan;
  return inAlertOrder([
    ...deleteAlerts(kinds, changes),
    ...conflictAlerts(kinds, changes, plan),
    ...promotionAlerts(plan.promotion),
    ...renameAlerts(renameHints, changes),
    ...schemaAlerts(kinds, changes),
    ...testAlerts(kinds, definitions, changes),
    ...modelAlerts(kinds, changes, priceOf),
    ...secretAlerts(changes),
    ...warningAlerts(warnings),
  ]);
}

/** The plan with other alerts of one code. */
export function withAlerts(plan: Plan, code: AlertCode, alerts: readonly Alert[]): Plan {
  const { alerts: known = [], ...rest } = plan;
  const all = inAlertOrder([...known.filter((alert) => alert.code !== code), ...alerts]);
  return { ...rest, ...(all.length > 0 && { alerts: all }) };
}
