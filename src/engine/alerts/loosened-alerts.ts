// Alerts about settings of promptctl.yaml that permit more.
import type { LoosenedSetting } from "../environments/loosened-settings.ts";
import type { Alert } from "../model/alert.ts";
import { someOf } from "../text/word-lists.ts";

/** One alert for each setting. */
export function loosenedAlerts(loosened: readonly LoosenedSetting[]): Alert[] {
  return loosened.map(({ change, environments }) => ({
    code: "guard",
    addresses: [],
    text: [
      "promptctl.yaml permits more: ",
      { code: change },
      ...(environments.length === 0 ? [] : [" in ", { code: someOf(environments) }]),
    ],
    facts: { setting: change, ...(environments.length > 0 && { environments }) },
  }));
}
