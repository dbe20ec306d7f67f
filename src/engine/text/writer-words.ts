// Who wrote what a service has, in words, where the service reports it: a claim of the client.
import type { AlertText } from "../model/alert.ts";
import type { ReportedWrite } from "../model/origin.ts";
import { shortHash } from "./commit-hash.ts";

/**
 * ` by key release, from commit c4df49b of pull request 12`, after a verb. Empty if the service reports
 * neither a key nor a commit.
 */
export function writerWords(write: ReportedWrite | undefined): AlertText {
  const { keyName, origin } = write ?? {};
  const key: AlertText = keyName === undefined ? [] : [" by key ", { code: keyName }];
  if (!origin) return keyName === undefined ? [] : [...key, ", which reported no commit"];
  const { commit, dirty, pullRequest } = origin;
  const changes = dirty ? " with uncommitted changes" : "";
  const review = pullRequest === undefined ? "" : ` of pull request ${pullRequest}`;
  const from = `${keyName === undefined ? "" : ","} from commit `;
  return [...key, from, { code: shortHash(commit) }, changes + review];
}

/** The same as text; the caller escapes it. */
export function writerText(write: ReportedWrite | undefined): string {
  const words = writerWords(write);
  return words.map((word) => (typeof word === "string" ? word : word.code)).join("");
}
