// Where to: which service a command talks to, and whether the key may go there.
import { Failure } from "../engine/model/failure.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { checkedBaseUrl, comparableUrl, isLoopback } from "../io/base-url.ts";
import type { Settings } from "../io/configuration.ts";
import { trustedHosts } from "../io/trust.ts";
import { type CommandHost, isCi } from "./command-host.ts";

export interface ServiceTargetFlags {
  readonly baseUrl?: string;
  readonly local?: boolean;
}

export type ServiceTarget =
  | { readonly embedded: true }
  | { readonly embedded: false; readonly baseUrl: string; readonly key: string | undefined };

/** Flag, then environment, then file; the key goes to an address from a file only with consent. */
export async function resolveServiceTarget(
  host: CommandHost,
  settings: Settings,
  flags: ServiceTargetFlags,
): Promise<ServiceTarget> {
  if (flags.local && flags.baseUrl !== undefined)
    throw new Failure(
      "usage",
      "two-targets",
      "--local and --base-url name two services.",
      "Leave one out.",
    );
  if (flags.local) return { embedded: true };
  const said = flags.baseUrl ?? (host.env["PROMPTCTL_BASE_URL"] || undefined);
  if (said !== undefined) return remote(host, said);
  const { baseUrl } = settings;
  if (baseUrl === undefined) throw nothingConfigured();
  if (isCi(host.env)) throw fileInCi(baseUrl);
  if (baseUrl === "local") return { embedded: true };
  const where = remote(host, baseUrl, "promptctl.yaml");
  if (where.key !== undefined) await consent(host, where.baseUrl);
  return where;
}

function remote(
  host: CommandHost,
  address: string,
  file?: string,
): ServiceTarget & { embedded: false } {
  const baseUrl = checkedBaseUrl(address, file === undefined ? "" : ` (baseUrl of ${file})`);
  const key = host.env["PROMPTCTL_API_KEY"] || undefined;
  if (key === undefined && !isLoopback(new URL(baseUrl)))
    throw new Failure(
      "usage",
      "no-key",
      `There is no API key for ${baseUrl}.`,
      "Set PROMPTCTL_API_KEY in the environment. It is never read from a flag or a file.",
    );
  return { embedded: false, baseUrl, key };
}

/** Asked once per host, because a repository can be anyone's. */
async function consent(host: CommandHost, baseUrl: string): Promise<void> {
  const trusted = trustedHosts(host.env);
  const name = new URL(baseUrl).host;
  if (trusted.has(name)) return;
  const yes = await host.ask?.(
    `promptctl.yaml names ${baseUrl}. Send your PROMPTCTL_API_KEY there, now and later? (y/N) `,
  );
  if (yes) {
    if (!trusted.add(name))
      host.err("That could not be remembered: your configuration folder cannot be written to.\n");
    return;
  }
  throw new Failure(
    "refused",
    "no-consent",
    `The key was not sent to ${baseUrl}: the address comes from promptctl.yaml, and nobody said yes to it.`,
    `If it is right, say so yourself: --base-url ${shellQuote(baseUrl)}, or PROMPTCTL_BASE_URL.`,
  );
}

function nothingConfigured(): Failure {
  return new Failure("usage", "no-service", "Nothing says which service to use.", [
    "Try it here, with nothing to set up:   add --local",
    "Or name yours:                         PROMPTCTL_BASE_URL=https://…  PROMPTCTL_API_KEY=…",
  ]);
}

function fileInCi(address: string): Failure {
  const baseUrl = comparableUrl(address); // without a password someone may have left in it
  return new Failure(
    "usage",
    "no-service",
    `In CI the address of promptctl.yaml (${baseUrl}) does not count, because a repository can be anyone's.`,
    baseUrl === "local"
      ? "Say it yourself: --local, or set PROMPTCTL_BASE_URL."
      : `Say it yourself: --base-url ${shellQuote(baseUrl)}, or set PROMPTCTL_BASE_URL.`,
  );
}
