// The alert about what a plan overwrites or deletes although the history cannot tell which version the
// service holds: an edit made there would be lost without a word.
import type { Alert } from "../model/alert.ts";
import type { Kinds } from "../model/kind.ts";
import type { HistoryExtent } from "../model/held-version.ts";
import type { Change } from "../model/plan.ts";
import { kindOf } from "../model/resource.ts";
import { versionedAddress } from "../normalize/comparable-content.ts";
import { joinWithAnd, kindCounts, numbersByKind } from "../text/kind-counts.ts";

/** One alert for all changes of unknown versions; none with --no-history. */
export function historyAlerts(
  kinds: Kinds,
  changes: readonly Change[],
  history: HistoryExtent | undefined,
): Alert | [] {
  const unknown = changes.filter(({ held }) => held?.type === "unknown");
  const addresses = [...new Set(unknown.map(versionedAddress))];
  if (addresses.length === 0 || history?.missing === "no-history") return [];
  const resources = addresses.map((address) => ({ kind: kindOf(address) }));
  return {
    code: "history-unknown",
    addresses,
    text: [
      `it is not known whether ${joinWithAnd(kindCounts(kinds, resources))} ${addresses.length === 1 ? "was" : "were"} changed on the service: `,
      { code: history?.gap ?? "commits cannot be read exactly" },
    ],
    facts: { counts: numbersByKind(resources) },
  };
}
