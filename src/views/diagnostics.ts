// Mistakes as their author reads them: the location, the line with a caret, what is wrong, what to do.
import stringWidth from "fast-string-width";
import { type Diagnostic, withPrefix } from "../engine/model/diagnostic.ts";
import { pluralize, type Screen, wrapSentence, escapeText, escapeLine } from "./terminal-text.ts";

/** Every mistake, then one line of counts. `prefix` leads from where the user stands to the project. */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  screen: Screen,
  prefix: string,
): string {
  const blocks = diagnostics.map((each) => blockText(withPrefix(each, prefix), screen));
  return `${[...blocks, diagnosticCounts(diagnostics)].join("\n\n")}\n`;
}

function blockText(diagnostic: Diagnostic, screen: Screen): string {
  const { colors, width } = screen;
  const { location, severity, code, message, hint } = diagnostic;
  const paint = severity === "error" ? colors.red : colors.yellow;
  const head = `${colors.bold(escapeText(`${location.file}:${location.line}:${location.column}`))}  ${paint(severity)}  ${colors.dim(code)}`;
  const source =
    location.text.trim() === ""
      ? []
      : excerpt(diagnostic, width).map((line) => `  ${colors.dim(`| ${line}`)}`);
  const words = [message, ...(hint?.split("\n") ?? [])].flatMap((line) =>
    wrapSentence(line, screen),
  );
  return [head, ...source, ...words].join("\n");
}

/** The same of a whole validation, with what was looked at, and where more is said. */
export function validationText(
  diagnostics: readonly Diagnostic[],
  {
    definitions,
    files,
    named,
  }: { readonly definitions: number; readonly files: number; readonly named?: number | undefined },
  screen: Screen,
): string {
  const looked = `${pluralize(definitions, "definition")} (${pluralize(files, "file")})`;
  if (diagnostics.length === 0) {
    const none = screen.colors.green("No mistakes");
    if (named === 0) return `None of what was named is a definition, or part of one.\n`;
    if (named !== undefined)
      return `${none} in what was named: ${named} of ${pluralize(files, "file")}.\n`;
    return files === 0
      ? "No definitions: no *.yaml or *.yml file here says anything.\n"
      : `${none} in ${looked}.\n`;
  }
  const blocks = diagnostics.map((each) => blockText(each, screen));
  const { code } = diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0]!;
  const last = `${diagnosticCounts(diagnostics).slice(0, -1)} in ${looked}. promptctl validate --explain ${code} says more.`;
  return `${[...blocks, wrapSentence(last, screen, "").join("\n")].join("\n\n")}\n`;
}

/** `2 errors, 1 warning.` */
export function diagnosticCounts(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((each) => each.severity === "error").length;
  const warnings = diagnostics.length - errors;
  const parts = [
    errors > 0 ? pluralize(errors, "error") : [],
    warnings > 0 ? pluralize(warnings, "warning") : [],
  ];
  return `${parts.flat().join(", ")}.`;
}

/** The source line and its caret, without the indentation; with their margin no wider than the screen. */
function excerpt({ location }: Diagnostic, width: number): string[] {
  const indentation = location.text.length - location.text.trimStart().length;
  const start = Math.min(indentation, location.column - 1);
  const before = escapeLine(location.text.slice(start, location.column - 1));
  const marked = escapeLine(location.text.slice(location.column - 1, location.endColumn - 1));
  const after = escapeLine(location.text.slice(location.endColumn - 1));
  const room = width - 4;
  const all = escapeLine(before + marked + after); // what was cut apart may act when it is whole
  const cut = all.length > room ? Math.max(0, before.length - Math.floor(room / 2)) : 0; // the caret stays in sight
  const line = all.slice(cut, cut + room);
  const shown = line.slice(before.length - cut, before.length - cut + marked.length);
  const indent = " ".repeat(stringWidth(before.slice(cut)));
  return [line, `${indent}${"^".repeat(Math.max(1, stringWidth(shown)))}`];
}
