// Who wrote a version, as far as it is known. The origin is a claim of the client: texts are shown as
// texts, and a link only leads to the repository that the page names. The run of a token is verified.
import { html } from "hono/html";
import type { Origin, VerifiedRun } from "../../../engine/model/origin.ts";
import { shortHash } from "../../../engine/text/commit-hash.ts";
import type { Html } from "../../../views/text/html-parts.ts";
import type { Writer } from "../../store/stored-version.ts";
import { pageText } from "../frame/page-text.ts";

/** Whether the service knows something about the writer. */
export function hasWriter({ origin, keyName, verifiedRun }: Writer): boolean {
  return [origin, keyName, verifiedRun].some((each) => each !== undefined);
}

/**
 * `3f2a91c prompts/a.yaml on github.com CI run, as reported with the key ci, by a run of octo/shop at
 * 3f2a91c (verified)`; empty if nothing is known.
 */
export function writerHtml({ verifiedRun, ...reported }: Writer): Html {
  const writer = reportedHtml(reported);
  return html`${writer}${verifiedRun && html`${hasWriter(reported) && ", "}${runHtml(verifiedRun)}`}`;
}

function runHtml({ repository, commit }: VerifiedRun): Html {
  return html`by a run of <span dir="auto">${pageText(repository)}</span> at
    <code>${shortHash(commit)}</code> (verified)`;
}

function reportedHtml({ origin, keyName }: Writer): Html {
  const key =
    keyName === undefined ? "" : html`the key <span dir="auto">${pageText(keyName)}</span>`;
  if (!origin) return html`${key && html`with ${key}`}`;
  return html`${originHtml(origin)}, as reported${key && html` with ${key}`}`;
}

function originHtml({ commit, dirty, path, repository, run }: Origin): Html {
  const url = repository === undefined ? undefined : secureUrl(repository);
  const hash = html`<code>${shortHash(commit)}</code>`;
  const runUrl = run === undefined ? undefined : secureUrl(run);
  const parts = [
    url ? linkTo(`${url.href}/commit/${commit}`, hash) : hash,
    path !== undefined && html`<span dir="auto">${pageText(path)}</span>`,
    dirty && "with uncommitted changes",
    url && `on ${url.host}`,
    url && runUrl?.origin === url.origin && linkTo(runUrl.href, "CI run"),
  ];
  return html`${parts.filter(Boolean).map((part, index) => html`${index > 0 && " "}${part}`)}`;
}

/** Only https: a link with another scheme could be read or changed on the way, or run a script. */
function secureUrl(text: string): URL | undefined {
  const url = new URL(text);
  return url.protocol === "https:" ? url : undefined;
}

function linkTo(url: string, text: Html | string): Html {
  return html`<a href="${url}" rel="noreferrer">${text}</a>`;
}
