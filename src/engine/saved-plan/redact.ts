// A plan for readers who may know what files define and how much changes, and no more: nothing of
// what anything says, and nothing that only the service has.
import type { Change, Create, Delete, Plan, Refusal } from "../model/plan.ts";
import { type Address, nameOf } from "../model/resource.ts";

/**
 * The same plan, to be shown and not to be carried out: only what files define is named, without
 * contents; what goes and what is unmanaged is only counted, by kind.
 */
export function redactPlan(plan: Plan): Plan {
  const { baseUrl, definitionCount, counts } = plan; // an ExecutablePlan has more to leave out
  return {
    baseUrl,
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

/** Whether only the service has what an address names. */
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
      const same = { before: {}, after: {}, body: {}, edits: [], id: "", unknownFields: [] };
      const usedBy = change.usedBy.map((user) => ({ kind: user.kind, name: "", id: "" }));
      const goes = change.childDeletes.map((each) => redactDelete(each, each.kind));
      const rest = { address, kind, ...same, usedBy, childDeletes: goes };
      return change.action === "update"
        ? { action: "update", ...rest }
        : { action: "replace", ...rest, childCreates: change.childCreates.map(redactCreate) };
    }
  }
}

function redactCreate({ action, address, kind }: Create): Create {
  return { action, address, kind, body: {}, childDeletes: [] };
}

function redactDelete(
  { action, kind, reason: because, onlyIfMissing: without, childDeletes: beneath }: Delete,
  address: string,
): Delete {
  return {
    action,
    address,
    kind,
    id: "",
    name: "",
    before: {},
    reason: because,
    ...(without && { onlyIfMissing: { kind: without.kind, id: "" } }),
    cascades: false,
    childDeletes: beneath.map((each) => redactDelete(each, each.kind)),
  };
}

/** Its own words may quote what the service has. */
function redactRefusal({ code, addresses }: Refusal): Refusal {
  const named = addresses.filter((each) => !isRemoteAddress(each));
  return {
    code,
    message: [code, ...named].join(" · "),
    hint: "promptctl plan in a terminal says more; here only names are shown.",
    addresses: named,
  };
}
