// Reads the inputs of action.yml from the environment. The runner checks neither required inputs nor
// their values.
import { oneOf } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import type { Environment } from "../engine/model/ports.ts";
import { parseDurationMs, parseWholeNumber, requestDefaults } from "../engine/model/quantities.ts";

export interface ActionInputs {
  readonly command: "validate" | "plan" | "apply" | "drift";
  readonly directory: string;
  /** Empty if not set. */
  readonly baseUrl: string;
  readonly strict: boolean;
  /** Undefined if promptctl.yaml decides. */
  readonly prune: boolean | undefined;
  readonly allowMassDelete: boolean;
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** Patterns of the branches that apply applies. Empty for the default branch. */
  readonly branches: readonly string[];
  readonly allowUnmerged: boolean;
  readonly comment: "changes" | "always" | "new" | "never";
  /** Whether reports list the unmanaged resources. Otherwise they are counted. */
  readonly unmanaged: boolean;
  readonly commentDetail: "full" | "names";
  readonly label: string;
  readonly reviewedPlan: "off" | "notice" | "require";
  readonly driftIssue: boolean;
  readonly driftLabels: readonly string[];
  readonly driftAssignees: readonly string[];
  readonly failOnDrift: boolean;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Empty if there is no token. */
  readonly token: string;
}

/** Reads all inputs. Throws one Failure that lists every invalid input. */
export function readInputs(env: Environment): ActionInputs {
  const problems: string[] = [];
  const text = (name: string, byDefault = ""): string =>
    env[`INPUT_${name.toUpperCase()}`]?.trim() || byDefault;
  const read = <Value>(name: string, type: InputType<Value>, byDefault?: string): Value => {
    const input = text(name, byDefault);
    const value = type.parse(input);
    const problem = input === "" ? "is missing" : `is ${JSON.stringify(input)}`;
    if (value === undefined)
      problems.push(`The input ${name} ${problem}: expected ${type.expected}.`);
    return value as Value;
  };
  // The defaults are those of action.yml. They apply to empty inputs too.
  const inputs: ActionInputs = {
    command: read("command", choice("validate", "plan", "apply", "drift")),
    directory: read("directory", relativePath, "."),
    baseUrl: text("base-url"),
    strict: read("strict", boolean, "false"),
    prune: text("prune") === "" ? undefined : read("prune", boolean),
    allowMassDelete: read("allow-mass-delete", boolean, "false"),
    target: listItems(text("target")),
    exclude: listItems(text("exclude")),
    branches: listItems(text("branches")),
    allowUnmerged: read("allow-unmerged", boolean, "false"),
    comment: read("comment", choice("changes", "always", "new", "never"), "changes"),
    unmanaged: read("unmanaged", choice("count", "list"), "count") === "list",
    commentDetail: read("comment-detail", choice("full", "names"), "full"),
    label: read("label", textOfAtMost(100)),
    reviewedPlan: read("reviewed-plan", choice("off", "notice", "require"), "notice"),
    driftIssue: read("drift-issue", boolean, "true"),
    driftLabels: listItems(text("drift-labels")),
    driftAssignees: listItems(text("drift-assignees")),
    failOnDrift: read("fail-on-drift", boolean, "false"),
    concurrency: read("concurrency", integer(1, 9999), String(requestDefaults.concurrency)),
    timeoutMs: read("timeout", duration, requestDefaults.timeout),
    retries: read("retries", integer(0, 99), String(requestDefaults.retries)),
    token: text("github-token"),
  };
  const [first, ...others] = problems;
  if (first === undefined) return inputs;
  const hint = [...others, "Correct the inputs under with: of the step."];
  throw new Failure("usage", "wrong-input", first, hint);
}

interface InputType<Value> {
  readonly expected: string;
  /** Returns undefined for an invalid text. */
  parse(text: string): Value | undefined;
}

/** A boolean of the YAML 1.2 core schema, as in workflows. */
const boolean: InputType<boolean> = {
  expected: "true or false",
  parse: (text) =>
    /^(?:true|True|TRUE|false|False|FALSE)$/.test(text) ? /^t/i.test(text) : undefined,
};

const duration: InputType<number> = {
  expected: "a duration, for example 500ms, 30s or 2m",
  parse: parseDurationMs,
};

/** A normalized path relative to the top of the checkout: `a/./b/../c/` → `a/c`; the top is `.`. */
const relativePath: InputType<string> = {
  expected: "a path relative to the top of the checkout, for example prompts/shop",
  parse: (path) => {
    if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return undefined;
    const names: string[] = [];
    for (const name of path.split("/")) {
      if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
      else if (name !== "" && name !== ".") names.push(name);
    }
    return names.join("/") || ".";
  },
};

const choice = <Value extends string>(...values: readonly Value[]): InputType<Value> => ({
  expected: oneOf(values),
  parse: (text) => values.find((value) => value === text),
});

const integer = (min: number, max: number): InputType<number> => ({
  expected: `an integer from ${min} to ${max}`,
  parse: (text) => parseWholeNumber(text, min, max),
});

const textOfAtMost = (max: number): InputType<string> => ({
  expected: `a text of at most ${max} characters`,
  parse: (text) => (text.length <= max ? text : undefined),
});

/** One item per line; blank lines are ignored. */
function listItems(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Whether reports list the unmanaged resources. They are not public with comment-detail: names. */
export function listsUnmanaged({ unmanaged, commentDetail }: ActionInputs): boolean {
  return unmanaged && commentDetail === "full";
}

/** Throws if base-url is not a service. The API key is sent to this base URL only. */
export function checkBaseUrl({ baseUrl }: ActionInputs): void {
  if (baseUrl === "")
    throw new Failure(
      "usage",
      "no-service",
      "No service configured: the input base-url is empty.",
      "Set base-url under with: of the step. baseUrl in promptctl.yaml is ignored in CI.",
    );
  if (baseUrl === "local")
    throw new Failure(
      "usage",
      "no-embedded-service",
      "base-url: local is not available: the Action does not include the embedded service.",
      "Set base-url to a service that this job can reach.",
    );
}
