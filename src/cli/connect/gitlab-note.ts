// The notes of `plan --gitlab-note` and `test --gitlab-note` on a merge request. Each reports a
// result, or why there is none. The GitLab token is sent to CI_API_V4_URL only.
import { resolve } from "node:path";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import {
  type Failure,
  isCallFailure,
  isFailure,
  messageWithHint,
  onFailure,
  wrongUsage,
} from "../../engine/model/failure.ts";
import { isHeaderSafe } from "../../engine/text/api-key.ts";
import { secretMask, secretsIn } from "../../engine/text/secrets.ts";
import {
  hasMarker,
  type Marker,
  markerLine,
  markerTarget,
  mayHaveWrongMarker,
} from "../../views/text/marker.ts";
import { createCall } from "../../io/http/http.ts";
import { upsertNote } from "../../io/http/gitlab-notes.ts";
import {
  codeSpan,
  markdownPage,
  type MarkdownPageOptions,
  textFence,
} from "../../views/text/markdown.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, relativePath } from "../host/command-host.ts";
import type { InvalidProject } from "../project/project.ts";
import type { ServiceTargetFlags } from "./service-target.ts";

/** The parts of a note around the result, and its size limit. */
export type NoteLayout = Pick<MarkdownPageOptions, "heading" | "foot" | "mask" | "limit">;

interface Note {
  readonly layout: NoteLayout;
  /** Writes a page to the note. If that fails, prints a warning. */
  write(page: string, options: { readonly isUpdateOnly: boolean }): Promise<void>;
  /** Writes why there is no result. */
  writeFailure(error: unknown): Promise<void>;
}

/**
 * GitLab accepts 1,000,000 characters. A note that people read and that renders fast is shorter.
 */
const maxNoteLength = 200_000;
const timeoutMs = 30_000;
const retries = 4;

/** The note with the plan for a service. Throws a Failure outside of a merge request pipeline. */
export function openPlanNote(
  host: CommandHost,
  directory: string | undefined,
  { local, env, baseUrl = host.env["PROMPTCTL_BASE_URL"] ?? "" }: ServiceTargetFlags,
): Note {
  const environment = noteEnvironment(host, env);
  const target = local ? "local" : environment === "" ? (markerTarget(baseUrl) ?? "") : "";
  return openNote(host, { about: "plan", environment, target, directory });
}

/** The note with the tests. Throws a Failure outside of a merge request pipeline. */
export function openTestNote(
  host: CommandHost,
  directory: string | undefined,
  env: string | undefined,
): Note {
  const environment = noteEnvironment(host, env);
  return openNote(host, { about: "test", environment, target: "", directory });
}

/** The environment of promptctl.yaml that the job names; empty if there is none. */
function noteEnvironment(host: CommandHost, env: string | undefined): string {
  return env ?? host.env["PROMPTCTL_ENV"] ?? "";
}

interface NoteSubject {
  readonly about: "plan" | "test";
  readonly environment: string;
  readonly target: string;
  /** The folder of the project; undefined for the current one. */
  readonly directory: string | undefined;
}

function openNote(host: CommandHost, subject: NoteSubject): Note {
  const { env } = host;
  const { about } = subject;
  const path = notesPath(host);
  const marker = markerOf(host, subject);
  const head = `${markerLine(marker, { digest: "" })}\n`;
  const mask = secretMask(secretsIn(env, ["GITLAB_TOKEN"]));
  const scope = [subject.environment, marker.directory === "." ? "" : marker.directory];
  const parts = scope.filter((part) => part !== "").map((part) => codeSpan(part, mask));
  const layout: NoteLayout = {
    heading: [`promptctl ${about}`, ...parts].join(" · "),
    foot: footer(host, mask),
    mask,
    limit: { max: maxNoteLength - head.length, size: (text) => text.length },
  };
  const write: Note["write"] = async (page, { isUpdateOnly }) => {
    const isEarlier = (body: unknown): boolean => hasMarker(body, marker);
    const note = { path, isEarlier, body: head + withoutQuickActions(page), isUpdateOnly };
    await gitLabCall(host)
      .then((call) => upsertNote(call, note))
      .catch(onFailure((failure) => host.err(noteWarning(failure))));
  };
  return {
    layout,
    write,
    writeFailure: async (error) => {
      if (!isFailure(error)) return;
      // No later run would update a note about an environment that does not exist.
      if (error.code === "unknown-environment") return;
      await write(failurePage(error, about, layout), { isUpdateOnly: mayHaveWrongMarker(error) });
    },
  };
}

