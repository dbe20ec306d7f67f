// The diagnostics of validate in Markdown, for a pull request or a job summary.
import { type Diagnostic, fileAndLine } from "../engine/model/diagnostic.ts";
import { messageWithHint } from "../engine/model/failure.ts";
import { diagnosticCounts } from "./diagnostics.ts";
import { takeFitting } from "./markdown.ts";
import { pluralize } from "./terminal-text.ts";
import { type MarkdownPageOptions, textFence } from "./plan-markdown.ts";

export interface DiagnosticsMarkdownOptions extends MarkdownPageOptions {
  readonly definitions: number;
  readonly files: number;
  /** Shows source locations and codes only, without messages. */
  readonly namesOnly: boolean;
}

/** Errors first, then warnings, as many as the limit permits. Ends with a newline. */
export function diagnosticsMarkdown(
  diagnostics: readonly Diagnostic[],
  {
    heading,
    lead = [],
    foot,
    elsewhere,
    mask,
    limit,
    definitions,
    files,
    namesOnly,
  }: DiagnosticsMarkdownOptions,
): string {
  const checked = `${pluralize(definitions, "definition")} (${pluralize(files, "file")})`;
  const totals =
    diagnostics.length === 0
      ? `**Valid:** ${checked}.`
      : `**${diagnosticCounts(diagnostics).slice(0, -1)}** in ${checked}.`;
  const head = [`### ${heading}`, ...lead, totals];
  const tail = foot === undefined ? [] : [foot];
  const free = limit.max - limit.size([...head, ...tail, ""].join("\n\n")) - reservedSize;
  const bySeverity = (["error", "warning"] as const).flatMap((severity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity),
  );
  const pieces = bySeverity.map((diagnostic) =>
    textFence([diagnosticText(diagnostic, namesOnly)], mask),
  );
  const shown = takeFitting(pieces, free, limit);
  const rest =
    shown.left === 0 ? [] : [`And ${pluralize(shown.left, "more diagnostic")}${elsewhere}.`];
  const texts = shown.text === "" ? [] : [shown.text];
  return `${[...head, ...texts, ...rest, ...tail].join("\n\n")}\n`;
}

/** Reserved for the sentence about omitted diagnostics. */
const reservedSize = 200;

function diagnosticText(diagnostic: Diagnostic, namesOnly: boolean): string {
  const { location, severity, code } = diagnostic;
  const head = `${fileAndLine(location)}:${location.column}  ${severity}  ${code}`;
  return namesOnly ? head : `${head}\n${messageWithHint(diagnostic)}`;
}
