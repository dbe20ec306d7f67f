// The result of promptctl import for formats of other tools, as text.
import { groupBy } from "../../engine/model/collections.ts";
import type { SourceLocation } from "../../engine/model/diagnostic.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { Address } from "../../engine/model/resource.ts";
import { escapeText, pluralize, type Screen } from "../text/terminal-text.ts";

/** A field, or a whole prompt, that is not imported. */
interface NotImported {
  readonly location: SourceLocation;
  /** The path of the field: `messages[0].name`. */
  readonly field: string;
  /** The path in the text of a field, if that text is a document with fields. */
  readonly inText?: string | undefined;
  readonly reason?: string | undefined;
  /** For how many cases; undefined for all. */
  readonly cases?: number | undefined;
}

export interface DefinitionImportSummary extends NotImportedParts {
  readonly imported: {
    readonly added: readonly {
      readonly address: Address;
      readonly file: { readonly path: string };
      /** Files that it includes. */
      readonly included: readonly { readonly path: string }[];
      readonly renamedFrom: string | undefined;
      readonly notes: readonly string[];
    }[];
    readonly unchanged: readonly Address[];
    /** What the user must know of definitions that the project has, in sentences. */
    readonly notes: readonly string[];
  };
  /** How many files were read. */
  readonly sources: number;
  /** The files that were read and that no definition includes, as seen from the working directory. */
  readonly unused: readonly string[];
  /** The path from the working directory to the project. */
  readonly prefix: string;
  readonly dryRun: boolean;
  /** The fields without which applications would send other requests. */
  readonly different: readonly string[];
  /** Whether that is intended. */
  readonly partial: boolean;
}

interface NotImportedParts {
  /** What the files have. */
  readonly what: "prompt" | "tool";
  /** Files, and lines of JSON Lines, with wrong syntax. */
  readonly broken: readonly {
    readonly part: "file" | "line";
    /** `file:line:column` */
    readonly place: string;
    readonly message: string;
  }[];
  /** Fields that name files that cannot be read. */
  readonly unread: readonly NotImported[];
  readonly refused: readonly NotImported[];
  readonly left: readonly NotImported[];
  /** Prompts whose messages the provider gets in another order. */
  readonly reordered: readonly NotImported[];
  /** Fields that are imported, but not as they are. */
  readonly changed: readonly NotImported[];
}

/** A line for each prompt and each field that is not imported as it is, with its place. */
export function notImportedText(
  { what, broken, unread, refused, left, changed, reordered }: NotImportedParts,
  { colors }: Screen,
): string {
  const errorText = (place: string, what: string, reason = ""): string =>
    `${colors.red("Error:")} ${escapeText(place)}: ${escapeText(what)} is not imported. ${escapeText(reason)}`;
  const errors = [
    ...broken.map(({ part, place, message }) => errorText(place, `The ${part}`, message)),
    ...unread.map((each) => errorText(placeOf(each), each.field || "The document", each.reason)),
    ...refused.map((each) => errorText(placeOf(each), `A ${what}`, refusalOf(each))),
  ];
  const warnings = notImportedLines(left, colors.yellow("Warning:"), {
    what: "is not imported",
    whole: "The document is not imported",
  });
  const moved = notImportedLines(reordered, colors.yellow("Warning:"), {
    what: "is sent in another order",
  });
  const notes = notImportedLines(changed, "Note:", { what: "is changed" });
  return [...errors, ...warnings, ...moved, ...notes].map((line) => `${line}\n`).join("");
}

function refusalOf({ inText, reason }: NotImported): string | undefined {
  return inText === undefined ? reason : `${inText} in the text: ${reason}`;
}

/** What is said of a field, and of a whole document. Of notes on a text, the reason says all. */
interface NotImportedWords {
  readonly what: string;
  readonly whole?: string;
}

/** A line for each field, or for the same field of several lines of a file. */
function notImportedLines(
  fields: readonly NotImported[],
  label: string,
  { what, whole }: NotImportedWords,
): string[] {
  return [...groupBy(fields, fieldInFile).values()].map(([first, ...others]) => {
    const { field, cases, reason = "Definitions have no such field." } = first!;
    const where = cases === undefined ? "" : ` for ${pluralize(cases, "case")}`;
    const more = others.length > 0 ? ` Also in ${lineRanges(others)}.` : "";
    const subject = field === "" ? whole : `${field} ${what}`;
    const sentence = subject === undefined ? "" : `${escapeText(subject)}${where}. `;
    return `${label} ${escapeText(placeOf(first!))}: ${sentence}${escapeText(reason)}${more}`;
  });
}