/** The path of the notes, after CI_API_V4_URL. */
function notesPath({ env }: CommandHost): string {
  const { CI_API_V4_URL: api = "", CI_MERGE_REQUEST_PROJECT_ID: project = "" } = env;
  const { CI_MERGE_REQUEST_IID: mergeRequest = "" } = env;
  const isPipeline = /^\d+$/.test(project) && /^\d+$/.test(mergeRequest);
  if (isPipeline && /^https?:\/\//.test(api) && URL.canParse(api))
    return `/projects/${project}/merge_requests/${mergeRequest}/notes`;
  throw wrongUsage(
    "no-merge-request",
    "--gitlab-note requires a GitLab merge request pipeline.",
    "GitLab sets CI_API_V4_URL, CI_MERGE_REQUEST_PROJECT_ID and CI_MERGE_REQUEST_IID in these pipelines.",
  );
}

/** Identifies the note of a project in later runs. */
function markerOf(
  { env, cwd }: CommandHost,
  { about, environment, target, directory = "." }: NoteSubject,
): Marker {
  const top = env["CI_PROJECT_DIR"] || cwd;
  const folder = relativePath(top, resolve(cwd, directory)) || ".";
  return { about, environment, label: "", target, directory: folder, run: "" };
}

/** The commit and the job of the report. */
function footer({ env }: CommandHost, mask: MarkdownPageOptions["mask"]): string {
  const { CI_COMMIT_SHA: sha = "", CI_JOB_URL: url = "", CI_JOB_ID: job = "" } = env;
  const isLink = /^https?:\/\/[\w.:/[\]-]+$/.test(url) && /^\d+$/.test(job);
  const commit = sha && `For commit ${codeSpan(sha.slice(0, 10), mask)}`;
  return [commit, isLink ? `[job ${job}](${url})` : ""].filter(Boolean).join(" · ");
}

/**
 * GitLab executes lines such as `/merge` as commands of the account that writes the note. A line is
 * a command only if it begins with the slash.
 */
function withoutQuickActions(page: string): string {
  return page.replace(/^\//gm, " /");
}

function failurePage(
  failure: Failure & Partial<InvalidProject>,
  about: NoteSubject["about"],
  layout: NoteLayout,
): string {
  const { mask } = layout;
  const errors = (failure.diagnostics ?? []).filter(({ severity }) => severity === "error");
  const pieces = errors.map(({ code, message, location }) =>
    textFence([`${fileAndLine(location)}:${location.column}  ${code}  ${message}`], mask),
  );
  const outcome = about === "plan" ? "**There is no plan.**" : "**Not tested.**";
  const paragraphs = [outcome, textFence([messageWithHint(failure)], mask)];
  const options = { ...layout, elsewhere: " in the log of the job" };
  return markdownPage(options, paragraphs, [{ pieces, noun: "more error" }]);
}

/** Calls GitLab's API with the token. Throws a Failure without a valid token. */
async function gitLabCall(host: CommandHost): Promise<ReturnType<typeof createCall>> {
  const { env, sleep, random, now } = host;
  const key = env["GITLAB_TOKEN"]?.trim() ?? "";
  if (key === "") throw wrongUsage("no-gitlab-token", "GITLAB_TOKEN is not set.");
  if (!isHeaderSafe(key)) throw wrongUsage("no-gitlab-token", "GITLAB_TOKEN is not valid.");
  return createCall({
    baseUrl: env["CI_API_V4_URL"]!.replace(/\/+$/, ""),
    key,
    keyHeader: "private-token",
    timeoutMs,
    fetch: await host.fetch(),
    retry: { retries, sleep, random, now },
  });
}

/** What a missing note means, without the hints about the prompt service. */
function noteWarning(failure: Failure): string {
  const reason = escapeText(failure.message.replace(/\.?$/, "."));
  const status = isCallFailure(failure) ? failure.status : undefined;
  const isAboutToken = failure.class === "usage" || [401, 403, 404].includes(status ?? 0);
  const hint = isAboutToken
    ? "It requires a masked variable GITLAB_TOKEN: a project access token with the role Reporter and the scope api."
    : "Run the job again.";
  return `The note on the merge request was not written: ${reason}\n  ${hint}\n`;
}
