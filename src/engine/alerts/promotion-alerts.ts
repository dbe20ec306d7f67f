// The alert about changes that are made although the environment of `after` does not hold them.
import type { Alert } from "../model/alert.ts";
import type { Promotion } from "../model/plan.ts";
import { numbersByKind } from "../text/kind-counts.ts";

/** One alert for all that --allow-unpromoted includes. */
export function promotionAlerts(promotion: Promotion | undefined): Alert[] {
  if (!promotion || promotion.allowed.length === 0) return [];
  const { after, isKnown, allowed } = promotion;
  const changes = allowed.map(({ change }) => change);
  const count = changes.length === 1 ? "1 change" : `${changes.length} changes`;
  return [
    {
      code: "unpromoted",
      addresses: changes.map(({ address }) => address),
      text: [`makes ${count} that ${after} ${isKnown ? "does not hold" : "is not known to hold"}`],
      facts: { counts: numbersByKind(changes) },
    },
  ];
}
