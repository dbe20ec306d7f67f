// Writes the outputs of action.yml for later steps. All outputs are always set; those without a
// value are empty.
import type { Plan } from "../engine/model/plan.ts";
import { hasDrift } from "./run-result.ts";
import { appendRunnerFile, type ActionRunner } from "./runner.ts";

export interface ActionOutputs {
  readonly plan?: Plan | undefined;
  readonly exitCode: number;
  readonly planFile?: string;
  readonly planDigest?: string;
  readonly commentUrl?: string;
}

/** The values by the names in action.yml. */
export function outputValues(outputs: ActionOutputs): Readonly<Record<string, string>> {
  const { plan, exitCode, planFile = "", planDigest = "", commentUrl = "" } = outputs;
  const count = (action: "create" | "update" | "replace" | "delete"): string =>
    plan ? String(plan.counts[action]) : "";
  return {
    "has-changes": plan ? String(hasDrift(plan)) : "",
    "to-create": count("create"),
    "to-update": count("update"),
    "to-replace": count("replace"),
    "to-delete": count("delete"),
    "exit-code": String(exitCode),
    "plan-file": planFile,
    "plan-digest": planDigest,
    "comment-url": commentUrl,
  };
}

/** Appends the outputs to the runner's file. The delimiters are random, so that no value contains them. */
export function writeOutputs(runner: ActionRunner, outputs: ActionOutputs): void {
  const file = runner.env["GITHUB_OUTPUT"];
  if (!file) return;
  const lines = Object.entries(outputValues(outputs)).map(([name, value]) => {
    const delimiter = `ghadelimiter_${runner.uniqueId()}`;
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
  });
  appendRunnerFile(runner, file, lines.join(""), "The outputs");
}
