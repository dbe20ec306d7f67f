// The inputs of action.yml, read from the environment. The runner checks none of them: not what is
// required, not what is true or false.
import { Failure } from "../engine/failure.ts";
import { durationMs, wholeNumber } from "../engine/quantities.ts";
import type { Environment } from "./runner.ts";

export interface Inputs {
  readonly command: "validate" | "plan" | "apply" | "drift";
  readonly directory: string;
  /** Empty where none is named. */
  readonly baseUrl: string;
  readonly strict: boolean;
  /** Undefined where promptctl.yaml decides. */
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
  /** Empty where there is none. */
  readonly token: string;
}

/** What an input that is empty stands for: the defaults of action.yml. */
export const defaults: Readonly<Record<string, string>> = {
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

/** All inputs; a Failure tells of every wrong one at once. */
export function readInputs(env: Environment): Inputs {
  const wrong: string[] = [];
  const text = (name: string): string =>
    env[`INPUT_${name.toUpperCase()}`]?.trim() || (defaults[name] ?? "");
  const other = <Value>(name: string, value: Value | undefined, wanted: string): Value => {
    const given = text(name);
    const said = given === "" ? "is missing" : `is ${JSON.stringify(given)}`;
    if (value === undefined) wrong.push(`The input ${name} ${said}. It is ${wanted}.`);
    return value as Value;
  };
  const oneOf = <Word extends string>(name: string, words: readonly Word[]): Word =>
    other(
      name,
      words.find((each) => each === text(name)),
      listed(words),
    );
  const flag = (name: string): boolean => other(name, truth(text(name)), "true or false");
  const lines = (name: string): string[] =>
    text(name)
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const number = (name: string, least: number, most: number): number =>
    other(name, wholeNumber(text(name), least, most), `a whole number from ${least} to ${most}`);
  const inputs: Inputs = {
    command: oneOf("command", ["validate", "plan", "apply", "drift"]),
    directory: text("directory").replace(/^(?:\.\/+)+|\/+$/g, "") || ".",
    baseUrl: text("base-url"),
    strict: flag("strict"),
    prune: text("prune") === "" ? undefined : flag("prune"),
    allowMassDelete: flag("allow-mass-delete"),
    target: lines("target"),
    exclude: lines("exclude"),
    comment: oneOf("comment", ["update", "new", "off"]),
    commentDetail: oneOf("comment-detail", ["full", "names"]),
    label: text("label"),
    reviewedPlan: oneOf("reviewed-plan", ["off", "notice", "require"]),
    driftIssue: flag("drift-issue"),
    failOnDrift: flag("fail-on-drift"),
    concurrency: number("concurrency", 1, 9999),
    timeoutMs: other("timeout", durationMs(text("timeout")), "a time as 500ms, 30s or 2m"),
    retries: number("retries", 0, 99),
    token: text("github-token"),
  };
  const [first, ...others] = wrong;
  if (first === undefined) return inputs;
  const hint = [...others, "Correct that under with: of the step."];
  throw new Failure("usage", "wrong-input", first, hint);
}

/** The core schema of YAML 1.2, which workflows are written in. */
function truth(text: string): boolean | undefined {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  return /^(?:false|False|FALSE)$/.test(text) ? false : undefined;
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Refuses what the Action does not talk to; the key goes to no other address than this input. */
export function checkService({ baseUrl }: Inputs): void {
  if (baseUrl === "")
    throw new Failure(
      "usage",
      "no-service",
      "Nothing says which service to use: the input base-url is empty.",
      "Set base-url under with: of the step. An address in promptctl.yaml does not count here, because a repository can be anyone's.",
    );
  if (baseUrl === "local")
    throw new Failure(
      "usage",
      "no-embedded-service",
      "base-url: local is for your own machine: the Action does not bring the embedded service.",
      "Name the address of a service that this job can reach.",
    );
}
