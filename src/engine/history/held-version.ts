// Which version of a definition a remote resource equals.
import { memo, once } from "../model/collections.ts";
import { jsonEquals, type JsonObject } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import type { HeldVersion, RenamedSince, VersionCommit } from "../model/held-version.ts";
import { mapReferences } from "../model/references.ts";
import {
  type Address,
  addressOf,
  type Definition,
  definitionsByName,
  nameOf,
} from "../model/resource.ts";
import { withoutNumberedChildren } from "../normalize/comparable-content.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import {
  type FamilyState,
  memberState,
  type PastDefinition,
  type PastState,
} from "./family-state.ts";
import { historyGap } from "./history-extent.ts";
import { isBetween } from "./interrupted-apply.ts";
import { areRenamesUnknown, renamedSince } from "./renamed-since.ts";
import type { FamiliesAt, ProjectHistory, WantedVersion } from "./project-history.ts";
import { type StateAt, type Version, versionsOf } from "./versions.ts";

/** Compares the contents of definitions in commits with that of remote resources. */
export interface ContentComparison {
  readonly kinds: Kinds;
  /** Whether a definition has this content, which may refer to renamed resources. */
  isEqual(this: void, past: PastDefinition, content: JsonObject): boolean;
}

/** `definitions`: those of the project now; their earlier names count as their names. */
export function compareContents(
  kinds: Kinds,
  definitions: readonly Definition[],
): ContentComparison {
  const isAnyRenamed = definitions.some(({ renamedFrom }) => renamedFrom.length > 0);
  const byName = once(() => definitionsByName(definitions));
  const currentName = (reference: Address): Address => {
    const { row, name } = byName().get(reference) ?? {};
    return row === undefined || name === undefined ? reference : addressOf(row.kind, name);
  };
  const currentContent = memo(({ row, content }: PastDefinition) => {
    if (row.references.length === 0 || !isAnyRenamed) return content;
    return canonicalForm(row.shape, mapReferences(row, content, currentName));
  }, new WeakMap());
  return {
    kinds,
    isEqual: (past, content) => !past.external && jsonEquals(currentContent(past), content),
  };
}

/** The definitions that a commit has for a wanted version. */
export function candidatesIn(
  kinds: Kinds,
  state: FamilyState | undefined,
  { row, address }: WantedVersion,
): readonly PastDefinition[] {
  if (!state) return [];
  if (address !== undefined) {
    const member = memberState(kinds, state, address);
    return member.status === "defined" ? [member.definition] : [];
  }
  return state.status === "defined"
    ? state.members.filter((each) => each.row.kind === row.kind)
    : [];
}

/** The address that a member of a family has now, when the family has another name. */
export function currentAddress(
  { address, row }: PastDefinition,
  past: Address,
  family: Address,
): Address {
  return addressOf(row.kind, nameOf(family) + nameOf(address).slice(nameOf(past).length));
}

/** The states of a definition in the commits that were read for its family, newest first. */
export function statesOf(
  kinds: Kinds,
  commits: readonly FamiliesAt[],
  family: Address,
  address: Address,
): StateAt[] {
  return commits.flatMap(({ info, families }) => {
    const members = families.get(family);
    return members ? [{ info, state: memberState(kinds, members, address) }] : [];
  });
}

/** The versions of a definition on the line, newest first, without those that removed it. */
function definedVersions(
  kinds: Kinds,
  { commits, end }: ProjectHistory,
  family: Address,
  address: Address,
): DefinedVersion[] {
  const states = statesOf(kinds, commits, family, address);
  const familyEnd = states.length === commits.length ? end : undefined;
  return versionsOf(states, familyEnd).flatMap(({ introduced, state, previous }) =>
    state.status === "defined"
      ? [{ definition: state.definition, at: versionCommit(introduced, previous) }]
      : [],
  );
}

/** The versions of a definition on the line that send something to the service, newest first. */
export function sentVersions(
  kinds: Kinds,
  history: ProjectHistory,
  family: Address,
  address: Address,
): DefinedVersion[] {
  const versions = definedVersions(kinds, history, family, address);
  return versions.filter(({ definition }) => !definition.external);
}

