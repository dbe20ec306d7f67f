// Reads the inputs of action.yml from the environment. The runner checks neither required inputs nor
// their values.
import { Failure } from "../engine/model/failure.ts";
import type { Environment } from "../engine/model/ports.ts";
import { createInputReader } from "./input-reader.ts";

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
  const read = createInputReader(env, inputDefaults);
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
