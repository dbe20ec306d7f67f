// Alerts about new resources that are likely renamed ones.
import type { RenameHint } from "../diff/rename-hints.ts";
import type { Alert } from "../model/alert.ts";
import type { Change } from "../model/plan.ts";
import { addressOf } from "../model/resource.ts";

/** One alert for each hint, with the line to add to the definition. */
export function renameAlerts(hints: readonly RenameHint[], changes: readonly Change[]): Alert[] {
  const deleted = new Set(
    changes.flatMap((change) =>
      change.action === "delete" ? [addressOf(change.kind, change.id)] : [],
    ),
  );
  return hints.map(({ address, kind, name, id }) => ({
    code: "rename",
    addresses: [address],
    text: [
      { code: address },
      ` is new and similar to the ${kind} `,
      { code: JSON.stringify(name) },
      " (",
      { code: id },
      deleted.has(addressOf(kind, id))
        ? "), which this plan deletes"
        : "), which is not defined in any file",
    ],
    hint: [
      "if it was renamed, add to its definition: ",
      { code: `renamedFrom: [${JSON.stringify(name)}]` },
    ],
    facts: { renamedFrom: name, id },
  }));
}
