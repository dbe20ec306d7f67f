// Redacts a plan for readers who may see the addresses of definitions and the number of changes,
// but no contents and no names of unmanaged resources.
import type { Change, Create, Delete, Plan, Refusal } from "../model/plan.ts";
import { type Address, nameOf } from "../model/resource.ts";

/** Returns a plan for display only. Deleted and unmanaged resources are counted by kind. */
export function redactPlan(plan: Plan): Plan {
  const { baseUrl, environment, definitionCount, counts } = plan; // an ExecutablePlan has more to leave out
  return {
    baseUrl,
    environment,
    definitionCount,
    counts,
    changes: plan.changes.map(redactChange),
    steps: [],
    unmanaged: plan.unmanaged.map(({ kind }) => ({ kind, name: "", id: "", reason: "" })),
    refusals: plan.refusals.map(redactRefusal),
    notes: [],
    names: {},
  };
}

/** Whether an address names a resource without a definition. */
export function isRemoteAddress(address: Address): boolean {
  return /(?:^|\/)id:/.test(nameOf(address));
}

function redactChange(change: Change): Change {
  const { address, kind } = change;
  switch (change.action) {
    case "create":
      return redactCreate(change);
    case "delete":
      return redactDelete(change, `${kind}/(not named here)`);
    case "update":
    case "replace": {
      const redacted = { id: "", before: {}, after: {}, body: {}, unknownFields: [] };
      const usedBy = change.usedBy.map((user) => ({ kind: user.kind, name: "", id: "" }));
      const childDeletes = change.childDeletes.map((child) => redactDelete(child, child.kind));
      const rest = { ...redacted, address, kind, usedBy, childDeletes };
      return change.action === "update"
        ? { action: "update", ...rest }
        : { action: "replace", ...rest, childCreates: change.childCreates.map(redactCreate) };
    }
  }
}

function redactCreate({ action, address, kind }: Create): Create {
  return { action, address, kind, body: {}, childDeletes: [] };
}

function redactDelete(change: Delete, address: string): Delete {
  const { action, kind, reason, cascades, onlyIfMissing } = change;
  const childDeletes = change.childDeletes.map((child) => redactDelete(child, child.kind));
  const parent = onlyIfMissing && { onlyIfMissing: { kind: onlyIfMissing.kind, id: "" } };
  const redacted = { id: "", name: "", before: {} };
  return { action, address, kind, ...redacted, reason, cascades, ...parent, childDeletes };
}

/** The message is dropped: it may quote names of the service. */
function redactRefusal({ code, addresses }: Refusal): Refusal {
  const named = addresses.filter((address) => !isRemoteAddress(address));
  return {
    code,
    message: [code, ...named].join(" · "),
    hint: "Run promptctl plan in a terminal for details: only names are shown here.",
    addresses: named,
  };
}
