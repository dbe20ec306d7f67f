// Decides which base URL an environment has, and which API key may be sent to it.
import { ownVariable, type ProjectEnvironment } from "../../engine/environments/environment.ts";
import { type Failure, invalid, refused, wrongUsage } from "../../engine/model/failure.ts";
import { isLoopbackHost } from "../../engine/text/loopback.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { genericKeyVariable } from "../../engine/text/api-key.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { checkedBaseUrl, comparableUrl } from "../../io/http/base-url.ts";
import type { ReadKey } from "../../io/http/service-key.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { type CommandHost, isCi } from "../host/command-host.ts";
import { confirmHost } from "./confirm-host.ts";

/** The base URL of a service, and the key for it. */
export interface ServiceTarget {
  /** `local` for the embedded service. */
  readonly baseUrl: string;
  readonly key?: string | ReadKey | undefined;
  /** The environment variable of the key (default PROMPTCTL_API_KEY). */
  readonly keyVariable?: string;
}

/** A base URL of an environment, and where it is set. */
interface GivenUrl {
  readonly source: "file" | "own" | "flag" | "generic";
  /** For messages. */
  readonly name: string;
  readonly baseUrl: string;
}

/** The environment whose service is decided on, and what decides. */
interface Decision {
  readonly env: EnvironmentVariables;
  readonly settings: Settings;
  readonly environment: ProjectEnvironment;
  readonly others: readonly ProjectEnvironment[];
  readonly urls: readonly GivenUrl[];
  /** The base URL of all sources. */
  readonly baseUrl: string;
}

/** The service of an environment. Throws a Failure if its base URL or its key is not certain. */
export async function resolveEnvironmentTarget(
  host: CommandHost,
  settings: Settings,
  environment: ProjectEnvironment,
  givenUrl: string | undefined,
): Promise<ServiceTarget> {
  const { env } = host;
  const urls = givenUrls(env, environment, givenUrl);
  const baseUrl = agreedUrl(environment, urls);
  const others = (settings.environments ?? []).filter(({ name }) => name !== environment.name);
  const decision = { env, settings, environment, others, urls, baseUrl };
  if (isCi(env)) refuseFileOnly(decision);
  refuseSharedUrl(decision);
  refuseContradictingPins(decision);
  if (host.serviceKey) return { baseUrl, key: host.serviceKey(baseUrl) };
  const found = keyOf(env, environment);
  if (!found) {
    const keyVariable = ownVariable("PROMPTCTL_API_KEY", environment.name);
    if (isLoopbackHost(new URL(baseUrl).hostname)) return { baseUrl, keyVariable };
    throw missingKey(decision);
  }
  refuseOtherKey(decision, found);
  await confirm(host, decision, found.keyVariable);
  return { baseUrl, ...found };
}

/** The base URL of promptctl.yaml, else that of its variable; not checked. */
export function configuredUrl(
  { env }: Pick<CommandHost, "env">,
  { name, baseUrl }: ProjectEnvironment,
): string | undefined {
  return baseUrl ?? (env[ownVariable("PROMPTCTL_BASE_URL", name)] || undefined);
}

/** All base URLs that are set for an environment, checked. */
function givenUrls(
  env: EnvironmentVariables,
  { name, baseUrl }: ProjectEnvironment,
  flag: string | undefined,
): GivenUrl[] {
  const own = ownVariable("PROMPTCTL_BASE_URL", name);
  const generic = "PROMPTCTL_BASE_URL";
  const all = [
    { source: "file", name: "promptctl.yaml", url: baseUrl },
    { source: "own", name: own, url: env[own] || undefined },
    { source: "flag", name: "--base-url", url: flag },
    { source: "generic", name: generic, url: env[generic] || undefined },
  ] as const;
  return all.flatMap(({ url, ...each }) =>
    url === undefined ? [] : [{ ...each, baseUrl: checkedBaseUrl(url, ` (${each.name})`, name) }],
  );
}

/** The base URL of all sources. PROMPTCTL_BASE_URL alone does not say which environment it is for. */
function agreedUrl({ name }: ProjectEnvironment, urls: readonly GivenUrl[]): string {
  const [first, ...others] = urls;
  if (first && others.some(({ baseUrl }) => baseUrl !== first.baseUrl))
    throw wrongUsage(
      "different-base-urls",
      `The base URLs of the environment ${name} are not the same.`,
      urls.map((each) => `${each.name}: ${each.baseUrl}`),
    );
  if (first && first.source !== "generic") return first.baseUrl;
  const own = ownVariable("PROMPTCTL_BASE_URL", name);
  throw wrongUsage(
    "no-service",
    first
      ? `PROMPTCTL_BASE_URL alone is not used for the environment ${name}.`
      : `The environment ${name} has no base URL.`,
    `Set ${own}, use --base-url with --env ${name}, or write baseUrl under environments: ${name}: in promptctl.yaml.`,
  );
}

