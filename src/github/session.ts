// One run of the Action: what it was given, and what it has to say so far.
import type { Environment } from "../engine/model/ports.ts";
import { maskSecrets, redactKey } from "../engine/model/secrets.ts";
import { maskCommand, messageAnnotation } from "../views/annotations.ts";
import type { Mask } from "../views/markdown.ts";
import { type GitHubApi, createApi } from "./api.ts";
import { isNotPermitted } from "./api-errors.ts";
import type { RunEvent } from "./event.ts";
import type { ActionInputs } from "./inputs.ts";
import { type Marker, markerTarget } from "./marker.ts";
import { mergedPullRequests } from "./reviewed-plan.ts";
import type { Runner } from "./runner.ts";
import type { ActionCommands } from "./commands.ts";

export interface Session {
  readonly runner: Runner;
  readonly inputs: ActionInputs;
  readonly event: RunEvent;
  readonly commands: ActionCommands;
  readonly mask: Mask;
  /** Sentences for the pages; nothing of others in them. */
  readonly remarks: string[];
  /** GitHub, where there is a token. */
  api(): Promise<GitHubApi | undefined>;
  /** The pull request that this run is about, or those that brought its commit; the best first. */
  pullRequests(): Promise<readonly number[]>;
}

export function openSession(
  runner: Runner,
  inputs: ActionInputs,
  event: RunEvent,
  work: ActionCommands,
): Session {
  const api = once(async () =>
    inputs.token === "" ? undefined : await createApi(runner, inputs.token),
  );
  return {
    runner,
    inputs,
    event,
    commands: work,
    mask: maskOf(runner.env),
    remarks: [],
    api,
    pullRequests: once(async () => {
      if (event.type === "pull-request") return [event.number];
      const github = await api();
      return event.type === "commit" && github ? mergedPullRequests(github, event) : [];
    }),
  };
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}

/** What must never be shown. */
function secretsOf(env: Environment): string[] {
  return [env["PROMPTCTL_API_KEY"], env["INPUT_GITHUB-TOKEN"]]
    .map((each) => each?.trim() ?? "")
    .filter((each) => each.length >= 4); // shorter ones would tear holes into all that is written
}

/** Has the runner take them out of the log, before anything is written there. */
export function hideSecrets({ env, log }: Runner): void {
  for (const secret of secretsOf(env)) log(maskCommand(secret));
}

/** GitHub masks logs only: what goes to comments and issues is masked here. */
function maskOf(env: Environment): Mask {
  const secrets = secretsOf(env);
  return (text) => maskSecrets(secrets.reduce((rest, secret) => redactKey(rest, secret), text));
}

/** Says something on the run's page; `remark`, where it is given, on the others as well. */
export function annotateRun(
  { runner, remarks }: Pick<Session, "runner" | "remarks">,
  level: "warning" | "notice",
  words: { readonly message: string; readonly hint?: string | undefined },
  remark?: string,
): void {
  runner.log(messageAnnotation(level, words));
  if (remark !== undefined) remarks.push(remark);
}

/** What could not be told is no failure of what was done: a notice for lack of rights, else a warning. */
export function logReportFailure(
  session: Session,
  error: { message: string; hint?: string | undefined },
): void {
  annotateRun(session, isNotPermitted(error) ? "notice" : "warning", error);
}

/** The mark of what this run writes; undefined where the service has no readable address. */
export function markerFor({ runner, inputs }: Session, about: Marker["about"]): Marker | undefined {
  const { baseUrl, label, directory, comment } = inputs;
  const target = markerTarget(baseUrl);
  const { GITHUB_RUN_ID: id = "", GITHUB_RUN_ATTEMPT: attempt = "" } = runner.env;
  const run = comment === "new" && about !== "drift" ? `${id}.${attempt}` : "";
  return target === undefined ? undefined : { about, label, target, directory, run };
}
