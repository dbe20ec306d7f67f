// Alerts about new resources that are likely renamed ones.
import type { RenameHint } from "../diff/rename-hints.ts";
import type { ReusedName } from "../diff/reused-names.ts";
import type { Alert } from "../model/alert.ts";
import { type Change, changedResources } from "../model/plan.ts";
import { addressOf } from "../model/resource.ts";

/** One alert for each hint, with the line to add to the definition, and what happens without it. */
export function renameAlerts(hints: readonly RenameHint[], changes: readonly Change[]): Alert[] {
  const deleted = new Set(changedResources(changes.filter(({ action }) => action === "delete")));
  return hints.map(({ address, kind, name, id, isAmbiguous }) => {
    const old = { code: JSON.stringify(name) };
    const isDeleted = deleted.has(addressOf(kind, id));
    return {
      code: "rename",
      addresses: [address],
      text: [
        { code: address },
        " is new and similar to ",
        old,
        ...(isAmbiguous ? [" (", { code: id }, ")"] : []),
        `, which ${isDeleted ? "this plan deletes" : "no file defines"}. If it was renamed, add `,
        { code: `renamedFrom: [${JSON.stringify(name)}]` },
        " to ",
        { code: address },
        "; otherwise ",
        old,
        isDeleted ? " is deleted." : " stays on the service.",
      ],
      facts: { renamedFrom: name, id },
    };
  });
}

/** One alert for each name that was probably reused: a rename that must be applied first. */
export function reuseAlerts(reused: readonly ReusedName[]): Alert[] {
  return reused.map(({ create, update }) => {
    const { id, before } = update;
    const old = String(before["name"]);
    const marker = { code: `renamedFrom: [${JSON.stringify(old)}]` };
    return {
      code: "rename",
      addresses: [create.address, update.address],
      text: [
        { code: create.address },
        " is new and similar to ",
        { code: JSON.stringify(old) },
        " (",
        { code: id },
        "), which gets another text as ",
        { code: update.address },
        ". If it was renamed, applications that call that id get the wrong text: apply the rename with ",
        marker,
        " first, without ",
        { code: update.address },
        ".",
      ],
      facts: { renamedFrom: old, id },
    };
  });
}
