// What validate found, in Markdown, for a pull request or a job summary.
import { type Diagnostic, fileAndLine } from "../engine/model/diagnostic.ts";
import { messageWithHint } from "../engine/model/failure.ts";
import { diagnosticCounts } from "./diagnostics.ts";
import { takeFitting } from "./markdown.ts";
import { pluralize } from "./terminal-text.ts";
import { type MarkdownPageOptions, textFence } from "./plan-markdown.ts";

export interface DiagnosticsMarkdownOptions extends MarkdownPageOptions {
  readonly definitions: number;
  readonly files: number;
  /** Whether only the places and the codes are shown. */
  readonly namesOnly: boolean;
}

/** Errors first, as many as there is room for; ends with a line end. */
export function diagnosticsMarkdown(
  diagnostics: readonly Diagnostic[],
  {
    heading,
    lead = [],
    foot,
    elsewhere,
    mask,
    limit: room,
    definitions,
    files,
    namesOnly,
  }: DiagnosticsMarkdownOptions,
): string {
  const looked = `${pluralize(definitions, "definition")} (${pluralize(files, "file")})`;
  const found =
    diagnostics.length === 0
      ? `**No mistakes** in ${looked}.`
      : `**${diagnosticCounts(diagnostics).slice(0, -1)}** in ${looked}.`;
  const head = [`### ${heading}`, ...lead, found];
  const tail = foot === undefined ? [] : [foot];
  const free = room.max - room.size([...head, ...tail, ""].join("\n\n")) - messageWithHintOurs;
  const bySeverity = (["error", "warning"] as const).flatMap((severity) =>
    diagnostics.filter((each) => each.severity === severity),
  );
  const pieces = bySeverity.map((each) => textFence([sentenceOf(each, namesOnly)], mask));
  const shown = takeFitting(pieces, free, room);
  const rest =
    shown.left === 0 ? [] : [`And ${pluralize(shown.left, "more mistake")}${elsewhere}.`];
  const texts = shown.text === "" ? [] : [shown.text];
  return `${[...head, ...texts, ...rest, ...tail].join("\n\n")}\n`;
}

/** Room for the sentence on what is left out. */
const messageWithHintOurs = 200;

function sentenceOf(diagnostic: Diagnostic, namesOnly: boolean): string {
  const { location, severity, code } = diagnostic;
  const head = `${fileAndLine(location)}:${location.column}  ${severity}  ${code}`;
  return namesOnly ? head : `${head}\n${messageWithHint(diagnostic)}`;
}
