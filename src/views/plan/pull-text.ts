// The file changes of pull as text.
import { fileCount, type PullConflict, type PullResult } from "../../engine/export/pull-result.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { type Diagnostic, fileAndLine } from "../../engine/model/diagnostic.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import { type FieldChange, fieldChanges } from "./field-changes.ts";
import { wholeChangesTexts } from "./line-text.ts";
import { shownChanges } from "./mask-change.ts";
import { changedFileLines } from "../text/changed-file.ts";
import { escapeText, pluralize, type Screen, wrapSentence } from "../text/terminal-text.ts";

export interface PullTextOptions {
  /** The path from the current folder to the project: empty, or with a final `/`. */
  readonly prefix: string;
  readonly baseUrl: string;
  readonly environment: string | undefined;
  /** What was pulled: everything, what --target names, or changes of definitions only. */
  readonly extent: keyof typeof sameTexts;
}

const sameTexts = {
  all: "The files define all resources of the service.",
  target: "The files match the service in what --target names.",
  changes: "The service has no change of a definition.",
};

/** A line per file, diffs of changed files, notes, then a line of counts; ends with a newline. */
export function pullText(
  pulled: PullResult,
  { prefix, baseUrl, environment, extent }: PullTextOptions,
  screen: Screen,
): string {
  const { added, changed, removed } = pulled;
  const notes = [...pulled.leftOut, ...pulled.notes, ...pulled.secrets.map(secretNote)];
  const { colors, symbols } = screen;
  const service = [...(environment === undefined ? [] : [environment]), escapeText(baseUrl)];
  const head = [colors.bold("promptctl pull"), ...service].join(` ${symbols.separator} `);
  const files = [
    ...changed.flatMap((file) => changedFileLines({ ...file, path: prefix + file.path }, screen)),
    ...added.map(({ path }) => `   ${colors.green("+")} ${escapeText(prefix + path)}`),
    ...removed.map(({ path }) => `   ${colors.red("-")} ${escapeText(prefix + path)}`),
  ];
  const equal = groupBy(pulled.conflicts, (each) => JSON.stringify(conflictChanges(each)));
  const conflicts = [...equal.values()].flatMap((each) => conflictLines(each, screen));
  const noteLines = notes.flatMap((note) =>
    wrapSentence(`Note: ${note}`, screen, "").map(colors.dim),
  );
  const count = fileCount(pulled);
  const summary =
    count > 0
      ? colors.bold(`${pluralize(count, "file")} to write.`)
      : `${colors.green("Nothing to write.")}${notes.length + conflicts.length > 0 ? "" : ` ${sameTexts[extent]}`}`;
  return `${[[head], files, conflicts, noteLines, [summary]]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** The definitions with equal conflicts, and each field with what the files have, then what the service has. */
function conflictLines(equal: readonly PullConflict[], screen: Screen): string[] {
  const { colors } = screen;
  const masked = shownChanges(conflictChanges(equal[0]!), maskSecrets);
  return [
    ...equal.map(
      ({ address, place }) =>
        `   ${colors.red("!")} ${escapeText(`${address} (${place})`)}  ${colors.dim(`conflict (files ${screen.symbols.arrow} service)`)}`,
    ),
    ...wholeChangesTexts(masked, { ...screen, width: screen.width - 6 }).map(
      (line) => `        ${line}`,
    ),
  ];
}

function conflictChanges({ fields }: PullConflict): FieldChange[] {
  return fields.flatMap(({ path, files, service }) =>
    fieldChanges(files, service, new Set(), path),
  );
}

/** Where it is, what it looks like, and the comment that permits it. */
function secretNote({ location, message, hint = "" }: Diagnostic): string {
  return `${fileAndLine(location)}: ${message} ${hint}`;
}
