// Writes the result of promptctl test in the formats of its flags.
import { extname, resolve } from "node:path";
import { wrongUsage } from "../../engine/model/failure.ts";
import { maskSecrets } from "../../engine/text/secrets.ts";
import type { TestResult } from "../../generated/types.ts";
import { checkReportPath, writeReport } from "../../io/files/report-file.ts";
import { jsonText } from "../../views/text/json-text.ts";
import { type MarkdownPageOptions, unlimited } from "../../views/text/markdown.ts";
import { testAnnotations } from "../../views/evaluation/test-annotations.ts";
import { nameColumns } from "../../views/evaluation/test-columns.ts";
import { testHtml } from "../../views/evaluation/test-html.ts";
import { testJunitText } from "../../views/evaluation/test-junit.ts";
import { testMarkdown } from "../../views/evaluation/test-markdown.ts";
import type { TestTextOptions } from "../../views/evaluation/test-case-text.ts";
import { testText } from "../../views/evaluation/test-text.ts";
import { type CommandHost, screenOf, type OutputFormat } from "../host/command-host.ts";

/** The text of each format for standard output. */
const formats: {
  readonly [format in OutputFormat<"test">]: (
    result: TestResult,
    options: TestTextOptions,
  ) => string;
} = {
  text: testText,
  json,
  markdown,
  junit: testJunitText,
  github: (result, options) => testAnnotations(result) + testText(result, options),
};

/** `plan`: the text of a plan to show beside the result. */
type ReportFormat = (result: TestResult, plan?: string) => string;

const formatByEnding: { readonly [ending: string]: ReportFormat } = {
  ".json": json,
  ".xml": testJunitText,
  ".md": markdown,
  ".html": testHtml,
};

/**
 * Throws a Failure for a report whose name has an unknown ending, or whose folder is missing:
 * before the run, which costs money.
 */
export function checkReports({ cwd }: CommandHost, files: readonly string[]): void {
  for (const file of files) {
    if (!Object.hasOwn(formatByEnding, extname(file).toLowerCase()))
      throw wrongUsage(
        "wrong-report",
        `The report ${file} has no known format.`,
        `End its name in ${Object.keys(formatByEnding).join(", ")}.`,
      );
    checkReportPath(resolve(cwd, file));
  }
}

/** Writes a report for each file, relative to the current folder. */
export function writeReports(
  host: CommandHost,
  result: TestResult,
  files: readonly string[],
  plan?: string,
): void {
  for (const file of files) {
    const format = formatByEnding[extname(file).toLowerCase()]!;
    const text = format(format === json ? result : nameColumns(result), plan);
    writeReport(resolve(host.cwd, file), text);
  }
}

/** Prints the result to standard output. */
export function printResult(
  host: CommandHost,
  result: TestResult,
  { format, full = false }: { readonly format: OutputFormat<"test">; readonly full?: boolean },
): void {
  host.out(
    formats[format](format === "json" ? result : nameColumns(result), {
      ...screenOf(host, "out"),
      full,
    }),
  );
}

function json(result: TestResult): string {
  return `${jsonText(result, 2)}\n`;
}

function markdown(result: TestResult): string {
  return markdownReport(result, {
    heading: "promptctl test",
    mask: maskSecrets,
    limit: unlimited,
  });
}

/** The report in Markdown. */
export function markdownReport(
  result: TestResult,
  layout: Omit<MarkdownPageOptions, "elsewhere">,
): string {
  return testMarkdown(nameColumns(result), { ...layout, elsewhere: "" });
}
