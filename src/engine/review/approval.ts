// What an approval permits, as a short text that one job of a workflow gives to another: keys of the changes
// and alerts of a plan. A later plan may hold fewer of them, never more.
import type { AlertCode } from "../model/alert.ts";
import type { Plan } from "../model/plan.ts";
import { type Address, addressOf, kindOf, nameOf } from "../model/resource.ts";
import { shortDigest } from "../text/digest.ts";
import type { Atom } from "./atoms.ts";
import { atomsDigest, compareAtoms } from "./permission.ts";

/** A plan that is approved, or compared with what was approved. */
export interface ApprovedPlan {
  readonly plan: Plan;
  readonly atoms: readonly Atom[];
  readonly heldBackAtoms: readonly Atom[];
}

/** More keys do not fit into an input: Linux limits a variable to 128 KiB. */
export const maxApprovedKeys = 10_000;

const version = "v1:";

/** 64 bits and more, as base64url. */
const keyLength = 11;

const shortKey = (key: string): string => key.slice(0, keyLength);

/**
 * The text of an approval of a plan and of what it holds back; undefined if it has too many keys.
 * `isWhole`: without keys of single changes, from which a reader could guess values. The approval is then
 * of the plan as a whole.
 */
export function approvalText(approved: ApprovedPlan, isWhole: boolean): string | undefined {
  const { plan, atoms, heldBackAtoms } = approved;
  const released = [...atoms, ...heldBackAtoms];
  const changes = isWhole
    ? [atoms, released].map((each) => wholeKey(plan, each))
    : released.map(({ key }) => shortKey(key));
  const alerts = [...alertsOf(plan), ...laterAlerts(plan)].map((alert) => alertKey(plan, alert));
  const keys = [...changes, ...new Set(alerts)].sort();
  return keys.length > maxApprovedKeys ? undefined : emptyApproval + keys.join(",");
}

/** The approval that permits no change. */
export const emptyApproval: string = version;

/** The keys in the text of an approval, or why it has none. */
export function approvedKeys(
  text: string,
): { readonly keys: readonly string[] } | { readonly problem: "empty" | "version" | "damaged" } {
  if (text === "") return { problem: "empty" };
  if (!text.startsWith(version)) return { problem: /^v\d+:/.test(text) ? "version" : "damaged" };
  const keys = text === emptyApproval ? [] : text.slice(version.length).split(",");
  const isKey = (key: string): boolean => key.length === keyLength && /^[\w-]+$/.test(key);
  return keys.every(isKey) ? { keys } : { problem: "damaged" };
}

/** An alert about one resource, or about none. */
interface SingleAlert {
  readonly code: AlertCode;
  readonly address?: Address;
}

/** What a plan holds that the keys of an approval do not permit. */
export function beyondApproval(
  keys: readonly string[],
  { plan, atoms }: ApprovedPlan,
): { readonly atoms: readonly Atom[]; readonly alerts: readonly SingleAlert[] } {
  const approved = new Set(keys);
  const short = atoms.map((atom) => ({
    ...atom,
    key: shortKey(atom.key),
    alternatives: atom.alternatives.map(shortKey),
  }));
  const isWhole = approved.has(wholeKey(plan, atoms));
  return {
    atoms: isWhole ? [] : compareAtoms(keys, short).unreviewed,
    alerts: alertsOf(plan).filter((alert) => !approved.has(alertKey(plan, alert))),
  };
}

function wholeKey(plan: Plan, atoms: readonly Atom[]): string {
  return shortKey(shortDigest(["plan", atomsDigest(plan, atoms)]));
}

/** One alert for each address: a smaller plan has an alert about fewer of them. */
function alertsOf({ alerts = [] }: Plan): SingleAlert[] {
  return alerts.flatMap(({ code, addresses }): SingleAlert[] =>
    addresses.length === 0 ? [{ code }] : addresses.map((address) => ({ code, address })),
  );
}

/** What remains of a replace that was interrupted is the delete of the old resource, with its alert. */
function laterAlerts({ changes }: Plan): SingleAlert[] {
  return changes.flatMap((change): SingleAlert[] => {
    if (change.action !== "replace") return [];
    return [{ code: "delete", address: addressOf(change.row.kind, `id:${change.id}`) }];
  });
}

function alertKey({ baseUrl, environment = "" }: Plan, { code, address }: SingleAlert): string {
  const about = address === undefined ? [] : [withoutParents(address)];
  return shortKey(shortDigest(["alert", baseUrl, environment, code, ...about]));
}

/** The address of an unmanaged resource without its parents, some of which may be gone in a later plan. */
function withoutParents(address: Address): Address {
  const [own = ""] = nameOf(address).split("/").slice(-1);
  return own.startsWith("id:") ? addressOf(kindOf(address), own) : address;
}
