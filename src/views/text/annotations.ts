// Workflow commands of GitHub Actions: annotations on lines and runs, and masks.
import { firstOf } from "../../engine/text/word-lists.ts";
import { diagnosticMessage } from "../../engine/text/diagnostic-text.ts";
import { type Diagnostic } from "../../engine/model/diagnostic.ts";
import type { MessageWithHint } from "../../engine/model/failure.ts";
import { hintLines } from "../../engine/model/hint.ts";
import { pluralize, escapeText } from "./terminal-text.ts";

/** The number of annotations of each severity that GitHub shows per step. */
export const maxAnnotations = 10;

/** Annotations of diagnostics: errors first, then warnings. Counts those beyond GitHub's limit. */
export function annotationsText(diagnostics: readonly Diagnostic[]): string {
  const lines = (["error", "warning"] as const).flatMap((severity) => {
    const all = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
    const noticeOf = (more: number): string =>
      `::notice title=promptctl::${pluralize(more, `more ${severity}`)}: run promptctl validate to list all.`;
    return firstOf(all.map(annotation), maxAnnotations, noticeOf);
  });
  return lines.map((line) => `${line}\n`).join("");
}

function annotation(diagnostic: Diagnostic): string {
  const { severity, code, location } = diagnostic;
  const { file, line, column, endColumn } = location;
  const properties = { file, line, endLine: line, col: column, endColumn, title: code };
  return annotationCommand(severity, properties, diagnosticMessage(diagnostic));
}

/** An annotation with a title on a line of a file, or without a line. */
export function titledAnnotation(
  level: "error" | "warning" | "notice",
  title: string,
  location: { readonly file: string; readonly line: number } | undefined,
  message: string,
): string {
  return `${annotationCommand(level, { ...location, title }, { message })}\n`;
}

function annotationCommand(
  level: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number>>,
  message: MessageWithHint,
): string {
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(escapeText(String(value)))}`,
  );
  return `::${level} ${list.join(",")}::${escapedMessage(message)}`;
}

/** An annotation without a line; ends with a newline. */
export function messageAnnotation(
  level: "error" | "warning" | "notice",
  message: MessageWithHint,
): string {
  return `::${level} title=promptctl::${escapedMessage(message)}\n`;
}

function escapedMessage({ message, hint }: MessageWithHint): string {
  return escapeData([message, ...hintLines(hint)].map(escapeText).join("\n"));
}

/** Tells the runner to mask a text in the log from here on; ends with a newline. */
export function maskCommand(secret: string): string {
  return `::add-mask::${escapeData(secret)}\n`;
}

/** Escapes the data of a workflow command, so that it cannot end the command or start another. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
