// Decides which service a command uses, and whether the API key may be sent to it.
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { isLoopbackHost } from "../../engine/text/loopback.ts";
import { genericKeyVariable } from "../../engine/text/api-key.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { checkedBaseUrl, comparableUrl } from "../../io/http/base-url.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { type CommandHost, isCi } from "../host/command-host.ts";
import { confirmHost } from "./confirm-host.ts";
import { resolveEnvironmentTarget, type ServiceTarget } from "./environment-target.ts";

export interface ServiceTargetFlags {
  readonly baseUrl?: string;
  readonly local?: boolean;
  /** An environment of promptctl.yaml, or `local`. */
  readonly env?: string | undefined;
}

/** Whether the flags name the embedded service. */
export function usesLocal({ local, env }: Pick<ServiceTargetFlags, "local" | "env">): boolean {
  return local === true || env === "local";
}

/** The flag that names the embedded service, for messages. */
export function localFlag({ local }: Pick<ServiceTargetFlags, "local">): string {
  return local ? "--local" : "--env local";
}

/** Flag, environment, promptctl.yaml, in this order. A base URL from a file needs confirmation. */
export async function resolveServiceTarget(
  host: CommandHost,
  settings: Settings,
  flags: ServiceTargetFlags,
): Promise<ServiceTarget> {
  if (usesLocal(flags) && flags.baseUrl !== undefined)
    throw wrongUsage(
      "two-targets",
      `${localFlag(flags)} and --base-url cannot be used together.`,
      "Use one of them.",
    );
  if (usesLocal(flags)) return { baseUrl: "local" };
  if (flags.baseUrl === "")
    throw wrongUsage(
      "wrong-base-url",
      "The base URL is empty.",
      "Check that the variable that is passed to --base-url is set.",
    );
  const { environment } = settings;
  if (environment) return resolveEnvironmentTarget(host, settings, environment, flags.baseUrl);
  const givenUrl = flags.baseUrl ?? (host.env["PROMPTCTL_BASE_URL"] || undefined);
  if (givenUrl !== undefined) return remoteTarget(host, givenUrl);
  const { baseUrl } = settings;
  if (baseUrl === undefined)
    throw wrongUsage("no-service", "No service configured.", [
      "Use the embedded service:   add --local",
      "Use a remote service:       set PROMPTCTL_BASE_URL=https://… and PROMPTCTL_API_KEY=…",
    ]);
  if (isCi(host.env)) throw baseUrlInCi(baseUrl);
  if (baseUrl === "local") return { baseUrl };
  const target = remoteTarget(host, baseUrl, " (baseUrl of promptctl.yaml)");
  if (target.key !== undefined) await confirmFileUrl(host, settings, target.baseUrl);
  return target;
}

/** `source` follows the URL in errors. */
function remoteTarget(host: CommandHost, url: string, source?: string): ServiceTarget {
  const baseUrl = checkedBaseUrl(url, source);
  if (host.serviceKey) return { baseUrl, key: host.serviceKey(baseUrl) };
  const key = host.env[genericKeyVariable] || undefined;
  if (key === undefined && !isLoopbackHost(new URL(baseUrl).hostname))
    throw wrongUsage(
      "no-key",
      `No API key for ${baseUrl}.`,
      "Set the environment variable PROMPTCTL_API_KEY. The key is never read from a flag or a file.",
    );
  return { baseUrl, key };
}

async function confirmFileUrl(
  host: CommandHost,
  { root }: Settings,
  baseUrl: string,
): Promise<void> {
  await confirmHost(host, {
    root,
    baseUrl,
    keyVariable: genericKeyVariable,
    trusted: new URL(baseUrl).host,
    reason: `promptctl.yaml sets baseUrl to ${baseUrl}.`,
    source: "promptctl.yaml",
    hint: `To confirm it: --base-url ${shellQuote(baseUrl)}, or set PROMPTCTL_BASE_URL.`,
  });
}

function baseUrlInCi(url: string): Failure {
  const baseUrl = comparableUrl(url); // without a password
  return wrongUsage(
    "no-service",
    "baseUrl in promptctl.yaml is ignored in CI: set PROMPTCTL_BASE_URL.",
    baseUrl === "local"
      ? "To use the embedded service: --local"
      : `To use ${baseUrl}: --base-url ${shellQuote(baseUrl)}`,
  );
}
