// The result of the tests of a run of the Action, and what the step reports about it.
import { exitCodes, type Failure, messageWithHint } from "../engine/model/failure.ts";
import type { TestResult } from "../generated/types.ts";
import { messageAnnotation } from "../views/text/annotations.ts";
import { textFence } from "../views/text/markdown.ts";
import { testAnnotations } from "../views/evaluation/test-annotations.ts";
import type { ActionTest, ActionValidation } from "./commands.ts";
import { cancelledExitCode, type ResultReport, strictMessage } from "./run-result.ts";
import type { Session } from "./session.ts";

export type TestOutcome =
  | { readonly type: "tested"; readonly test: ActionTest }
  /** The definitions have errors, or warnings with strict. */
  | { readonly type: "invalid"; readonly validation: ActionValidation }
  /** The pull request has no access to keys. `author`: a fork or a bot. */
  | { readonly type: "outside"; readonly author: string }
  | { readonly type: "failed"; readonly failure: Failure }
  /** The job was cancelled and ended at once. */
  | { readonly type: "cancelled" };

/** The exit code, the annotations and the first paragraphs of the report of redacted tests. */
export function describeTest(outcome: TestOutcome, { mask }: Pick<Session, "mask">): ResultReport {
  switch (outcome.type) {
    case "tested": {
      const { result } = outcome.test;
      return { exitCode: result.exitCode, annotations: resultAnnotations(result), lead: [] };
    }
    case "invalid": {
      const { diagnostics } = outcome.validation;
      const isStrict = diagnostics.every(({ severity }) => severity === "warning");
      const invalid = "**Not tested:** the definitions are invalid.";
      const lead = isStrict ? ["**Not tested.**", strictMessage] : [invalid];
      return { exitCode: exitCodes.invalid, annotations: "", lead }; // the lines are annotated
    }
    case "outside": {
      const reason = `pull request from ${outcome.author} has no access to secrets, so no test ran.`;
      const message = `Not measured: a ${reason}`;
      const lead = [`**Not measured.** A ${reason}`];
      return { exitCode: 0, annotations: messageAnnotation("notice", { message }), lead };
    }
    case "failed": {
      const { failure } = outcome;
      return {
        exitCode: exitCodes[failure.class],
        annotations: messageAnnotation("error", failure),
        lead: ["**Not tested.**", textFence([messageWithHint(failure)], mask)],
      };
    }
    case "cancelled": {
      const message = "The job was cancelled during the tests.";
      const annotations = messageAnnotation("error", { message });
      return { exitCode: cancelledExitCode, annotations, lead: ["**Cancelled.**"] };
    }
  }
}

/** A run that nothing could fail must not look like one that passed. */
function resultAnnotations(result: TestResult): string {
  const message = "Nothing was measured: no evaluation is defined or selected.";
  const none = hasCases(result) ? "" : messageAnnotation("warning", { message });
  return none + testAnnotations(result);
}

function hasCases({ counts: { cases, unchanged } }: TestResult): boolean {
  return cases + unchanged > 0;
}

/** Whether cases ran, and each of them was judged. */
export function isMeasured({ counts }: TestResult): boolean {
  return counts.cases > 0 && counts.notMeasured + counts.notRun === 0;
}

/** Whether the tests are no reason against a merge: a change that affects no case passes. */
export function isPassed(result: TestResult): boolean {
  return result.verdict === "passed" && hasCases(result);
}
