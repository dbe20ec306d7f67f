// Whether a resource without a definition belongs to this project, so that prune may delete it.
import { type OtherProjects, otherProjectWith } from "../match/other-projects.ts";
import { shortHash } from "../text/commit-hash.ts";
import { candidatesIn, type ContentComparison, statesOf } from "./held-version.ts";
import { historyGap } from "./history-extent.ts";
import { isEqualWithoutChildren } from "./last-defined.ts";
import type { ProjectHistory, WantedVersion } from "./project-history.ts";
import type { Leftover } from "../match/match-context.ts";
import { kept, type KeptReason } from "../model/unmanaged.ts";
import type { Kinds } from "../model/kind.ts";
import type { Address } from "../model/resource.ts";
import type { HistorySubject, Subjects } from "./questions.ts";

export interface OwnershipSources {
  readonly subjects: Subjects;
  readonly comparison: ContentComparison;
  readonly history: ProjectHistory;
  readonly otherProjects: OtherProjects;
  /** Whether an entry of the scope names the resource, or the parent of a nameless one. */
  isNamedInScope(this: void, leftover: Leftover): boolean;
}

/** Returns a function: why a resource does not belong to this project; undefined if it does. */
export function createOwnership(
  sources: OwnershipSources,
): (leftover: Leftover) => KeptReason | undefined {
  return (leftover) =>
    foreignReason(sources, leftover) ??
    (leftover.supersededBy === undefined
      ? stillInHead(sources, sources.subjects.ofLeftover(leftover))
      : undefined);
}

/** The same, as if HEAD did not define the resource. */
export function foreignReason(
  sources: OwnershipSources,
  leftover: Leftover,
): KeptReason | undefined {
  const subject = sources.subjects.ofLeftover(leftover);
  const other = otherProjectWith(sources.otherProjects, {
    kind: leftover.row.kind,
    family: subject.family,
    isNamed: subject.own.address !== undefined,
  });
  // A duplicate has the content of a resource of this project.
  if (other !== undefined || leftover.supersededBy !== undefined) return other;
  const isKnown = leftover.reason === "unfinished" || sources.isNamedInScope(leftover);
  return isKnown ? undefined : unknownReason(sources, subject);
}

/** Why the resource, or a descendant of it, is no version of a definition of this project. */
function unknownReason(
  { comparison, history }: OwnershipSources,
  subject: HistorySubject,
): KeptReason | undefined {
  const { family, own, descendants } = subject;
  const unknown = [own, ...descendants].find(
    (each) => !isVersion(comparison, history, family.address, each),
  );
  if (unknown) {
    const gap = historyGap(history);
    if (gap !== undefined)
      return kept("history-unknown", `not known to belong to this project: ${gap}`);
    if (unknown !== own)
      return edited(`: no commit in the history of HEAD defines its ${unknown.row.kind} like this`);
    const past = history.commits.flatMap(({ families }) =>
      candidatesIn(comparison.kinds, families.get(family.address), own),
    );
    if (own.address !== undefined && past.length > 0)
      return edited(": no commit in the history of HEAD defines it like this");
    return past.some((each) => isEqualWithoutChildren(comparison, each, own.content))
      ? edited(
          ", or left by an interrupted apply: no commit in the history of HEAD defines it like this",
        )
      : kept("never-defined", "no commit in the history of HEAD defines it");
  }
  return own.address === undefined
    ? undefined
    : handedOver(comparison.kinds, history, family.address, own.address);
}

/** It was one of this project, and has an edit that git does not have. */
function edited(more: string): KeptReason {
  return kept("edited", `changed on the service${more}`);
}

/** The newest commit that defines it declares it external, or may do so. */
function handedOver(
  kinds: Kinds,
  { commits }: ProjectHistory,
  family: Address,
  address: Address,
): KeptReason | undefined {
  const states = statesOf(kinds, commits, family, address);
  const index = states.findIndex(({ state }) => state.status === "defined");
  const { info, state } = states[index]!;
  if (state.status === "defined" && state.definition.external)
    return external(
      `the newest commit that defines it (${shortHash(info.commit)}) declares it external`,
    );
  const newer = states[index - 1];
  return newer?.state.status === "unknown"
    ? external(
        `the files in ${shortHash(newer.info.commit)} cannot be read exactly, and may declare it external`,
      )
    : undefined;
}

function external(text: string): KeptReason {
  return kept("external", text);
}

/** Whether a commit of the line has a definition with the content of a resource. */
function isVersion(
  { kinds, isEqual }: ContentComparison,
  { commits }: ProjectHistory,
  family: string,
  wanted: WantedVersion,
): boolean {
  return commits.some(({ families }) =>
    candidatesIn(kinds, families.get(family), wanted).some((each) => isEqual(each, wanted.content)),
  );
}

/** HEAD still defines what the files no longer define. */
function stillInHead(
  { comparison: { kinds, isEqual }, history }: OwnershipSources,
  { family, own }: HistorySubject,
): KeptReason | undefined {
  const [head] = history.commits;
  const state = head?.families.get(family.address);
  if (!state) return undefined;
  if (state.status === "unknown")
    return kept("in-head", "the files in HEAD cannot be read exactly");
  const isDefined = candidatesIn(kinds, state, own).some(
    (each) => own.address !== undefined || isEqual(each, own.content),
  );
  return isDefined ? kept("in-head", "HEAD still defines it: commit its removal") : undefined;
}