/** A version of a definition: a commit that has it, and the address of the definition there. */
export interface VersionPlace {
  readonly commit: string;
  readonly address: Address;
}

/** A version, and the commit that introduced it. */
export interface DefinedVersion {
  readonly definition: PastDefinition;
  readonly at: VersionCommit;
}

function versionCommit(introduced: Version["introduced"], previous: PastState): VersionCommit {
  return { ...introduced, orOlder: previous.status === "unknown" };
}

/** The version of a definition that a remote resource with this content equals. */
export function heldVersion(
  comparison: ContentComparison,
  history: ProjectHistory,
  family: Address,
  { address, content }: WantedVersion & { readonly address: Address },
): HeldVersion {
  const { kinds, isEqual } = comparison;
  const versions = definedVersions(kinds, history, family, address);
  const behind = versions.findIndex(({ definition }) => isEqual(definition, content));
  const renamed = (held?: VersionCommit): { readonly renamedSince?: RenamedSince } => {
    const states = statesOf(kinds, history.commits, family, address);
    const rename = renamedSince(states, history, held?.commit);
    return rename ? { renamedSince: rename } : {};
  };
  const asVersion = (index: number): HeldVersion => {
    const { at } = versions[index]!;
    if (areRenamesUnknown(history, at.commit)) return { type: "unknown" };
    return { type: "version", at, behind: index, ...renamed(at) };
  };
  if (behind >= 0) return asVersion(behind);
  for (const { info, families, line, ...other } of history.others) {
    const members = families.get(family);
    const state = members && memberState(kinds, members, address);
    if (state?.status !== "defined" || !isEqual(state.definition, content)) continue;
    const states = statesOf(kinds, line?.commits ?? [], family, address);
    const undone = line && renamedSince(states, line, info.commit);
    const rename = undone ? { renamedSince: undone } : renamed();
    const at = { ...info, orOlder: false };
    return { type: "other-ref", at, ...other, ...(!other.isChosen && rename) };
  }
  const mixed = findMixed(comparison, history, { family, address, versions }, content);
  if (mixed >= 0) {
    const held = asVersion(mixed);
    return held.type === "version" ? { ...held, isPartial: true } : held;
  }
  if (historyGap(history) !== undefined) return { type: "unknown" };
  const newest = versions.find(({ definition }) => !definition.external);
  if (!newest)
    return hasUnknownState(history, family) ? { type: "unknown" } : { type: "none", ...renamed() };
  const { definition, at } = newest;
  const empty = {
    ...definition,
    content: withoutNumberedChildren(kinds, definition.row.kind, definition.content),
  };
  return {
    type: "none",
    newest: { at, content: definition.content, observed: content },
    ...renamed(),
    ...(isBetween(kinds, isEqual, [definition, empty], content) && { isPartial: true }),
  };
}

interface VersionsOf {
  readonly family: Address;
  readonly address: Address;
  /** Newest first. */
  readonly versions: readonly DefinedVersion[];
}

/**
 * The position of the version that an interrupted apply has partly replaced by the next newer one, by
 * the newest one, or by that of --ref; -1 if there is none.
 */
function findMixed(
  { kinds, isEqual }: ContentComparison,
  { others }: ProjectHistory,
  { family, address, versions }: VersionsOf,
  content: JsonObject,
): number {
  const chosen = others.flatMap(({ isChosen, families }) => {
    const members = isChosen ? families.get(family) : undefined;
    const state = members && memberState(kinds, members, address);
    return state?.status === "defined" ? [state.definition] : [];
  });
  return versions.findIndex(({ definition }, index) => {
    const newer = [versions[0]!, versions[index - 1]].flatMap((each) => each?.definition ?? []);
    return [...newer, ...chosen].some((each) =>
      isBetween(kinds, isEqual, [each, definition], content),
    );
  });
}

/** Whether a commit does not say exactly what it defines. */
function hasUnknownState({ commits }: ProjectHistory, family: Address): boolean {
  return commits.some(({ families }) => families.get(family)?.status === "unknown");
}