/** In CI, a base URL of promptctl.yaml needs one from outside: a commit can change the file. */
function refuseFileOnly({ environment: { name }, urls, baseUrl }: Decision): void {
  if (urls.some(({ source }) => source !== "file")) return;
  throw wrongUsage(
    "no-service",
    `The base URL of the environment ${name} is only in promptctl.yaml, which does not suffice in CI.`,
    `Set ${ownVariable("PROMPTCTL_BASE_URL", name)}=${shellQuote(baseUrl)}`,
  );
}

/** Throws a Failure if another environment has the same base URL, in the file or in its variable. */
function refuseSharedUrl({ env, environment: { name }, others, baseUrl }: Decision): void {
  const other = others.find((each) =>
    [each.baseUrl, env[ownVariable("PROMPTCTL_BASE_URL", each.name)]].some(
      (url) => url && comparableUrl(url) === baseUrl,
    ),
  );
  if (!other) return;
  throw wrongUsage(
    "shared-base-url",
    `The environments ${name} and ${other.name} have the same base URL: ${baseUrl}`,
    "Give each its own service.",
  );
}

function refuseContradictingPins({ settings, environment, baseUrl }: Decision): void {
  const { name, pins } = environment;
  const shared = settings.pins[baseUrl] ?? {};
  const address = Object.keys(pins).find((each) => (shared[each] ?? pins[each]) !== pins[each]);
  if (address === undefined) return;
  throw invalid(
    "wrong-pin",
    `promptctl.yaml pins ${address} to two ids: ${shared[address]} for ${baseUrl}, ${pins[address]} for the environment ${name}.`,
    "Keep one of them.",
  );
}

/** An API key and its variable. */
interface FoundKey {
  readonly key: string;
  readonly keyVariable: string;
}

/** The key of the environment, else the generic one. */
function keyOf(env: EnvironmentVariables, { name }: ProjectEnvironment): FoundKey | undefined {
  const found = [ownVariable("PROMPTCTL_API_KEY", name), genericKeyVariable].find(
    (variable) => env[variable],
  );
  return found === undefined ? undefined : { key: env[found]!, keyVariable: found };
}

/** The variables with the keys of other environments that are set. */
function otherKeyVariables({ env, others }: Decision): string[] {
  return others
    .map(({ name }) => ownVariable("PROMPTCTL_API_KEY", name))
    .filter((variable) => env[variable]);
}

function missingKey(decision: Decision): Failure {
  const { name } = decision.environment;
  const unused = otherKeyVariables(decision).map(
    (each) => `${each} is the key of another environment: it is not sent.`,
  );
  return wrongUsage("no-key", `No API key for the environment ${name} (${decision.baseUrl}).`, [
    ...unused,
    `Set the environment variable ${ownVariable("PROMPTCTL_API_KEY", name)}. The key is never read from a flag or a file.`,
  ]);
}

/** Throws a Failure if the key is also that of another environment. */
function refuseOtherKey(decision: Decision, { key, keyVariable }: FoundKey): void {
  const { name } = decision.environment;
  const other = otherKeyVariables(decision).find(
    (variable) => decision.env[variable]!.trim() === key.trim(),
  );
  if (other === undefined) return;
  throw refused(
    "key-of-other-environment",
    `API key not sent: ${keyVariable} has the same value as ${other}, the key of another environment.`,
    `Set ${ownVariable("PROMPTCTL_API_KEY", name)} to the key of the environment ${name}.`,
  );
}

/** Throws a Failure unless the user set the base URL, or confirms it on a terminal. */
async function confirm(
  host: CommandHost,
  { env, settings: { root }, environment: { name }, urls, baseUrl }: Decision,
  keyVariable: string,
): Promise<void> {
  const isOwn = keyVariable !== genericKeyVariable;
  const confirming = isOwn ? ["own", "flag", "generic"] : ["flag", "generic"];
  if (urls.some(({ source }) => confirming.includes(source))) return;
  const own = ownVariable("PROMPTCTL_API_KEY", name);
  if (isCi(env))
    throw refused(
      "no-consent",
      `${keyVariable} not sent to ${baseUrl}: neither --base-url nor PROMPTCTL_BASE_URL names this base URL.`,
      `Set ${own} to the key of the environment ${name}, or use ${confirmingFlags(name, baseUrl)}`,
    );
  await confirmHost(host, {
    root,
    baseUrl,
    keyVariable,
    trusted: `${name} ${new URL(baseUrl).host}`,
    reason: `${urls[0]!.name} sets the base URL of the environment ${name} to ${baseUrl}.`,
    source: urls[0]!.name,
    hint: `To confirm it: ${confirmingFlags(name, baseUrl)}, or set ${isOwn ? "" : `${own} and `}${ownVariable("PROMPTCTL_BASE_URL", name)}.`,
  });
}

/** The flags that name an environment and confirm its base URL. */
function confirmingFlags(name: string, baseUrl: string): string {
  return `--env ${name} --base-url ${shellQuote(baseUrl)}`;
}
