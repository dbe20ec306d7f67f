// Annotations of GitHub Actions on the lines of evaluations that did not pass.
import { firstOf } from "../../engine/text/word-lists.ts";
import { testChangeText } from "../../engine/json/value-change.ts";
import type { TestCase, TestResult } from "../../generated/types.ts";
import { maxAnnotations, titledAnnotation } from "../text/annotations.ts";
import { pluralize } from "../text/terminal-text.ts";
import { caseMessage, groupCases, stateOf } from "./test-case-summary.ts";

/** Errors for cases that make the step fail, warnings for the others that did not pass. */
export function testAnnotations(result: TestResult): string {
  const isError = (each: TestCase): boolean => each.blocks === true && result.exitCode === 5;
  const { failing, suspect, unsteady, cannotFail, notMeasured, notCompared, notRun } =
    groupCases(result);
  const looser = result.loosened.filter(({ blocks }) => blocks && result.exitCode === 5);
  return [
    ...limited(
      looser.map((each) =>
        titledAnnotation("error", each.address, each.location, testChangeText(each)),
      ),
      "changed test",
    ),
    ...annotations("error", failing.filter(isError)),
    ...annotations(
      "warning",
      [
        failing.filter((each) => !isError(each)),
        suspect,
        notMeasured,
        notCompared,
        notRun,
        unsteady,
        cannotFail,
      ].flat(),
    ),
  ].join("");
}

function annotations(level: "error" | "warning", cases: readonly TestCase[]): readonly string[] {
  const all = cases.map((each) =>
    titledAnnotation(level, `${each.address} ${stateOf(each)}`, each.location, caseMessage(each)),
  );
  return limited(all, "case");
}

/** As many as GitHub shows. */
function limited(all: readonly string[], noun: string): readonly string[] {
  return firstOf(all, maxAnnotations, (more) => {
    const rest = `${pluralize(more, `more ${noun}`)}: the report lists all.`;
    return titledAnnotation("notice", "promptctl test", undefined, rest);
  });
}
