// Refusals and notes of pull. Notes can have names with line ends: pull.ts escapes these.
import { someLines, someOf } from "../../engine/text/word-lists.ts";
import type { VersionPlace } from "../../engine/history/held-version.ts";
import { isHistoryCut } from "../../engine/history/history-extent.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import { type CommandTarget, commandText } from "../../engine/text/command-text.ts";
import type { MergedDefinition } from "../../engine/merge/merge-definition.ts";
import { type Path, toPointer } from "../../engine/model/json.ts";
import { fieldPath } from "../../engine/json/field-path.ts";
import { createLocator } from "../../engine/parse/locate.ts";
import { placeIn } from "../../engine/parse/parsed-document.ts";
import type { Draft } from "../../engine/resolve/draft.ts";
import type { RenameHint } from "../../engine/diff/rename-hints.ts";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import { type Failure, refused } from "../../engine/model/failure.ts";
import { hintLines } from "../../engine/model/hint.ts";
import type { HeldVersion, HistoryExtent, VersionCommit } from "../../engine/model/held-version.ts";
import type { Change, Plan } from "../../engine/model/plan.ts";
import type { Unmanaged } from "../../engine/model/unmanaged.ts";
import { type Address, addressOf } from "../../engine/model/resource.ts";
import type { Project } from "../load/load.ts";

/** A definition that cannot be edited, with the reason if it is a special one. */
export interface UneditableDefinition {
  readonly address: Address;
  readonly reason?: string;
}

/** A text that differs from the service and that pull does not change. */
export interface KeptText {
  readonly address: Address;
  /** Its path in the document. */
  readonly path: Path;
  /** The paths of the files that it is made of. */
  readonly files: readonly string[];
}

/** Says which files a text is made of, and why pull does not change it. */
export function keptTextNote(
  project: Project,
  { address, path, files }: KeptText,
  target: CommandTarget,
): string {
  const source = project.sources.get(address)!;
  const { document } = source.draft;
  const isData = source.texts.get(toPointer(path))?.[0]!.isData === true;
  const place = fileAndLine(createLocator(project)(placeIn(document, path)));
  const [file, ...others] = files;
  const reason =
    others.length === 0 && file!.startsWith("../")
      ? `it is included from ${file!}, outside the project`
      : `${isData ? "its file cannot be edited in place" : "it is joined from parts"}: ${files.join(", ")}`;
  return `${address} (${place}): this text differs from the service, and pull does not change it, because ${reason}. ${commandText("plan", target)} shows the difference: change the files by hand.`;
}

/** Throws the first refusal of a plan as a Failure: its matches may be wrong. */
export function throwRefusals({ refusals }: Plan): void {
  const [first] = refusals;
  if (first) throw refused(first.code, first.message, hintLines(first.hint));
}

/** Says that a definition may belong to a resource that pull adds as a new one. */
export function renameNote({ address, kind, name, id }: RenameHint): string {
  return `${address} looks like the ${kind} "${name}" (id:${id}), which is added as a new definition. If it was renamed, change the name in its definition before you pull.`;
}

/** Throws a Failure if --prune could remove the definition of a renamed resource. */
export function throwRenames(project: Project, hints: readonly RenameHint[]): void {
  const [first] = hints;
  if (!first) return;
  const { address, kind, name, id } = first;
  const { draft } = project.sources.get(address)!;
  throw refused(
    "renamed",
    `${address} looks like the ${kind} "${name}" (id:${id}): it may have been renamed, and --prune would remove its definition. Nothing was written.`,
    [
      `If it was renamed: change its name in ${lineOf(project, draft, ["name"])}, then pull again.`,
      "If it was deleted: remove its definition by hand, or pull without --prune first.",
    ],
  );
}

/** `file:line` of a definition, or of a field of it. */
export function lineOf(project: Project, draft: Draft, path: Path = []): string {
  return fileAndLine(createLocator(project)(placeIn(draft.document, [...draft.path, ...path])));
}

/** Says that a definition stays as it is, because its file cannot be edited in place. */
export function leftDefinitionNote(
  project: Project,
  { address, reason = "it cannot be changed in place" }: UneditableDefinition,
): string {
  const { draft } = project.sources.get(address)!;
  return `${address} (${lineOf(project, draft)}): ${reason}. The definition stays as it is: change it by hand.`;
}

/** The failure of a pull that cannot make all changes in place. */
export function cannotChange(
  project: Project,
  definitions: readonly UneditableDefinition[],
  target: CommandTarget,
): Failure {
  const lines = definitions.map(({ address, reason }) => {
    const draft = project.sources.get(address)?.draft;
    const location = draft ? ` (${lineOf(project, draft)})` : "";
    return `${address}${location}${reason === undefined ? "" : `: ${reason}`}`;
  });
  return refused(
    "cannot-change",
    "Some definitions differ from the service and cannot be changed in place. Nothing was written.",
    [
      ...someLines([...new Set(lines)]),
      `${commandText("plan", target)} shows the differences. Change them by hand, then pull again.`,
    ],
  );
}

/** A version that HEAD contains: on its first-parent line, or through a merge. */
export type ContainedVersion = Extract<HeldVersion, { readonly at: VersionCommit }>;

