// Writes the outputs of action.yml for later steps. All outputs are always set; those without a
// value are empty.
import { exitCodes } from "../engine/model/failure.ts";
import type { Plan } from "../engine/model/plan.ts";
import { alertCodesOf } from "./pages/labels.ts";
import { hasDrift } from "./run-result.ts";
import { appendRunnerFile, type ActionRunner } from "./api/runner.ts";

export interface ActionOutputs {
  readonly plan?: Plan | undefined;
  /** Whether all changes of the plan were applied. */
  readonly isApplied?: boolean;
  readonly exitCode: number;
  /** The exit code of a plan without that of the tests beside it. */
  readonly planExitCode?: number;
  readonly planFile?: string | undefined;
  /** The file with the whole report, if the job summary cannot have it. */
  readonly reportFile?: string | undefined;
  readonly planDigest?: string | undefined;
  /** What an approval of the plan permits. */
  readonly permission?: string | undefined;
  readonly commentUrl?: string | undefined;
  readonly test?: TestOutputs | undefined;
}

/** The files are those that could be saved. */
export interface TestOutputs {
  readonly isMeasured: boolean;
  /** Undefined if the tests did not run. */
  readonly isPassed?: boolean | undefined;
  readonly regressed?: number | undefined;
  readonly resultFile?: string | undefined;
  readonly junitFile?: string | undefined;
  readonly htmlFile?: string | undefined;
  /** The same path; empty if the report is not to be uploaded. */
  readonly htmlArtifact?: string | undefined;
}

/** The values by the names in action.yml. */
export function outputValues(outputs: ActionOutputs): Readonly<Record<string, string>> {
  const { plan, test, exitCode, planExitCode = exitCode } = outputs;
  const { planFile = "", reportFile = "" } = outputs;
  const { planDigest = "", permission = "", commentUrl = "" } = outputs;
  return {
    "has-changes": plan ? String(hasDrift(plan) && !outputs.isApplied) : "",
    refused: plan ? String(plan.refusals.length > 0 || planExitCode === exitCodes.refused) : "",
    "to-create": String(plan?.counts.create ?? ""),
    "to-update": String(plan?.counts.update ?? ""),
    "to-replace": String(plan?.counts.replace ?? ""),
    "to-delete": String(plan?.counts.delete ?? ""),
    alerts: plan ? alertCodesOf(plan).join(",") || "none" : "",
    permission,
    measured: String(test?.isMeasured ?? ""),
    passed: String(test?.isPassed ?? ""),
    regressed: String(test?.regressed ?? ""),
    "result-file": test?.resultFile ?? "",
    "junit-file": test?.junitFile ?? "",
    "html-file": test?.htmlFile ?? "",
    "html-artifact": test?.htmlArtifact ?? "",
    "exit-code": String(exitCode),
    "plan-file": planFile,
    "report-file": reportFile,
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
