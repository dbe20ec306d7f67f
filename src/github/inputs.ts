// The inputs of action.yml, read from the environment. The runner checks none of them: not what is
// required, not what is true or false.
import { Failure } from "../engine/model/failure.ts";
import type { Environment } from "../engine/model/ports.ts";
import { createInputReader } from "./input-reader.ts";

export interface ActionInputs {
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

/** All inputs; a Failure tells of every wrong one at once. */
export function readInputs(env: Environment): ActionInputs {
  const read = createInputReader(env, inputDefaults);
  const inputs: ActionInputs = {
    command: read.oneOf("command", ["validate", "plan", "apply", "drift"]),
    directory: read.folder("directory"),
    baseUrl: read.text("base-url"),
    strict: read.flag("strict"),
    prune: read.text("prune") === "" ? undefined : read.flag("prune"),
    allowMassDelete: read.flag("allow-mass-delete"),
    target: read.lines("target"),
    exclude: read.lines("exclude"),
    comment: read.oneOf("comment", ["update", "new", "off"]),
    commentDetail: read.oneOf("comment-detail", ["full", "names"]),
    label: read.short("label", 100),
    reviewedPlan: read.oneOf("reviewed-plan", ["off", "notice", "require"]),
    driftIssue: read.flag("drift-issue"),
    failOnDrift: read.flag("fail-on-drift"),
    concurrency: read.number("concurrency", 1, 9999),
    timeoutMs: read.duration("timeout"),
    retries: read.number("retries", 0, 99),
    token: read.text("github-token"),
  };
  const [first, ...others] = read.problems;
  if (first === undefined) return inputs;
  const hint = [...others, "Correct that under with: of the step."];
  throw new Failure("usage", "wrong-input", first, hint);
}

/** Refuses what the Action does not talk to; the key goes to no other address than this input. */
export function checkBaseUrl({ baseUrl }: ActionInputs): void {
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
