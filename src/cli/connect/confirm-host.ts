// Asks before an API key is sent to a host that the user did not set: a repository must not be
// able to collect API keys.
import { Failure } from "../../engine/model/failure.ts";
import { findTrustFile, isTrustedHost, trustHost } from "./trust.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, questionText } from "../host/command-host.ts";

export interface HostToConfirm {
  /** The folder of the project. */
  readonly root: string;
  readonly baseUrl: string;
  readonly keyVariable: string;
  /** How the answer is remembered: the host, after the environment if there is one. */
  readonly trusted: string;
  /** The first sentence of the question: where the base URL comes from. */
  readonly reason: string;
  /** Where the base URL comes from, in the message of the failure. */
  readonly source: string;
  /** How to confirm it without a terminal. */
  readonly hint: string;
}

/**
 * Asks once for each host. Throws a Failure if the answer is no, or there is no interactive
 * terminal.
 */
export async function confirmHost(
  host: CommandHost,
  { root, baseUrl, keyVariable, trusted, reason, source, hint }: HostToConfirm,
): Promise<void> {
  const file = await findTrustFile({ folder: root, env: host.env });
  if (isTrustedHost(file, trusted)) return;
  const question = `${reason} Send ${keyVariable} to this host, now and in the future? (y/N)`;
  const isConfirmed = await host.ask?.(questionText(host, question));
  if (isConfirmed) {
    const problem = trustHost(file, trusted);
    if (problem !== undefined) host.err(`Cannot save this answer: ${escapeText(problem)}.\n`);
    return;
  }
  throw new Failure(
    "refused",
    "no-consent",
    `API key not sent to ${baseUrl}: this URL comes from ${source} and was not confirmed.`,
    "problem" in file ? [hint, `Earlier answers are not known: ${file.problem}.`] : hint,
  );
}
