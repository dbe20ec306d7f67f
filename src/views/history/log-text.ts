// The history of a definition for a terminal.
import { maskSecrets } from "../../engine/text/secrets.ts";
import { runText } from "../../engine/text/writer-words.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import {
  type DefinitionLog,
  type HeldByService,
  type ServiceWithVersion,
  versionAt,
} from "../../engine/history/definition-log.ts";
import type { PastState } from "../../engine/history/family-state.ts";
import type { Version } from "../../engine/history/versions.ts";
import type { Kind } from "../../engine/model/kind.ts";
import { wholeChangesTexts } from "../plan/line-text.ts";
import { type FieldChange, fieldChanges } from "../plan/field-changes.ts";
import { setFields } from "../../engine/model/references.ts";
import { shownChanges } from "../plan/mask-change.ts";
import { otherRefWords } from "../plan/held-words.ts";
import { wordsText } from "../plan/words.ts";
import { escapeText, type Screen, truncateEnd, wrapSentence } from "../text/terminal-text.ts";

export interface LogTextOptions extends Screen {
  /** Show the values of the fields that changed. */
  readonly patch: boolean;
  /** The services that are marked at the versions that they hold. */
  readonly services: readonly ServiceWithVersion[];
}

/** The address, and its versions, newest first; ends with a newline. */
export function logText(log: DefinitionLog, row: Kind, options: LogTextOptions): string {
  const { colors, symbols, patch } = options;
  const blocks = [
    ...(log.workingTree ? [workingTreeLines(log, log.workingTree, row, options)] : []),
    ...log.versions.map((version) => [
      versionLine(log, version, options),
      ...stateChangeLines(row, version, options),
    ]),
  ].map((lines) => lines.join("\n"));
  const sections = [
    `${colors.bold("promptctl log")} ${symbols.separator} ${escapeText(log.address)}`,
    blocks.join(patch ? "\n\n" : "\n"),
    options.services.flatMap((each) => serviceLines(log, each, options)).join("\n"),
    endLines(log, options).join("\n"),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function workingTreeLines(
  log: DefinitionLog,
  state: PastState,
  row: Kind,
  options: LogTextOptions,
): string[] {
  const [newest] = log.versions;
  const previous: PastState = newest?.state ?? { status: "absent" };
  const committed = log.isHeadKnown ? "not committed" : "not known whether committed";
  return [
    `${options.colors.yellow(`  working tree, ${committed}`)}${marksAt(log, undefined, options)}`,
    ...(log.isHeadKnown || state.status === "absent"
      ? stateChangeLines(row, { state, previous }, options)
      : []),
  ];
}

/** Commit, date, author and subject of a version, and the services that hold it. */
function versionLine(log: DefinitionLog, version: Version, options: LogTextOptions): string {
  const { commit, date, author, subject } = version.introduced;
  const head = `  ${options.colors.yellow(shortHash(commit))}  ${date.slice(0, 10)}  `;
  const marks = marksAt(log, version, options);
  const texts = `${escapeText(author)}  ${escapeText(subject)}`;
  return head + cutToScreen(texts, 23 + marks.length, options) + options.colors.green(marks);
}

/** `  ← staging`: the services that hold a version, or what the working tree has (undefined). */
function marksAt(
  log: DefinitionLog,
  version: Version | undefined,
  { services, symbols }: LogTextOptions,
): string {
  const holders = services.filter(({ held }) =>
    version === undefined
      ? held.type === "working-tree"
      : held.type === "version" && versionAt(log, held.commit) === version,
  );
  const names = holders.map(({ name }) => escapeText(name)).join(", ");
  return names === "" ? "" : `  ${symbols.backArrow} ${names}`;
}

/** Sentences about a service: if it holds no version of the list, and what it reports. */
function serviceLines(log: DefinitionLog, service: ServiceWithVersion, screen: Screen): string[] {
  const sentences = [
    heldSentence(log, service.held),
    reportedSentence(service),
    deletedSentence(service),
  ];
  return sentences.flatMap((sentence) =>
    sentence === undefined ? [] : wrapSentence(`${service.name}: ${sentence}`, screen, ""),
  );
}

/** `id 63a1f0c2 was deleted 2026-11-28 14:03 UTC from 3f2a91c, as reported with the key ci.` */
function deletedSentence({ deleted }: ServiceWithVersion): string | undefined {
  if (!deleted) return undefined;
  const { id, time, keyName, origin, verifiedRun } = deleted;
  const moment = new Date(time).toISOString().slice(0, 16).replace("T", " ");
  const key = keyName === undefined ? "" : ` with the key ${keyName}`;
  const source = origin ? ` from ${shortHash(origin.commit)}, as reported` : "";
  return `id ${id} was deleted ${moment} UTC${source}${key}${runText(verifiedRun)}.`;
}

/** `version 7 was sent from 3f2a91c prompts/a.yaml, as reported with the key ci.` */
function reportedSentence({ reported }: ServiceWithVersion): string | undefined {
  if (!reported) return undefined;
  const { number, keyName, origin, verifiedRun } = reported;
  const run = runText(verifiedRun);
  const key = keyName === undefined ? "" : ` with the key ${keyName}`;
  if (!origin) return key + run === "" ? undefined : `version ${number} was written${key}${run}.`;
  const { commit, path, dirty } = origin;
  const file = path === undefined ? "" : ` ${path}`;
  const changes = dirty ? " with uncommitted changes" : "";
  return `version ${number} was sent from ${shortHash(commit)}${file}${changes}, as reported${key}${run}.`;
}

function heldSentence(log: DefinitionLog, held: HeldByService): string | undefined {
  switch (held.type) {
    case "version":
      return versionAt(log, held.commit)
        ? undefined
        : `holds the version of ${shortHash(held.commit)}, which is not in this list.`;
    case "working-tree":
      return log.workingTree ? undefined : "holds what the files have.";
    case "other-ref":
      return `holds ${wordsText(otherRefWords(held))}.`;
    case "none":
      return "changed on the service, or applied from a commit that is not here.";
    case "unknown":
      return "holds a version that is not known, because the history is incomplete.";
    case "absent":
      return "does not have it.";
  }
}

/** Lines are cut on terminals only. `indentation`: the characters before the text. */
function cutToScreen(text: string, indentation: number, { width, wraps }: Screen): string {
  return wraps ? truncateEnd(text, Math.max(20, width - indentation)) : text;
}

/** Two states of a definition, one after the other. */
interface StateChange {
  readonly state: PastState;
  readonly previous: PastState;
}

const indent = "           "; // below the date

function stateChangeLines(row: Kind, change: StateChange, options: LogTextOptions): string[] {
  const { patch, colors, width } = options;
  const changes = changesOf(row, change);
  if (typeof changes === "string") return [`${indent}${colors.dim(changes)}`];
  if (patch)
    return wholeChangesTexts(changes, { ...options, width: width - 5 }).map(
      (line) => `${indent}${line}`,
    );
  const paths = [...new Set(changes.map(({ path }) => path))].map(escapeText).join(", ");
  return [indent + colors.dim(cutToScreen(paths, indent.length, options))];
}

/** The changed fields, or a word for a definition that began or ended. */
function changesOf(row: Kind, { state, previous }: StateChange): readonly FieldChange[] | string {
  if (state.status !== "defined") return "removed";
  if (previous.status === "unknown") return "at or before this commit";
  const { definition } = state;
  if (previous.status === "absent") return definition.external ? "added as external" : "added";
  if (definition.external !== previous.definition.external)
    return definition.external ? "became external" : "no longer external";
  const changes = fieldChanges(previous.definition.content, definition.content, setFields(row));
  return shownChanges(changes, maskSecrets);
}

const ends = {
  first: undefined,
  more: undefined,
  shallow:
    "The clone is shallow: older versions are not known. To fetch them: git fetch --unshallow",
  partial:
    "The clone is partial and lacks files of commits: older versions are not known. Clone without --filter to see them.",
} as const;

function endLines({ end, isHeadKnown }: DefinitionLog, screen: Screen): string[] {
  const unreadable =
    isHeadKnown || end === "partial" ? undefined : "The files in HEAD cannot be read exactly.";
  return [unreadable, ends[end]]
    .flatMap((sentence) => (sentence === undefined ? [] : wrapSentence(sentence, screen, "")))
    .map((line) => screen.colors.dim(line));
}
