// Alerts about what is deleted, and about replaces that lose a content that this branch never had.
import { type Alert, alertValues } from "../model/alert.ts";
import { type Kinds, rowsOf } from "../model/kind.ts";
import { type Change, flattenChange, isPruned } from "../model/plan.ts";
import { type Address, addressOf } from "../model/resource.ts";
import { joinWithAnd, kindCounts, numbersByKind } from "../text/kind-counts.ts";

/** One alert for all deletes, and one for all replaces of such contents. */
export function deleteAlerts(kinds: Kinds, changes: readonly Change[]): Alert[] {
  const isPart = ({ row }: Change): boolean => row.parent?.owned === true;
  const deletes = changes.filter(
    // A removed assertion is an edit of its evaluation.
    (change) => change.action === "delete" && !(isPart(change) && change.reason === "surplus"),
  );
  const children = deletes
    .flatMap((change) => flattenChange(change).slice(1))
    .filter((child) => !isPart(child));
  const replaces = changes.filter(
    ({ action, held }) =>
      action === "replace" &&
      ((held?.type === "none" && !held.isTakenOver) ||
        (held?.type === "other-ref" && !held.isMerged && !held.isChosen)),
  );
  const withChildren =
    children.length === 0 ? "" : ` with ${joinWithAnd(kindCounts(kinds, rowsOf(children)))}`;
  const whose = replaces.length === 1 ? "whose content is" : "whose contents are";
  return [
    alertAbout(deletes, `deletes ${counted(kinds, deletes)}${withChildren}`, [
      ...deletes,
      ...children,
    ]),
    alertAbout(
      replaces,
      `replaces ${counted(kinds, replaces)} ${whose} no version of this branch`,
      replaces,
    ),
  ].flat();
}

/** One alert for all deletes of what others may have written since: the service reports no versions. */
export function unreportedAlerts(
  kinds: Kinds,
  changes: readonly Change[],
  unreported: ReadonlySet<Address>,
): Alert | [] {
  const deletes = changes.filter(
    (change) => isPruned(change) && unreported.has(addressOf(change.row.kind, change.id)),
  );
  const them = deletes.length === 1 ? "it" : "them";
  return alertAbout(
    deletes,
    `deletes ${counted(kinds, deletes)} although the service does not report who wrote ${them} last`,
    deletes,
  );
}

/** A delete has the id in its address. */
const nameOfChange = (change: Change): string =>
  change.action === "delete" && change.name !== undefined
    ? addressOf(change.row.kind, change.name)
    : change.address;

const counted = (kinds: Kinds, changes: readonly Change[]): string =>
  joinWithAnd(kindCounts(kinds, rowsOf(changes)));

function alertAbout(
  changes: readonly Change[],
  text: string,
  resources: readonly Change[],
): Alert | [] {
  if (changes.length === 0) return [];
  return {
    code: "delete",
    addresses: changes.map(({ address }) => address),
    text: [text, ": ", ...alertValues(changes.map(nameOfChange))],
    facts: { counts: numbersByKind(rowsOf(resources)) },
  };
}
