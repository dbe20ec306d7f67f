// Decides which service a command uses, and whether the API key may be sent to it.
import { Failure } from "../engine/model/failure.ts";
import { isLoopbackHost } from "../engine/model/loopback.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { checkedBaseUrl, comparableUrl } from "../io/base-url.ts";
import type { Settings } from "../io/configuration.ts";
import { isTrustedHost, trustHost } from "../io/trust.ts";
import { type CommandHost, isCi } from "./command-host.ts";

export interface ServiceTargetFlags {
  readonly baseUrl?: string;
  readonly local?: boolean;
}

export interface ServiceTarget {
  /** `local` for the embedded service. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
}

/** Flag, environment, promptctl.yaml, in this order. A base URL from a file needs confirmation. */
export async function resolveServiceTarget(
  host: CommandHost,
  settings: Settings,
  flags: ServiceTargetFlags,
): Promise<ServiceTarget> {
  if (flags.local && flags.baseUrl !== undefined)
    throw new Failure(
      "usage",
      "two-targets",
      "--local and --base-url cannot be used together.",
      "Use one of them.",
    );
  if (flags.local) return { baseUrl: "local" };
  if (flags.baseUrl === "")
    throw new Failure(
      "usage",
      "wrong-base-url",
      "The base URL is empty.",
      "Check that the variable that is passed to --base-url is set.",
    );
  const givenUrl = flags.baseUrl ?? (host.env["PROMPTCTL_BASE_URL"] || undefined);
  if (givenUrl !== undefined) return remoteTarget(host, givenUrl);
  const { baseUrl } = settings;
  if (baseUrl === undefined)
    throw new Failure("usage", "no-service", "No service configured.", [
      "Use the embedded service:   add --local",
      "Use a remote service:       set PROMPTCTL_BASE_URL=https://… and PROMPTCTL_API_KEY=…",
    ]);
  if (isCi(host.env)) throw baseUrlInCi(baseUrl);
  if (baseUrl === "local") return { baseUrl };
  const target = remoteTarget(host, baseUrl, " (baseUrl of promptctl.yaml)");
  if (target.key !== undefined) await confirmHost(host, target.baseUrl);
  return target;
}

/** `source` follows the URL in errors. */
function remoteTarget(host: CommandHost, url: string, source?: string): ServiceTarget {
  const baseUrl = checkedBaseUrl(url, source);
  const key = host.env["PROMPTCTL_API_KEY"] || undefined;
  if (key === undefined && !isLoopbackHost(new URL(baseUrl).hostname))
    throw new Failure(
      "usage",
      "no-key",
      `No API key for ${baseUrl}.`,
      "Set the environment variable PROMPTCTL_API_KEY. The key is never read from a flag or a file.",
    );
  return { baseUrl, key };
}

/** Asks once per host: a repository must not be able to collect API keys. */
async function confirmHost(host: CommandHost, baseUrl: string): Promise<void> {
  const name = new URL(baseUrl).host;
  if (isTrustedHost(host.env, name)) return;
  const isConfirmed = await host.ask?.(
    `promptctl.yaml sets baseUrl to ${baseUrl}. Send PROMPTCTL_API_KEY to this host, now and in the future? (y/N) `,
  );
  if (isConfirmed) {
    if (!trustHost(host.env, name))
      host.err("Cannot save this answer: the user configuration folder is not writable.\n");
    return;
  }
  throw new Failure(
    "refused",
    "no-consent",
    `API key not sent to ${baseUrl}: this URL comes from promptctl.yaml and was not confirmed.`,
    `To confirm it: --base-url ${shellQuote(baseUrl)}, or set PROMPTCTL_BASE_URL.`,
  );
}

function baseUrlInCi(url: string): Failure {
  const baseUrl = comparableUrl(url); // without a password
  return new Failure(
    "usage",
    "no-service",
    "baseUrl in promptctl.yaml is ignored in CI: set PROMPTCTL_BASE_URL.",
    baseUrl === "local"
      ? "To use the embedded service: --local"
      : `To use ${baseUrl}: --base-url ${shellQuote(baseUrl)}`,
  );
}
