// Diagnostics as GitHub shows them on the lines of a pull request: workflow commands.
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import type { Failure } from "../engine/model/failure.ts";
import { pluralize, escapeText } from "./terminal-text.ts";

/** GitHub shows so many of each severity per step. */
const mostShown = 10;

/** Errors first, then warnings; what GitHub would leave out is counted. */
export function annotationsText(diagnostics: readonly Diagnostic[]): string {
  const lines = (["error", "warning"] as const).flatMap((severity) => {
    const all = diagnostics.filter((each) => each.severity === severity);
    const more = all.length - mostShown;
    return [
      ...all.slice(0, mostShown).map(annotation),
      ...(more > 0
        ? [
            `::notice title=promptctl::${pluralize(more, `more ${severity}`)}: promptctl validate lists all.`,
          ]
        : []),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function annotation({ severity, code, message, hint, location }: Diagnostic): string {
  const { file, line, column, endColumn } = location;
  const properties = Object.entries({
    file,
    line,
    endLine: line,
    col: column,
    endColumn,
    title: code,
  }).map(([name, value]) => `${name}=${escapedProperty(escapeText(String(value)))}`);
  const words = [message, ...(hint?.split("\n") ?? [])].map(escapeText).join("\n");
  return `::${severity} ${properties.join(",")}::${escaped(words)}`;
}

/** What ended a run before any line was looked at. */
export function failureAnnotation(failure: Pick<Failure, "message" | "hint">): string {
  return messageAnnotation("error", failure);
}

/** Words that belong to no line; ends with a line end. */
export function messageAnnotation(
  level: "error" | "warning" | "notice",
  { message, hint }: { readonly message: string; readonly hint?: string | undefined },
): string {
  const words = [message, ...(hint?.split("\n") ?? [])].map(escapeText).join("\n");
  return `::${level} title=promptctl::${escaped(words)}\n`;
}

/** Has the runner show a text as *** in the log from here on; ends with a line end. */
export function maskCommand(secret: string): string {
  return `::add-mask::${escaped(secret)}\n`;
}

/** Data of a workflow command cannot end it, nor begin another one. */
function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
