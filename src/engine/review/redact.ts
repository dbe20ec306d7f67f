// Redacts a plan for readers who may see the addresses of definitions and the number of changes,
// but no contents and no names of unmanaged resources.
import type { Alert, AlertCode } from "../model/alert.ts";
import { commandText } from "../text/command-text.ts";
import type { HeldVersion, VersionCommit } from "../model/held-version.ts";
import type {
  Change,
  Create,
  Delete,
  Plan,
  Promotion,
  Refusal,
  UnpromotedChange,
} from "../model/plan.ts";
import { type Address, nameOf } from "../model/resource.ts";

/** Returns a plan for display only. Deleted and unmanaged resources are counted by kind. */
export function redactPlan(plan: Plan): Plan {
  // An ExecutablePlan has more to leave out.
  const { baseUrl, environment, definitionCount, counts, history, promotion, alerts } = plan;
  return {
    baseUrl,
    environment,
    definitionCount,
    counts,
    changes: plan.changes.map(redactChange),
    steps: [],
    unmanaged: plan.unmanaged.map(({ kind, reason: { code } }) => ({
      kind,
      name: "",
      id: "",
      reason: { code, text: "" },
    })),
    refusals: plan.refusals.map((each) => redactRefusal(each, plan)),
    notes: [],
    names: {},
    ...(alerts && { alerts: alerts.map(redactAlert) }),
    ...(history && { history }),
    ...(promotion && { promotion: redactPromotion(promotion) }),
  };
}

function redactPromotion({ heldBack, allowed, ...rest }: Promotion): Promotion {
  const redacted = (list: readonly UnpromotedChange[]): UnpromotedChange[] =>
    list.map(({ change, reason, other, upstream }) => ({
      change: redactChange(change),
      reason,
      ...(other !== undefined && !isRemoteAddress(other) && { other }),
      ...(upstream && { upstream: redactHeld(upstream) }),
    }));
  return { ...rest, heldBack: redacted(heldBack), allowed: redacted(allowed) };
}

/** The texts of these have no values: counts, settings of promptctl.yaml, codes of warnings. */
const publicTexts: ReadonlySet<AlertCode> = new Set([
  "delete",
  "conflict",
  "history-unknown",
  "unpromoted",
  "guard",
  "secret",
  "warning",
]);

function redactAlert({ code, addresses, text, facts }: Alert): Alert {
  return {
    code,
    addresses: addresses.filter((address) => !isRemoteAddress(address)),
    // What a delete names after its counts is on the service only.
    ...(publicTexts.has(code) && {
      ...(text && { text: code === "delete" ? text.slice(0, 1) : text }),
      ...(facts && { facts }),
    }),
  };
}

/** Whether an address names a resource without a definition. */
export function isRemoteAddress(address: Address): boolean {
  return /(?:^|\/)id:/.test(nameOf(address));
}

function redactChange(change: Change): Change {
  const { address, row } = change;
  switch (change.action) {
    case "create":
      return redactCreate(change);
    case "delete":
      return redactDelete(change, `${row.kind}/(not named here)`);
    case "update":
    case "replace": {
      const redacted = { id: "", before: {}, after: {}, body: {}, unknownFields: [] };
      const usedBy = change.usedBy.map((user) => ({ kind: user.kind, name: "", id: "" }));
      const childDeletes = change.childDeletes.map((child) => redactDelete(child, child.row.kind));
      const parent = change.parent === undefined ? {} : { parent: change.parent };
      const held = change.held && { held: redactHeld(change.held) };
      const rest = { ...redacted, address, row, ...parent, usedBy, childDeletes, ...held };
      return change.action === "update"
        ? { action: "update", ...rest }
        : { action: "replace", ...rest, childCreates: change.childCreates.map(redactCreate) };
    }
  }
}

function redactCreate({ action, address, row, parent, held }: Create): Create {
  return {
    action,
    address,
    row,
    ...(parent !== undefined && { parent }),
    body: {},
    childDeletes: [],
    ...(held && { held: redactHeld(held) }),
  };
}

/** Commits stay, as the repository of the reader has them. Contents and the texts of commits go. */
function redactHeld(held: HeldVersion): HeldVersion {
  const redactCommit = (at: VersionCommit): VersionCommit => ({ ...at, author: "", subject: "" });
  switch (held.type) {
    case "version":
    case "other-ref":
      return { ...held, at: redactCommit(held.at) };
    case "none": {
      if (!held.newest) return { type: "none" };
      const newest = { at: redactCommit(held.newest.at), content: {}, observed: {} };
      return { type: "none", newest, ...(held.isTakenOver && { isTakenOver: true }) };
    }
    case "unknown":
      return held;
  }
}

function redactDelete(change: Delete, address: string): Delete {
  const { action, row, reason, cascades, onlyIfMissing } = change;
  const childDeletes = change.childDeletes.map((child) => redactDelete(child, child.row.kind));
  const parent = onlyIfMissing && { onlyIfMissing: { kind: onlyIfMissing.kind, id: "" } };
  const redacted = { id: "", name: "", before: {} };
  return { action, address, row, ...redacted, reason, cascades, ...parent, childDeletes };
}

/** The message is dropped: it may quote names of the service. */
function redactRefusal({ code, addresses }: Refusal, plan: Plan): Refusal {
  const named = addresses.filter((address) => !isRemoteAddress(address));
  return {
    code,
    message: [code, ...named].join(" · "),
    hint: `Run ${commandText("plan", plan)} in a terminal for details: only names are shown here.`,
    addresses: named,
  };
}
