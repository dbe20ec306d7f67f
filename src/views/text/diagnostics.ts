// Diagnostics as text (source location, line with a caret, message and hint) and as JSON.
import { diagnosticMessage, withPrefix } from "../../engine/text/diagnostic-text.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import stringWidth from "fast-string-width";
import { type Diagnostic } from "../../engine/model/diagnostic.ts";
import { hintLines } from "../../engine/model/hint.ts";
import type { UnreadFile } from "../../engine/model/source-file.ts";
import type { Validation } from "../../generated/types.ts";
import { pluralize, type Screen, wrapSentence, escapeText, escapeLine } from "./terminal-text.ts";

/**
 * Every diagnostic, errors first, then their counts. `prefix` is the path from the current folder to
 * the project.
 */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  screen: Screen,
  prefix: string,
): string {
  const blocks = errorsFirst(diagnostics).map((diagnostic) =>
    diagnosticBlock(withPrefix(diagnostic, prefix), screen),
  );
  return `${[...blocks, diagnosticCounts(diagnostics)].join("\n\n")}\n`;
}

function diagnosticBlock(diagnostic: Diagnostic, screen: Screen): string {
  const { colors, width } = screen;
  const { location, severity, code } = diagnostic;
  const { message, hint } = diagnosticMessage(diagnostic);
  const paint = severity === "error" ? colors.red : colors.yellow;
  const head = `${colors.bold(escapeText(`${location.file}:${location.line}:${location.column}`))}  ${paint(severity)}  ${colors.dim(code)}`;
  const source =
    location.text.trim() === ""
      ? []
      : excerpt(diagnostic, width).map((line) => `  ${colors.dim(`| ${line}`)}`);
  const sentences = [message, ...hintLines(hint)].flatMap((line) => wrapSentence(line, screen));
  return [head, ...source, ...sentences].join("\n");
}

export interface ValidationCounts {
  readonly definitions: number;
  readonly files: number;
  readonly unread: readonly UnreadFile[];
  /** The number of selected files; undefined for the whole project. */
  readonly named?: number | undefined;
}

/** The errors, then the warnings, each in the order of the files. */
export function errorsFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => a.severity.localeCompare(b.severity));
}

/**
 * The result of a validation: every diagnostic, errors first, then their counts and those of the
 * definitions, then the files that are not read.
 */
export function validationText(
  diagnostics: readonly Diagnostic[],
  counts: ValidationCounts,
  screen: Screen,
): string {
  // What a file with an error would include is not known.
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  const unread = counts.unread.filter(({ reason }) => !(hasErrors && reason === "json"));
  return validationResult(diagnostics, counts, screen) + unreadText(unread, screen);
}

const maxListedFiles = 3;

/** One sentence for each reason, with the first files. */
function unreadText(unread: readonly UnreadFile[], screen: Screen): string {
  const filesWith = (reason: UnreadFile["reason"]): readonly string[] =>
    unread.filter((each) => each.reason === reason).map(({ file }) => escapeText(file));
  const [json, empty] = [filesWith("json"), filesWith("empty")];
  const sentences = [
    json.length === 0
      ? []
      : `Not read: ${someOf(json, maxListedFiles)}. Definitions are *.yaml and *.yml files.`,
    empty.length === 0 ? [] : `Without definitions: ${someOf(empty, maxListedFiles)}.`,
  ].flat();
  return sentences
    .flatMap((each) => wrapSentence(each, screen, ""))
    .map((line) => `${line}\n`)
    .join("");
}

function validationResult(
  diagnostics: readonly Diagnostic[],
  { definitions, files, named }: ValidationCounts,
  screen: Screen,
): string {
  const total = `${pluralize(definitions, "definition")} (${pluralize(files, "file")})`;
  if (diagnostics.length === 0) {
    const valid = screen.colors.green("Valid:");
    if (named === 0) return "The given paths contain no definitions and no included files.\n";
    if (named !== undefined) return `${valid} ${pluralize(named, "file")} in the given paths\n`;
    return files === 0
      ? "No definitions found in *.yaml and *.yml files.\n"
      : `${valid} ${total}\n`;
  }
  const blocks = errorsFirst(diagnostics).map((diagnostic) => diagnosticBlock(diagnostic, screen));
  const { code } = diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0]!;
  const last = `${countsInFiles(diagnostics, { definitions, files })} For details: promptctl validate --explain ${code}`;
  return `${[...blocks, wrapSentence(last, screen, "").join("\n")].join("\n\n")}\n`;
}

/**
 * `1 error. Checked 2 files.` Without errors also the number of definitions: files with errors have
 * definitions that are not counted.
 */
export function countsInFiles(
  diagnostics: readonly Diagnostic[],
  { definitions, files }: { readonly definitions: number; readonly files: number },
): string {
  const counts = diagnosticCounts(diagnostics);
  if (files === 0) return counts; // no file can be read
  return diagnostics.some(({ severity }) => severity === "error")
    ? `${counts} Checked ${pluralize(files, "file")}.`
    : `${counts} Checked ${pluralize(definitions, "definition")} (${pluralize(files, "file")}).`;
}

/** The numbers of errors and warnings, with those that are not shown. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): Validation["counts"] {
  const counts = { errors: 0, warnings: 0 };
  for (const { severity, count = 1 } of diagnostics)
    counts[severity === "error" ? "errors" : "warnings"] += count;
  return counts;
}

/** `2 errors, 1 warning.` */
export function diagnosticCounts(diagnostics: readonly Diagnostic[]): string {
  const { errors, warnings } = countDiagnostics(diagnostics);
  const parts = [
    errors > 0 ? pluralize(errors, "error") : [],
    warnings > 0 ? pluralize(warnings, "warning") : [],
  ];
  return `${parts.flat().join(", ")}.`;
}

/** The source line and the caret line, without indentation; with their margin as wide as the screen. */
function excerpt({ location }: Diagnostic, width: number): string[] {
  const room = width - 4;
  const indentation = location.text.length - location.text.trimStart().length;
  const column = location.column - 1;
  const start = Math.max(Math.min(indentation, column), column - room); // a line can have megabytes
  const end = Math.min(location.endColumn - 1, column + room);
  const before = escapeLine(location.text.slice(start, column));
  const marked = escapeLine(location.text.slice(column, end));
  const after = escapeLine(location.text.slice(end, end + room));
  const whole = escapeLine(before + marked + after); // escapes again: joined parts may form a command
  const cut = whole.length > room ? Math.max(0, before.length - Math.floor(room / 2)) : 0; // keeps the caret visible
  const line = whole.slice(cut, cut + room);
  const underlined = line.slice(before.length - cut, before.length - cut + marked.length);
  const indent = " ".repeat(stringWidth(before.slice(cut)));
  return [line, `${indent}${"^".repeat(Math.max(1, stringWidth(underlined)))}`];
}
