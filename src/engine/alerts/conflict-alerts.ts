// The alert about what was changed on the service and what the plan overwrites or deletes.
import type { Alert } from "../model/alert.ts";
import type { Kinds } from "../model/kind.ts";
import type { Change } from "../model/plan.ts";
import { kindOf } from "../model/resource.ts";
import { versionedAddress } from "../normalize/comparable-content.ts";
import { type CommandTarget, pullCommandText } from "../text/command-text.ts";
import { joinWithAnd, kindCounts, numbersByKind } from "../text/kind-counts.ts";

/** `target`: the project and the service, for the command that takes the changes over. */
export function conflictAlerts(
  kinds: Kinds,
  changes: readonly Change[],
  target: CommandTarget,
): Alert | [] {
  const changed = changes.filter(({ held }) => held?.type === "none" && !held.isTakenOver);
  const addresses = [...new Set(changed.map(versionedAddress))];
  if (addresses.length === 0) return [];
  const deleted = new Set(
    changed.filter(({ action }) => action === "delete").map(({ address }) => address),
  );
  const isDeleted = (address: string): boolean => deleted.has(address);
  const written = addresses.filter((address) => !isDeleted(address));
  const parts = [
    ["overwrites", written] as const,
    ["deletes", addresses.filter(isDeleted)] as const,
  ].flatMap(([verb, some]) =>
    some.length === 0 ? [] : `${verb} ${joinWithAnd(kindCounts(kinds, some.map(resource)))}`,
  );
  const was = addresses.length === 1 ? "that was" : "that were";
  return {
    code: "conflict",
    addresses,
    text: [`${joinWithAnd(parts)} ${was} changed on the service`],
    ...(written.length > 0 && {
      hint: [
        "to take it over first: ",
        { code: pullCommandText(written, target), isCommand: true },
      ],
    }),
    facts: { counts: numbersByKind(addresses.map(resource)) },
  };
}

const resource = (address: string): { readonly kind: string } => ({ kind: kindOf(address) });