/** The same for a field of all rows of a table, or of all lines of JSON Lines. */
function fieldInFile({ location, field, reason, cases }: NotImported): string {
  return JSON.stringify([location.file, field, reason, cases]);
}

/** `line 3`, `lines 3 to 7 and 9` */
function lineRanges(fields: readonly NotImported[]): string {
  const lines = [...new Set(fields.map(({ location }) => location.line))].sort((a, b) => a - b);
  const starts = lines.filter((line, index) => lines[index - 1] !== line - 1);
  const ends = lines.filter((line, index) => lines[index + 1] !== line + 1);
  const ranges = starts.map((start, index) =>
    start === ends[index] ? `${start}` : `${start} to ${ends[index]}`,
  );
  const list = [ranges.slice(0, -1).join(", "), ranges.at(-1)].filter(Boolean).join(" and ");
  return `${lines.length === 1 ? "line" : "lines"} ${list}`;
}

function placeOf({ location: { file, line, column } }: NotImported): string {
  return `${file}:${line}:${column}`;
}

/** A line for each definition, the names that were changed, and counts. */
export function definitionImportText(summary: DefinitionImportSummary, screen: Screen): string {
  const { imported, sources, broken, unread, refused, left, prefix, dryRun } = summary;
  const brokenFiles = broken.filter(({ part }) => part === "file");
  const brokenLines = broken.filter(({ part }) => part === "line");
  const notImported = left.length + unread.length;
  const { added, unchanged } = imported;
  const { colors, symbols } = screen;
  const files = [...groupBy(added, ({ file }) => file.path)];
  const lines = files.map(([path, ofFile]) => {
    const addresses = ofFile.map(({ address }) => address);
    const paths = [path, ...ofFile[0]!.included.map((each) => each.path)];
    const places = paths.map((each) => escapeText(prefix + each)).join(", ");
    return `  ${colors.green("+")} ${escapeText(someOf(addresses, 1))} ${symbols.arrow} ${places}`;
  });
  const notes = added
    .filter(({ renamedFrom }) => renamedFrom !== undefined)
    .map(
      ({ address, renamedFrom }) =>
        `Note: Several definitions have the name "${escapeText(renamedFrom!)}". This one is ${escapeText(address)}.`,
    );
  const counts = [
    `${added.length} new`,
    `${unchanged.length} unchanged`,
    ...(brokenFiles.length > 0 ? [`${pluralize(brokenFiles.length, "file")} not read`] : []),
    ...(brokenLines.length > 0 ? [`${pluralize(brokenLines.length, "line")} not read`] : []),
    ...(refused.length > 0 ? [`${pluralize(refused.length, summary.what)} refused`] : []),
    ...(notImported > 0 ? [`${pluralize(notImported, "field")} not imported`] : []),
  ].join(", ");
  const verb = dryRun ? "Would write" : "Wrote";
  const paths = added.flatMap(({ file, included }) => [file, ...included]);
  const written = new Set(paths.map(({ path }) => path));
  const result =
    added.length === 0 ? "Nothing to write." : `${verb} ${pluralize(written.size, "file")}.`;
  const next = added.length > 0 && !dryRun ? " To check the definitions: promptctl validate" : "";
  return [
    ...lines,
    ...notes,
    ...ownNoteLines(added),
    ...imported.notes.map((note) => `Note: ${escapeText(note)}`),
    ...(lines.length > 0 ? [""] : []),
    colors.bold(`${pluralize(sources, "file")}: ${counts}.`),
    result + next,
    ...(added.length > 0 ? noLongerRead(summary.unused) : []),
    ...differenceLines(summary),
    "",
  ].join("\n");
}

function noLongerRead(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  return [`No longer read: ${escapeText(someOf(files))}. Edit the definitions instead.`];
}

/** Each note once, with the definitions that have it. */
function ownNoteLines(added: DefinitionImportSummary["imported"]["added"]): string[] {
  const all = added.flatMap(({ address, notes }) => notes.map((note) => ({ address, note })));
  return [...groupBy(all, ({ note }) => note)].map(([note, group]) => {
    const names = someOf(
      group.map(({ address }) => address),
      10,
    );
    const of = group.length > 1 ? "Each of " : "";
    return `Note: ${of}${escapeText(names)}: ${escapeText(note)}`;
  });
}

/** What would be sent differently, each field once. */
function differenceLines({ different, partial }: DefinitionImportSummary): string[] {
  if (different.length === 0) return [];
  const fields = [...new Set(different.map((each) => each.replaceAll(/\[\d+\]/g, "[]")))];
  return [
    `Sent differently: requests would be without ${escapeText(someOf(fields, 10))}.`,
    ...(partial
      ? []
      : ["All else is imported. If that is intended, --partial makes the exit code 0."]),
  ];
}
