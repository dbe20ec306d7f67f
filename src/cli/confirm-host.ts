// Asks before an API key is sent to an address that the user did not set: a repository must not be
// able to collect API keys.
import { Failure } from "../engine/model/failure.ts";
import { isTrustedHost, trustHost } from "../io/trust.ts";
import { type CommandHost, questionText } from "./command-host.ts";

export interface HostToConfirm {
  readonly baseUrl: string;
  readonly keyVariable: string;
  /** How the answer is remembered: the host, after the environment if there is one. */
  readonly trusted: string;
  /** The first sentence of the question: where the address comes from. */
  readonly reason: string;
  /** Where the address comes from, in the message of the failure. */
  readonly source: string;
  /** How to confirm the address without a terminal. */
  readonly hint: string;
}

/**
 * Asks once for each host. Throws a Failure if the answer is no, or there is no interactive
 * terminal.
 */
export async function confirmHost(
  host: CommandHost,
  { baseUrl, keyVariable, trusted, reason, source, hint }: HostToConfirm,
): Promise<void> {
  if (isTrustedHost(host.env, trusted)) return;
  const question = `${reason} Send ${keyVariable} to this host, now and in the future? (y/N)`;
  const isConfirmed = await host.ask?.(questionText(host, question));
  if (isConfirmed) {
    if (!trustHost(host.env, trusted))
      host.err("Cannot save this answer: the user configuration folder is not writable.\n");
    return;
  }
  throw new Failure(
    "refused",
    "no-consent",
    `API key not sent to ${baseUrl}: this URL comes from ${source} and was not confirmed.`,
    hint,
  );
}
