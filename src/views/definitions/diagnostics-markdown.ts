// The diagnostics of validate in Markdown, for a pull request or a job summary.
import { diagnosticMessage } from "../../engine/text/diagnostic-text.ts";
import { type Diagnostic, fileAndLine } from "../../engine/model/diagnostic.ts";
import { messageWithHint } from "../../engine/model/failure.ts";
import { countsInFiles, errorsFirst } from "../text/diagnostics.ts";
import { markdownPage, type MarkdownPageOptions, textFence } from "../text/markdown.ts";
import { pluralize } from "../text/terminal-text.ts";

export interface DiagnosticsMarkdownOptions extends MarkdownPageOptions {
  readonly definitions: number;
  readonly files: number;
  /** Shows source locations and codes only, without messages. */
  readonly namesOnly: boolean;
}

/** Errors first, then warnings, as many as the limit permits. Ends with a newline. */
export function diagnosticsMarkdown(
  diagnostics: readonly Diagnostic[],
  options: DiagnosticsMarkdownOptions,
): string {
  const { definitions, files } = options;
  const totals =
    diagnostics.length === 0
      ? `**Valid:** ${pluralize(definitions, "definition")} (${pluralize(files, "file")}).`
      : countsInFiles(diagnostics, { definitions, files }).replace(/^[^.]*\./, "**$&**");
  const pieces = errorsFirst(diagnostics).map((diagnostic) => diagnosticFence(diagnostic, options));
  return markdownPage(options, [totals], [{ pieces, noun: "more diagnostic" }]);
}

/** A diagnostic in a fence: its location and code, its message and hint. */
export function diagnosticFence(
  diagnostic: Diagnostic,
  { mask, namesOnly }: Pick<DiagnosticsMarkdownOptions, "mask" | "namesOnly">,
): string {
  const { location, severity, code } = diagnostic;
  const head = `${fileAndLine(location)}:${location.column}  ${severity}  ${code}`;
  const message = messageWithHint(diagnosticMessage(diagnostic));
  return textFence([namesOnly ? head : `${head}\n${message}`], mask);
}
