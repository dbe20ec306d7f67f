// What a plan asks the history: which versions the resources hold that it changes or deletes, and which
// definitions the nameless resources had that it does not recognize.
import type { Difference } from "../diff/diff.ts";
import { familyOfAddress } from "./family-index.ts";
import type { FamilyNames, FamilyQuery, WantedVersion } from "./project-history.ts";
import type { Leftover, Match, MatchResult } from "../match/match-context.ts";
import { groupBy, once } from "../model/collections.ts";
import type { Kind, Kinds } from "../model/kind.ts";
import type { Change } from "../model/plan.ts";
import {
  type Address,
  addressOf,
  type Definition,
  namesOf,
  type Observed,
} from "../model/resource.ts";
import { remoteAddress } from "../normalize/observe.ts";
import { createRemoteContents, type RemoteContents } from "./remote-content.ts";

/** A remote resource, its family, and the versions that it and its descendants may hold. */
export interface HistorySubject {
  readonly family: FamilyNames;
  readonly own: WantedVersion;
  readonly descendants: readonly WantedVersion[];
}

/** A leftover as a subject: with its descendants, as the service has them. */
interface LeftoverSubject extends HistorySubject {
  /** Itself, then its descendants. */
  readonly resources: readonly RemoteVersion[];
}

/** A remote resource, and what is compared of it. */
export interface RemoteVersion {
  readonly observed: Observed;
  readonly wanted: WantedVersion;
}

/** Finds the subjects of changes and leftovers. */
export interface Subjects {
  /** Undefined for a create, and for a delete that follows from another change. */
  ofChange(this: void, change: Change): HistorySubject | undefined;
  ofLeftover(this: void, leftover: Leftover): LeftoverSubject;
  familyOfLeftover(this: void, leftover: Leftover): FamilyNames;
  /** Of a definition whose resource needs no call; undefined for others. */
  ofUnchanged(this: void, address: Address): HistorySubject | undefined;
}

export function createSubjects(
  kinds: Kinds,
  definitions: readonly Definition[],
  matching: MatchResult,
): Subjects {
  const contents = createRemoteContents(kinds, matching);
  // A plan without changes asks for nothing (docs/performance.md, row "plan 200,000").
  const byAddress = once(() => new Map(definitions.map((each) => [each.address, each])));
  const matches = once(() => new Map(matching.matches.map((each) => [each.desired.address, each])));
  const leftovers = once(
    () =>
      new Map(matching.leftovers.map((each) => [addressOf(each.row.kind, each.observed.id), each])),
  );
  const familyNamed = (address: Address): FamilyNames => {
    const family = familyOfAddress(kinds, address);
    return { address: family, names: namesOf(byAddress().get(family)!) };
  };
  const ofMatch = (match: Match | undefined): HistorySubject | undefined => {
    if (!match?.observed || match.desired.external) return undefined;
    const { desired, observed } = match;
    const { row, address } = desired;
    const own = { row, address, content: contents.contentOf(observed) };
    return { family: familyNamed(address), own, descendants: [] };
  };
  const familyOfLeftover = ({ row, observed, parent }: Leftover): FamilyNames =>
    parent === undefined
      ? { address: remoteAddress(row.kind, observed.id), names: [observed.name!] }
      : familyNamed(parent);
  const ofLeftover = (leftover: Leftover): LeftoverSubject => {
    const { observed, parent } = leftover;
    const family = familyOfLeftover(leftover);
    const remote = { observed, wanted: wantedVersion(contents, observed) };
    if (parent !== undefined)
      return { family, own: remote.wanted, descendants: [], resources: [remote] };
    const own = { ...remote.wanted, address: family.address };
    const descendants = contents
      .descendantsOf(observed)
      .map((each) => ({ observed: each, wanted: wantedVersion(contents, each) }));
    return {
      family,
      own,
      descendants: descendants.map(({ wanted }) => wanted),
      resources: [{ observed, wanted: own }, ...descendants],
    };
  };
  return {
    ofLeftover,
    familyOfLeftover,
    ofUnchanged: (address) => {
      const match = matches().get(address);
      return match?.action === "keep" ? ofMatch(match) : undefined;
    },
    ofChange: (change) => {
      if (isNumbered(change.row)) return ofMatch(matches().get(change.parent!));
      if (change.action === "create") return undefined;
      if (change.action !== "delete") return ofMatch(matches().get(change.address));
      if (change.reason !== "prune") return undefined;
      return ofLeftover(leftovers().get(addressOf(change.row.kind, change.id))!);
    },
  };
}

function wantedVersion({ contentOf }: RemoteContents, observed: Observed): WantedVersion {
  return { row: observed.row, content: contentOf(observed) };
}

/** Whether resources of a kind are part of their parents in git. */
function isNumbered({ parent }: Kind): boolean {
  return parent?.numbered ?? false;
}

/** The questions of a plan, a query for each family; empty if the plan needs no history. */
export function historyQueries(
  subjects: Subjects,
  matching: MatchResult,
  { changes }: Difference,
): FamilyQuery[] {
  const asked = [
    ...changes.flatMap((change) => subjects.ofChange(change) ?? []),
    ...unrecognized(matching).map(subjects.ofLeftover),
  ];
  return familyQueries(asked);
}

/** A query for each family of the subjects. */
export function familyQueries(asked: readonly HistorySubject[]): FamilyQuery[] {
  const byFamily = groupBy(asked, ({ family }) => family.address);
  return [...byFamily.values()].map((ofFamily) => ({
    ...ofFamily[0]!.family,
    wanted: ofFamily.flatMap(({ own, descendants }) => [own, ...descendants]),
  }));
}

/** The nameless resources that could be the earlier ones of definitions that the plan creates. */
function unrecognized({ matches, leftovers }: MatchResult): Leftover[] {
  const created = new Set(
    matches.flatMap(({ row, desired, action }) =>
      action === "create" && row.identifiedBy.by === "content" && !isNumbered(row)
        ? [`${row.kind} ${desired.parent!}`]
        : [],
    ),
  );
  return leftovers.filter(
    ({ row, parent, reason }) =>
      (reason === "unmanaged" || reason === "duplicate") &&
      parent !== undefined &&
      created.has(`${row.kind} ${parent}`),
  );
}
