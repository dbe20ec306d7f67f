// The inputs of action.yml: how each becomes an argument, and those with which the Action itself decides.
// src/cli/action/action-inputs.ts parses them.
import { wrongUsage } from "../engine/model/failure.ts";

/**
 * Every input but the token, and how it becomes arguments with the flag of the same name: its text,
 * each of its lines, or the flag alone. The runner checks neither required inputs nor their values.
 */
export const inputForms = {
  command: "value",
  directory: "value",
  "base-url": "value",
  "api-key": "value",
  env: "value",
  strict: "switch",
  test: "switch",
  prune: "switch",
  "allow-mass-delete": "switch",
  "allow-unpromoted": "switch",
  overwrite: "lines",
  target: "lines",
  exclude: "lines",
  ref: "value",
  branches: "lines",
  "allow-unmerged": "switch",
  comment: "value",
  unmanaged: "value",
  "comment-detail": "value",
  "html-artifact": "switch",
  label: "value",
  "alert-labels": "switch",
  "reviewed-plan": "value",
  permission: "value",
  "drift-report": "value",
  "fail-on-drift": "switch",
  base: "value",
  gate: "value",
  "min-score": "value",
  "allow-unmeasured": "switch",
  "require-evaluations": "switch",
  on: "value",
  "allow-commands": "switch",
  "base-checkout": "value",
  "max-cost": "value",
  arguments: "value",
} as const;

/** The flags that the input arguments may have: those of requests, and those of tests. */
export const argumentForms = {
  requests: { concurrency: "value", timeout: "value", retries: "value" },
  tests: {
    runs: "value",
    compare: "switch",
    all: "switch",
    replies: "value",
    "max-calls": "value",
    "fail-on": "value",
  },
} as const;

/** The inputs with which the Action itself decides. */
export interface ActionInputs {
  readonly command: "validate" | "plan" | "test" | "apply" | "drift";
  readonly directory: string;
  /** Empty if not set. */
  readonly baseUrl: string;
  /** `oidc`: ID tokens of the run take the place of API keys of the service. */
  readonly apiKey?: "oidc";
  /** The environment of promptctl.yaml; undefined if not set. */
  readonly env?: string;
  readonly strict: boolean;
  /** Whether plan runs the tests too. */
  readonly test: boolean;
  /** The commit, tag or branch whose definitions are used; undefined for those of the checkout. */
  readonly ref?: string;
  /** What the tests compare with; undefined for the commit that the change is based on. */
  readonly base?: string;
  /** Where the tests get replies; undefined for the providers. */
  readonly on?: string;
  /** Whether the tests run programs of the project. */
  readonly allowCommands: boolean;
  /** The folder with a checkout of the base; undefined if there is none. */
  readonly baseCheckout?: string;
  /** Patterns of the branches that apply applies. Empty for the default branch. */
  readonly branches: readonly string[];
  readonly allowUnmerged: boolean;
  readonly comment: "changes" | "always" | "new" | "never";
  /** Whether reports count or list the unmanaged resources. */
  readonly unmanaged: "count" | "list";
  /** What reports show: all, all but replies, or only names and numbers. */
  readonly commentDetail: "full" | "no-replies" | "names";
  /** Whether a later step uploads the HTML report as an artifact. */
  readonly htmlArtifact: boolean;
  readonly label: string;
  /** Whether labels of the pull request say which alerts the plan has. */
  readonly alertLabels: boolean;
  readonly reviewedPlan: "off" | "notice" | "require";
  /** The approval of a plan, which may be empty; `off` if none is asked for. */
  readonly permission: string;
  readonly driftReport: "none" | "issue" | "pull-request";
  readonly failOnDrift: boolean;
  /** Empty if there is no token. */
  readonly token: string;
}

/** How reports show the unmanaged resources. They are not public with comment-detail: names. */
export function unmanagedOptions({ unmanaged, commentDetail }: ActionInputs): {
  readonly unmanaged: boolean;
  readonly listHint: string;
} {
  const isPublic = commentDetail === "names";
  return {
    unmanaged: unmanaged === "list" && !isPublic,
    listHint: isPublic ? "" : "(to list: unmanaged: list)",
  };
}

/**
 * Throws if base-url is not a service. The API key is sent to this base URL only. That of an
 * environment can be in a variable: the commands check it.
 */
export function checkBaseUrl({ baseUrl, env }: ActionInputs, environment: string): void {
  if (baseUrl === "" && environment === "")
    throw wrongUsage(
      "no-service",
      "No service configured: the input base-url is empty.",
      "Set base-url under with: of the step. baseUrl in promptctl.yaml is ignored in CI.",
    );
  if (baseUrl === "local" || env === "local")
    throw wrongUsage(
      "no-embedded-service",
      `${env === "local" ? "env" : "base-url"}: local is not available: the Action does not include the embedded service.`,
      "Set base-url to a service that this job can reach, and env to an environment of promptctl.yaml.",
    );
}
