// Who wrote what a service has, in words, where the service reports it. A key and a commit are claims of the
// client; a run is verified.
import type { AlertText } from "../model/alert.ts";
import type { ReportedWrite, VerifiedRun } from "../model/origin.ts";
import { shortHash } from "./commit-hash.ts";

/**
 * ` by key release, from commit c4df49b of pull request 12`, after a verb. Empty if the service reports
 * neither a key nor a commit nor a run.
 */
export function writerWords(write: ReportedWrite | undefined): AlertText {
  const { keyName, origin, verifiedRun } = write ?? {};
  const key: AlertText = keyName === undefined ? [] : [" by key ", { code: keyName }];
  const run = verifiedRun ? runWords(verifiedRun) : [];
  if (!origin) return keyName === undefined ? run : [...key, ", which reported no commit", ...run];
  const { commit, dirty, pullRequest } = origin;
  const changes = dirty ? " with uncommitted changes" : "";
  const review = pullRequest === undefined ? "" : ` of pull request ${pullRequest}`;
  const from = `${keyName === undefined ? "" : ","} from commit `;
  return [...key, from, { code: shortHash(commit) }, changes + review, ...run];
}

function runWords({ repository, commit }: VerifiedRun): AlertText {
  const at = { code: shortHash(commit) };
  return [", by a run of ", { code: repository }, " at ", at, " (verified)"];
}

/** The same as text; the caller escapes it. */
export function writerText(write: ReportedWrite | undefined): string {
  return textOf(writerWords(write));
}

/** `, by a run of octo/shop at 3f2a91c (verified)`; empty without one. The caller escapes it. */
export function runText(run: VerifiedRun | undefined): string {
  return run ? textOf(runWords(run)) : "";
}

function textOf(words: AlertText): string {
  return words.map((word) => (typeof word === "string" ? word : word.code)).join("");
}
