// Rewrites messages and hints for the Action: they name its inputs, not the flags of the program.
import { CallFailure, Failure, isCallFailure } from "../engine/model/failure.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { TestResult, TestTrial } from "../generated/types.ts";
import type { ActionInputs } from "./inputs.ts";

/** Flags that an input of the same name sets, after a command line or on their own. */
const inputFlag =
  /(promptctl [^.\n]*)|--(allow-mass-delete|prune|all|compare|unmanaged)(?![-\w])|--(concurrency|timeout|retries|overwrite|ref|target|exclude|env|base-url|base|gate|min-score|runs|on|replies|max-cost|max-calls)(?![-\w])(?: (?!to\b|or\b|and\b|with\b|cannot\b)('[^'\n]*'|\$?\d+(?:\.\d+)?|[^\s,.)]+))?/g;

/**
 * Replaces flags by inputs: `--timeout 2m` → `timeout: 2m`. Whole commands stay as they are, and
 * "the same command" is the job.
 */
export function inputHint(hint: string): string {
  return hint
    .replace("the same command again", "the job again")
    .replace(/^(?!.*promptctl )(.*--env \S+) (?=--base-url )/gm, "$1 and ")
    .replace(/^--overwrite (.*)$/gm, (_line, patterns: string) => overwriteInput(patterns))
    .replace(
      inputFlag,
      (found, command?: string, flag?: string, option?: string, value?: string) => {
        if (command !== undefined) return found;
        if (flag === "unmanaged") return "unmanaged: list";
        if (flag !== undefined) return `${flag}: true`;
        return value === undefined ? `the input ${option}` : `${option}: ${value}`;
      },
    );
}

/** The input with a line for each pattern of a line of flags, without quotes for the shell. */
function overwriteInput(patterns: string): string {
  const lines = patterns.split(" --overwrite ").map((pattern) => {
    const quoted = /^'(.*)'$/.exec(pattern)?.[1];
    return `  ${quoted?.replaceAll("'\\''", "'").replaceAll("#''#", "##") ?? pattern}`;
  });
  return ["overwrite: |", ...lines].join("\n");
}

/**
 * Rewrites the hints of a plan. With comment-detail: names there are none: no input lists names.
 */
export function hintRewriterOf({ commentDetail }: ActionInputs): (hint: string) => string {
  return commentDetail === "names" ? () => "" : inputHint;
}

/** The same failure with the hint of the Action. */
export function withInputHint(failure: Failure): Failure {
  const { class: failureClass, code, message, hint } = failure;
  if (hint === undefined) return failure;
  const lines = inputHint(hint).split("\n");
  return isCallFailure(failure)
    ? new CallFailure(code, failure, message, lines)
    : new Failure(failureClass, code, message, lines);
}

/** The same failure with the inputs in its message too, unless it is about a call. */
export function withInputNames(failure: Failure): Failure {
  const renamed = withInputHint(failure);
  if (isCallFailure(renamed)) return renamed;
  const { class: failureClass, code, message, hint } = renamed;
  return new Failure(failureClass, code, inputHint(message), hint?.split("\n"));
}

/** The same result of tests, with the inputs in its sentences. */
export function resultWithInputNames(result: TestResult): TestResult {
  const { reasons, warnings, cases } = result;
  return {
    ...result,
    reasons: reasons.map(inputHint),
    warnings: warnings.map(inputHint),
    cases: cases.map(({ reason, head, ...rest }) => ({
      ...rest,
      ...(reason !== undefined && { reason: inputHint(reason) }),
      head: { ...head, trials: head.trials.map(trialWithInputNames) },
    })),
  };
}

function trialWithInputNames(trial: TestTrial): TestTrial {
  const { problem } = trial;
  return problem
    ? { ...trial, problem: { ...problem, message: inputHint(problem.message) } }
    : trial;
}

/** The same plan with the hints of the Action. */
export function withInputHints(plan: Plan): Plan {
  const refusals = plan.refusals.map((each) => ({ ...each, hint: inputHint(each.hint) }));
  return { ...plan, refusals };
}
