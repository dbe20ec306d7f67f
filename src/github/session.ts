// The state of one run of the Action: its inputs, its event, its remarks, and access to GitHub.
import { once } from "../engine/model/collections.ts";
import { type MessageWithHint, wrongUsage } from "../engine/model/failure.ts";
import type { EnvironmentVariables } from "../engine/model/ports.ts";
import { secretMask, secretsIn } from "../engine/text/secrets.ts";
import { maskCommand, messageAnnotation } from "../views/text/annotations.ts";
import type { KnownFields } from "../views/plan/held-words.ts";
import type { Mask } from "../views/text/markdown.ts";
import { type GitHubApi, createApi } from "./api/api.ts";
import type { RunEvent } from "../io/ci/github-event.ts";
import type { ActionInputs } from "./inputs.ts";
import { type Marker, markerTarget } from "../views/text/marker.ts";
import { mergedPullRequests, type PullRequest } from "./reviewed-plan.ts";
import type { ActionRunner } from "./api/runner.ts";
import type { ActionCommands, ActionPlan } from "./commands.ts";

export interface Session {
  readonly runner: ActionRunner;
  readonly inputs: ActionInputs;
  /** The environment of promptctl.yaml; empty if none is named. */
  readonly environment: string;
  readonly event: RunEvent;
  /** Whether the repository is private. */
  readonly isPrivate: boolean;
  readonly commands: ActionCommands;
  readonly mask: Mask;
  /** Sentences for the reports, without text from definitions or the service. */
  readonly remarks: string[];
  /** The folder with the files of this step; empty if there is none. */
  reportFolder: string;
  /** The plan of this run, as soon as it is made. */
  planned: ActionPlan | undefined;
  /** The pull request that must get the record of this apply; undefined if none must. */
  recordedOn: number | undefined;
  /** The changed fields of the plan, which all reports show. */
  readonly knownFields: KnownFields;
  /** The client of GitHub's API; undefined if there is no token. */
  api(): Promise<GitHubApi | undefined>;
  /** The same to write a comment. Without a token, a notice says once that there is no comment. */
  commentApi(): Promise<GitHubApi | undefined>;
  /** The pull request of this run, or those that contain its commit. The most relevant is first. */
  pullRequests(): Promise<readonly PullRequest[]>;
}

/** Completes the state at the start of a run. Makes no requests. */
export function openSession(
  start: Pick<Session, "runner" | "inputs" | "event" | "isPrivate" | "commands">,
): Session {
  const { runner, inputs, event } = start;
  const { token } = inputs;
  const api = once(async () => (token === "" ? undefined : createApi(runner, token)));
  const commentApi = once(async () => {
    const found = await api();
    if (!found) runner.log(messageAnnotation("notice", noComment));
    return found;
  });
  return {
    ...start,
    commentApi,
    environment: inputs.env ?? runner.env["PROMPTCTL_ENV"] ?? "",
    mask: maskOf(runner.env),
    remarks: [],
    reportFolder: "",
    planned: undefined,
    knownFields: new Map(),
    recordedOn: undefined,
    api,
    pullRequests: once(async () => {
      if (event.type === "pull-request") return [event];
      const github = await api();
      return event.type === "commit" && github ? mergedPullRequests(github, event) : [];
    }),
  };
}

const noComment: MessageWithHint = {
  message: "No comment was written: the input github-token is empty.",
  hint: "Remove github-token from the step, or set comment: never.",
};

/** The client of GitHub's API. Throws a Failure if there is no token. */
export async function requireApi(session: Pick<Session, "api">): Promise<GitHubApi> {
  const api = await session.api();
  if (api) return api;
  const hint = "Remove the input github-token from the step, or set it to a token.";
  throw wrongUsage("no-token", "The input github-token is empty.", hint);
}

/** The values that no output may contain. */
function secretsOf(env: EnvironmentVariables): string[] {
  return secretsIn(env, ["INPUT_GITHUB-TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"]);
}

/** Tells the runner to mask the secrets in the log. Must run first, and without `maskOf`. */
export function hideSecrets({ env, log }: Pick<ActionRunner, "env" | "log">): void {
  for (const secret of secretsOf(env)) log(maskCommand(secret));
}

/**
 * The mask of the log, of comments, issues and job summaries. GitHub itself masks only keys in
 * logs.
 */
export function maskOf(env: EnvironmentVariables): Mask {
  return secretMask(secretsOf(env));
}

/** Adds an annotation to the page of the run, and a remark, if given, to the reports. */
export function annotateRun(
  { runner, remarks }: Session,
  level: "warning" | "notice",
  annotation: MessageWithHint,
  remark?: string,
): void {
  runner.log(messageAnnotation(level, annotation));
  if (remark !== undefined) remarks.push(remark);
}

/**
 * The marker of the texts that this run writes; undefined if the base URL is not a URL. Tests do
 * not belong to a service. An environment has one service.
 */
export function markerFor(
  { runner, inputs, environment }: Session,
  about: Marker["about"],
): Marker | undefined {
  const { baseUrl, label, directory, comment } = inputs;
  const target = about === "test" || environment !== "" ? "" : markerTarget(baseUrl);
  const { GITHUB_RUN_ID: id = "", GITHUB_RUN_ATTEMPT: attempt = "" } = runner.env;
  const run = comment === "new" && about !== "drift" ? `${id}.${attempt}` : "";
  return target === undefined ? undefined : { about, environment, label, target, directory, run };
}
