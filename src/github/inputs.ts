// Reads the inputs of action.yml from the environment. The runner checks neither required inputs nor
// their values.
import { Failure } from "../engine/model/failure.ts";
import type { Environment } from "../engine/model/ports.ts";
import { parseDurationMs, parseWholeNumber } from "../engine/model/quantities.ts";

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
  readonly comment: "update" | "new" | "off";
  readonly commentDetail: "full" | "names";
  readonly label: string;
  readonly reviewedPlan: "off" | "notice" | "require";
  readonly driftIssue: boolean;
  readonly failOnDrift: boolean;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Empty if there is no token. */
  readonly token: string;
}

/** The defaults of action.yml, which also apply to empty inputs. */
export const inputDefaults: Readonly<Record<string, string>> = {
  directory: ".",
  strict: "false",
  "allow-mass-delete": "false",
  comment: "update",
  "comment-detail": "full",
  "reviewed-plan": "notice",
  "drift-issue": "true",
  "fail-on-drift": "false",
  concurrency: "10",
  timeout: "60s",
  retries: "4",
};

/** Reads all inputs. Throws one Failure that lists every invalid input. */
export function readInputs(env: Environment): ActionInputs {
  const read = createInputReader(env);
  const inputs: ActionInputs = {
    command: read.oneOf("command", ["validate", "plan", "apply", "drift"]),
    directory: read.path("directory"),
    baseUrl: read.text("base-url"),
    strict: read.boolean("strict"),
    prune: read.text("prune") === "" ? undefined : read.boolean("prune"),
    allowMassDelete: read.boolean("allow-mass-delete"),
    target: read.list("target"),
    exclude: read.list("exclude"),
    comment: read.oneOf("comment", ["update", "new", "off"]),
    commentDetail: read.oneOf("comment-detail", ["full", "names"]),
    label: read.shortText("label", 100),
    reviewedPlan: read.oneOf("reviewed-plan", ["off", "notice", "require"]),
    driftIssue: read.boolean("drift-issue"),
    failOnDrift: read.boolean("fail-on-drift"),
    concurrency: read.integer("concurrency", 1, 9999),
    timeoutMs: read.duration("timeout"),
    retries: read.integer("retries", 0, 99),
    token: read.text("github-token"),
  };
  const [first, ...others] = read.problems;
  if (first === undefined) return inputs;
  const hint = [...others, "Correct the inputs under with: of the step."];
  throw new Failure("usage", "wrong-input", first, hint);
}

/** Reads single inputs and collects a sentence for each invalid one, to report all at once. */
function createInputReader(env: Environment) {
  const problems: string[] = [];
  const text = (name: string): string =>
    env[`INPUT_${name.toUpperCase()}`]?.trim() || (inputDefaults[name] ?? "");
  const checked = <Value>(name: string, value: Value | undefined, expected: string): Value => {
    const input = text(name);
    const problem = input === "" ? "is missing" : `is ${JSON.stringify(input)}`;
    if (value === undefined) problems.push(`The input ${name} ${problem}: expected ${expected}.`);
    return value as Value;
  };
  return {
    problems,
    text,
    /** One item per line; blank lines are ignored. */
    list: (name: string) =>
      text(name)
        .split(/\r\n|\r|\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    /** A boolean of the YAML 1.2 core schema, as in workflows. */
    boolean: (name: string) => checked(name, parseBoolean(text(name)), "true or false"),
    oneOf: <Value extends string>(name: string, values: readonly Value[]) => {
      const value = values.find((candidate) => candidate === text(name));
      return checked(name, value, joinWithOr(values));
    },
    integer: (name: string, min: number, max: number) =>
      checked(name, parseWholeNumber(text(name), min, max), `an integer from ${min} to ${max}`),
    duration: (name: string) =>
      checked(name, parseDurationMs(text(name)), "a duration, for example 500ms, 30s or 2m"),
    /** A normalized path relative to the top of the checkout. */
    path: (name: string) =>
      checked(
        name,
        normalizePath(text(name)),
        "a path relative to the top of the checkout, for example prompts/shop",
      ),
    shortText: (name: string, max: number) => {
      const value = text(name);
      return checked(
        name,
        value.length <= max ? value : undefined,
        `a text of at most ${max} characters`,
      );
    },
  };
}

/** `a/./b/../c/` → `a/c`; the top is `.`. Undefined for an absolute path. */
function normalizePath(path: string): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return undefined;
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/") || ".";
}

function parseBoolean(text: string): boolean | undefined {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  return /^(?:false|False|FALSE)$/.test(text) ? false : undefined;
}

/** `a, b or c` */
function joinWithOr(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
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
