// Writes the outputs of action.yml for later steps. All outputs are always set; those without a
// value are empty.
import type { Plan } from "../engine/model/plan.ts";
import { alertCodesOf } from "./pages/labels.ts";
import { hasDrift } from "./run-result.ts";
import { appendRunnerFile, type ActionRunner } from "./api/runner.ts";

export interface ActionOutputs {
  readonly plan?: Plan | undefined;
  /** Whether all changes of the plan were applied. */
  readonly isApplied?: boolean;
  /** Whether the plan was refused for another reason than those that it holds, for example its review. */
  readonly isRefused?: boolean;
  /** The folder with the files of this step. */
  readonly reportFolder?: string | undefined;
  readonly planDigest?: string | undefined;
  /** What an approval of the plan permits. */
  readonly permission?: string | undefined;
  readonly commentUrl?: string | undefined;
  readonly test?: TestOutputs | undefined;
}

export interface TestOutputs {
  readonly isMeasured: boolean;
  /** Undefined if the tests did not run. */
  readonly isPassed?: boolean | undefined;
  readonly regressed?: number | undefined;
  /** The HTML report for an upload. */
  readonly htmlArtifact?: string | undefined;
}

/** The values by the names in action.yml. */
export function outputValues(outputs: ActionOutputs): Readonly<Record<string, string>> {
  const { plan, test, isRefused = false, reportFolder = "" } = outputs;
  const { planDigest = "", permission = "", commentUrl = "" } = outputs;
  return {
    "has-changes": plan ? String(hasDrift(plan) && !outputs.isApplied) : "",
    refused: plan ? String(plan.refusals.length > 0 || isRefused) : "",
    alerts: plan ? alertCodesOf(plan).join(",") || "none" : "",
    permission,
    measured: String(test?.isMeasured ?? ""),
    passed: String(test?.isPassed ?? ""),
    regressed: String(test?.regressed ?? ""),
    "html-artifact": test?.htmlArtifact ?? "",
    "report-folder": reportFolder,
    "plan-digest": planDigest,
    "comment-url": commentUrl,
  };
}

/**
 * Appends the outputs to the runner's file. The delimiters are random, so that no value contains
 * them.
 */
export function writeOutputs(runner: ActionRunner, outputs: ActionOutputs): void {
  const lines = Object.entries(outputValues(outputs)).map(([name, value]) => {
    const delimiter = `ghadelimiter_${runner.uniqueId()}`;
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
  });
  appendRunnerFile(runner, "GITHUB_OUTPUT", lines.join(""));
}
