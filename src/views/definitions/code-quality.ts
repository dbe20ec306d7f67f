// The result of validate as a code quality report of GitLab: a list of findings.
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format (read in November 2026)
import { diagnosticMessage } from "../../engine/text/diagnostic-text.ts";
import { type Diagnostic } from "../../engine/model/diagnostic.ts";
import { messageWithHint } from "../../engine/model/failure.ts";
import { digestText } from "../../engine/text/digest.ts";
import { countedNames } from "../text/counted-names.ts";
import { escapeText } from "../text/terminal-text.ts";

interface CodeQualityIssue {
  readonly description: string;
  readonly check_name: string;
  /** Identifies the finding in two reports: it does not depend on the line. */
  readonly fingerprint: string;
  readonly severity: "major" | "minor";
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** Paths are relative to the repository. */
export function codeQualityReport(diagnostics: readonly Diagnostic[]): CodeQualityIssue[] {
  const names = countedNames(
    diagnostics.map(({ code, message, location }) => `${location.file}\n${code}\n${message}`),
  );
  return diagnostics.map((diagnostic, index) => {
    const { code, severity, location } = diagnostic;
    return {
      description: messageWithHint(diagnosticMessage(diagnostic))
        .split("\n")
        .map(escapeText)
        .join(" "),
      check_name: code,
      fingerprint: digestText(names[index]!),
      severity: severity === "error" ? "major" : "minor",
      location: { path: location.file, lines: { begin: location.line } },
    };
  });
}
