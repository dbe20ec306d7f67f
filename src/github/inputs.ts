// Reads the inputs of action.yml from the environment. The runner checks neither required inputs
// nor their values.
import { oneOf } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import type { Environment } from "../engine/model/ports.ts";
import {
  parseDollars,
  parseDurationMs,
  parseRuns,
  parseShare,
  parseWholeNumber,
  requestDefaults,
  testDefaults,
} from "../engine/text/quantities.ts";

/** What the tests run, what they are compared with, what blocks and what they may cost. */
interface TestInputs {
  /** A git ref, `service` or `none`; undefined for the commit that the change is based on. */
  readonly base: string | undefined;
  /** Undefined for `regressions` with a base, and `all` without. */
  readonly gate: "regressions" | "all" | "report" | undefined;
  readonly minScore: number | undefined;
  readonly runs: number;
  readonly compare: boolean;
  /** Whether cases that the change does not affect run too. */
  readonly all: boolean;
  readonly on: "provider" | "service" | "echo";
  /** The path of a file of scripted replies, relative to the top of the checkout. */
  readonly replies: string | undefined;
  /** US dollars. */
  readonly maxCost: number | undefined;
  readonly maxCalls: number | undefined;
  /** The time-out of a call. */
  readonly callTimeoutMs: number;
}

export interface ActionInputs extends TestInputs {
  readonly command: "validate" | "plan" | "test" | "apply" | "drift";
  readonly directory: string;
  /** Empty if not set. */
  readonly baseUrl: string;
  /** The environment of promptctl.yaml; undefined if not set. */
  readonly env?: string;
  readonly strict: boolean;
  /** Whether plan runs the tests too. */
  readonly test: boolean;
  /** Undefined if promptctl.yaml decides. */
  readonly prune: boolean | undefined;
  readonly allowMassDelete: boolean;
  /** The commit, tag or branch whose definitions are used; undefined for those of the checkout. */
  readonly ref?: string;
  /** Patterns of the addresses that conflicts: refuse does not protect. */
  readonly overwrite: readonly string[];
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** Patterns of the branches that apply applies. Empty for the default branch. */
  readonly branches: readonly string[];
  readonly allowUnmerged: boolean;
  readonly comment: "changes" | "always" | "new" | "never";
  /** Whether reports list the unmanaged resources. Otherwise they are counted. */
  readonly unmanaged: boolean;
  readonly commentDetail: "full" | "names";
  /** Whether reports show parts of replies. */
  readonly excerpts: "short" | "none";
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
  const inputs = { ...commonInputs({ text, read }), ...testInputs({ text, read }) };
  if (inputs.test && inputs.command !== "plan")
    problems.push("The input test is true: expected command: plan, or command: test without it.");
  if (inputs.ref !== undefined && !["plan", "apply"].includes(inputs.command))
    problems.push(`The input ref is set: expected command: plan or command: apply.`);
  const [first, ...others] = problems;
  if (first === undefined) return inputs;
  const hint = [...others, "Correct the inputs under with: of the step."];
  throw new Failure("usage", "wrong-input", first, hint);
}

interface InputReader {
  /** The text of an input, or its default if it is empty. */
  readonly text: (name: string, byDefault?: string) => string;
  /** The value of an input. Notes the problem of an invalid text. */
  readonly read: <Value>(name: string, type: InputType<Value>, byDefault?: string) => Value;
}

/** The defaults are those of action.yml. They apply to empty inputs too. */
function commonInputs({ text, read }: InputReader): Omit<ActionInputs, keyof TestInputs> {
  return {
    command: read("command", choice("validate", "plan", "test", "apply", "drift")),
    directory: read("directory", relativePath, "."),
    baseUrl: text("base-url"),
    ...(text("env") !== "" && { env: text("env") }),
    strict: read("strict", boolean, "false"),
    test: read("test", boolean, "false"),
    prune: text("prune") === "" ? undefined : read("prune", boolean),
    allowMassDelete: read("allow-mass-delete", boolean, "false"),
    ...(text("ref") !== "" && { ref: text("ref") }),
    overwrite: listItems(text("overwrite")),
    target: listItems(text("target")),
    exclude: listItems(text("exclude")),
    branches: listItems(text("branches")),
    allowUnmerged: read("allow-unmerged", boolean, "false"),
    comment: read("comment", choice("changes", "always", "new", "never"), "changes"),
    unmanaged: read("unmanaged", choice("count", "list"), "count") === "list",
    commentDetail: read("comment-detail", choice("full", "names"), "full"),
    excerpts: read("excerpts", choice("short", "none"), "short"),
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
}

/** The inputs of tests have the names of the flags of promptctl test. */
function testInputs({ text, read }: InputReader): TestInputs {
  const optional = <Value>(name: string, type: InputType<Value>): Value | undefined =>
    text(name) === "" ? undefined : read(name, type);
  return {
    base: text("base") || undefined,
    gate: optional("gate", choice("regressions", "all", "report")),
    minScore: optional("min-score", share),
    runs: read("runs", runs, String(testDefaults.runs)),
    compare: read("compare", boolean, "false"),
    all: read("all", boolean, "false"),
    on: read("on", choice("provider", "service", "echo"), "provider"),
    replies: optional("replies", relativePath),
    maxCost: optional("max-cost", usDollars),
    maxCalls: optional("max-calls", integer(0, 10_000_000)),
    callTimeoutMs: read("timeout", duration, testDefaults.timeout),
  };
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

const share: InputType<number> = { expected: "a number from 0 to 1", parse: parseShare };

const runs: InputType<number> = {
  expected: "1, or an integer from 3 to 1000",
  parse: parseRuns,
};

const usDollars: InputType<number> = {
  expected: "an amount in US dollars, for example 0.50",
  parse: parseDollars,
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

/**
 * Throws if base-url is not a service. The API key is sent to this base URL only. That of an
 * environment can be in a variable: the commands check it.
 */
export function checkBaseUrl({ baseUrl, env }: ActionInputs, environment: string): void {
  if (baseUrl === "" && environment === "")
    throw new Failure(
      "usage",
      "no-service",
      "No service configured: the input base-url is empty.",
      "Set base-url under with: of the step. baseUrl in promptctl.yaml is ignored in CI.",
    );
  if (baseUrl === "local" || env === "local")
    throw new Failure(
      "usage",
      "no-embedded-service",
      `${env === "local" ? "env" : "base-url"}: local is not available: the Action does not include the embedded service.`,
      "Set base-url to a service that this job can reach, and env to an environment of promptctl.yaml.",
    );
}