/** The version of a removed definition that the service holds, or has an edit of. */
export interface RemovedVersion extends Pick<ContainedVersion, "at"> {
  readonly isEdited: boolean;
}

/** Says that a definition stays as it is, because the service holds a version that git had before. */
export function aheadNote(address: Address, version: ContainedVersion): string {
  return `${address}: the service holds ${commitOf(version)}, ${distanceOf(version)}. The files are ahead; they stay as they are. ${takeHint}`;
}

/** The fields of a merged definition. `kept`: those that both changed, where --ours keeps the files. */
interface MergedFields extends Pick<MergedDefinition, "taken" | "older" | "joined"> {
  readonly kept: readonly Path[];
}

/**
 * Says which fields of a definition keep the value of the files, which texts are new, and what depends on a
 * guess. `guess`: the version from which the service was changed, if that is a guess.
 */
export function mergeNotes(
  address: Address,
  { taken, older, joined, kept }: MergedFields,
  guess: VersionPlace | undefined,
): string[] {
  const listed = (paths: readonly Path[]): string =>
    someOf(paths.map((path) => (path.length === 0 ? "all fields" : fieldPath(path))));
  return [
    ...(older.length > 0
      ? [
          `${address}: the service has what an earlier version had in ${listed(older)}. The files keep their own. ${takeHint}`,
        ]
      : []),
    ...(kept.length > 0
      ? [
          `${address}: the service changed ${listed(kept)} too. With --ours, the files keep their own.`,
        ]
      : []),
    ...(joined.length > 0
      ? [
          `${address}: joined line by line in ${listed(joined)}. Both sides changed the text, so it is new and was never tested: read it.`,
        ]
      : []),
    ...(guess && taken.length + joined.length > 0
      ? [
          `${address}: taken from the service in ${listed([...taken, ...joined])}, if it was changed from ${shortHash(guess.commit)}, which is a guess. ${fromHint}`,
        ]
      : []),
  ];
}

/** Says that --from names another commit than the service. */
export function otherBaseNote(
  address: Address,
  from: VersionPlace,
  reported: VersionPlace,
): string {
  return `${address}: --from names ${shortHash(from.commit)}, but the service reports that it was changed from ${shortHash(reported.commit)}. What was committed between the two can be lost. Without --from, pull uses ${shortHash(reported.commit)}.`;
}

/** Says that definitions stay as they are, because older versions are not known. */
export function unknownNotes(
  changes: readonly Change[],
  history: HistoryExtent | undefined,
): string[] {
  const unknown = changes.filter(({ held }) => held?.type === "unknown");
  if (unknown.length === 0 || !isHistoryCut(history)) return [];
  const addresses = someOf([...new Set(unknown.map(({ address }) => address))]);
  return [
    `It is not known whether the files are ahead of the service, so these stay as they are: ${addresses}. Reason: ${history.gap}. ${takeHint}`,
  ];
}

function distanceOf(version: ContainedVersion): string {
  if (version.type === "other-ref") return "merged into HEAD";
  const { behind } = version;
  if (behind === 0) return "the committed version";
  return behind === 1 ? "1 version back" : `${behind} versions back`;
}

const fromHint = "To name the commit that was applied last: --from COMMIT";
const takeHint = "To take the version of the service: --theirs";

/** Says that a resource gets no definition, because the definition that it had was removed. */
export function removedNote(
  { kind, name, id, parent }: Unmanaged,
  version: RemovedVersion,
): string {
  const resource = name === "" ? `${kind} id:${id} of ${parent}` : addressOf(kind, name);
  const held = version.isEdited ? `an edit since ${commitOf(version)}` : commitOf(version);
  return `${resource}: the service holds ${held}, and the files have removed this definition since. It is not added again. ${takeHint}`;
}

function commitOf({ at: { commit, orOlder } }: Pick<ContainedVersion, "at">): string {
  return `${orOlder ? "the version at or before " : ""}${shortHash(commit)}`;
}

/** Names the removed definitions with checks, which a service does not hold. */
export function lostChecksNotes(project: Project, removed: readonly Address[]): string[] {
  const lost = removed.filter((address) => {
    const { checks } = project.sources.get(address)!.draft.value;
    return Array.isArray(checks) && checks.length > 0;
  });
  if (lost.length === 0) return [];
  return [`These evaluations had checks, which the service does not have: ${someOf(lost)}.`];
}

/** Notes on definitions of missing resources, and on files that are no longer included. */
export function leftoverNotes(
  before: Project,
  after: { readonly project: Project; readonly missing: readonly Change[] },
  canPrune: boolean,
): string[] {
  const pruneHint = canPrune ? "--prune removes what defines them." : "The files are kept.";
  const missing = after.missing.map(({ address }) => address);
  const notIncluded = [...before.included.keys()].filter(
    (path) => !after.project.included.has(path),
  );
  return [
    ...(missing.length > 0 ? [`Missing on the service: ${someOf(missing)}. ${pruneHint}`] : []),
    ...(notIncluded.length > 0
      ? [`No longer included by any definition: ${someOf(notIncluded)}. The files are kept.`]
      : []),
  ];
}
