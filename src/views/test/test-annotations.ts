// Annotations of GitHub Actions on the lines of evaluations that did not pass.
import type { TestCase, TestResult } from "../../generated/types.ts";
import { maxAnnotations, titledAnnotation } from "../text/annotations.ts";
import { pluralize } from "../text/terminal-text.ts";
import { caseMessage, groupCases, stateOf } from "./test-summary.ts";

/**
 * Errors for cases that block or failed, warnings for the others that did not pass. Without a
 * failure of the step, all are warnings.
 */
export function testAnnotations(result: TestResult): string {
  const { failing, suspect, unsteady, notMeasured, notRun } = groupCases(result);
  return [
    ...annotations(result.exitCode === 0 ? "warning" : "error", failing),
    ...annotations("warning", [...suspect, ...notMeasured, ...notRun, ...unsteady]),
  ].join("");
}

function annotations(level: "error" | "warning", cases: readonly TestCase[]): string[] {
  const more = cases.length - maxAnnotations;
  const rest = `${pluralize(more, "more case")}: the report lists all.`;
  return [
    ...cases
      .slice(0, maxAnnotations)
      .map((each) =>
        titledAnnotation(
          level,
          `${each.address} ${stateOf(each)}`,
          each.location,
          caseMessage(each),
        ),
      ),
    ...(more > 0 ? [titledAnnotation("notice", "promptctl test", undefined, rest)] : []),
  ];
}
