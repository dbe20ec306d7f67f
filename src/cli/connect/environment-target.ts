// Decides which address an environment has, and which API key may be sent to it.
import { ownVariable, type ProjectEnvironment } from "../../engine/environments/environment.ts";
import { Failure } from "../../engine/model/failure.ts";
import { isLoopbackHost } from "../../engine/text/loopback.ts";
import type { Environment } from "../../engine/model/ports.ts";
import { genericKeyVariable } from "../../engine/text/secrets.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { checkedBaseUrl, comparableUrl } from "../../io/http/base-url.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { type CommandHost, isCi } from "../host/command-host.ts";
import { confirmHost } from "./confirm-host.ts";

/** The address of a service, and the key for it. */
export interface ServiceTarget {
  /** `local` for the embedded service. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** The environment variable of the key (default PROMPTCTL_API_KEY). */
  readonly keyVariable?: string;
}

/** Where an address is set. */
interface Address {
  readonly source: "file" | "own" | "flag" | "generic";
  /** For messages. */
  readonly name: string;
  readonly baseUrl: string;
}

/** The service of an environment. Throws a Failure if its address or its key is not certain. */
export async function resolveEnvironmentTarget(
  host: CommandHost,
  settings: Settings,
  environment: ProjectEnvironment,
  givenUrl: string | undefined,
): Promise<ServiceTarget> {
  const addresses = addressesOf(host, environment, givenUrl);
  const baseUrl = agreedAddress(environment, addresses);
  if (isCi(host.env)) refuseFileOnly(environment, addresses);
  refuseSharedAddress(host.env, settings, environment, baseUrl);
  refuseContradictingPins(settings, environment, baseUrl);
  const found = keyOf(host.env, environment);
  if (!found) {
    const keyVariable = ownVariable("PROMPTCTL_API_KEY", environment.name);
    if (isLoopbackHost(new URL(baseUrl).hostname)) return { baseUrl, keyVariable };
    throw missingKey(host.env, settings, environment, baseUrl);
  }
  refuseOtherKey(host.env, settings, environment, found);
  await confirm(host, environment, { root: settings.root, addresses, baseUrl, ...found });
  return { baseUrl, ...found };
}

/** The address of promptctl.yaml, else that of its variable; not checked. */
export function configuredAddress(
  { env }: Pick<CommandHost, "env">,
  { name, baseUrl }: ProjectEnvironment,
): string | undefined {
  return baseUrl ?? (env[ownVariable("PROMPTCTL_BASE_URL", name)] || undefined);
}

/** All addresses that are set for an environment, checked. */
function addressesOf(
  { env }: CommandHost,
  { name, baseUrl }: ProjectEnvironment,
  givenUrl: string | undefined,
): Address[] {
  const own = ownVariable("PROMPTCTL_BASE_URL", name);
  const all = [
    { source: "file", name: "promptctl.yaml", url: baseUrl },
    { source: "own", name: own, url: env[own] || undefined },
    { source: "flag", name: "--base-url", url: givenUrl },
    {
      source: "generic",
      name: "PROMPTCTL_BASE_URL",
      url: env["PROMPTCTL_BASE_URL"] || undefined,
    },
  ] as const;
  return all.flatMap(({ url, ...each }) =>
    url === undefined ? [] : [{ ...each, baseUrl: checkedBaseUrl(url, ` (${each.name})`, name) }],
  );
}

/** The address of all sources. PROMPTCTL_BASE_URL alone does not say which environment it is for. */
function agreedAddress({ name }: ProjectEnvironment, addresses: readonly Address[]): string {
  const [first, ...others] = addresses;
  if (first && others.some(({ baseUrl }) => baseUrl !== first.baseUrl))
    throw new Failure(
      "usage",
      "different-addresses",
      `The base URLs of the environment ${name} are not the same.`,
      addresses.map((each) => `${each.name}: ${each.baseUrl}`),
    );
  const own = ownVariable("PROMPTCTL_BASE_URL", name);
  if (first && first.source !== "generic") return first.baseUrl;
  throw new Failure(
    "usage",
    "no-service",
    first
      ? `PROMPTCTL_BASE_URL alone is not used for the environment ${name}.`
      : `The environment ${name} has no base URL.`,
    `Set ${own}, use --base-url with --env ${name}, or write baseUrl under environments: ${name}: in promptctl.yaml.`,
  );
}

/** In CI, an address of promptctl.yaml needs one from outside: a commit can change the file. */
function refuseFileOnly({ name }: ProjectEnvironment, addresses: readonly Address[]): void {
  if (addresses.some(({ source }) => source !== "file")) return;
  const { baseUrl } = addresses[0]!;
  throw new Failure(
    "usage",
    "no-service",
    `The base URL of the environment ${name} is only in promptctl.yaml, which does not suffice in CI.`,
    `Set ${ownVariable("PROMPTCTL_BASE_URL", name)}=${shellQuote(baseUrl)}, or use ${addressFlags(name, baseUrl)}`,
  );
}

function othersOf(settings: Settings, { name }: ProjectEnvironment): ProjectEnvironment[] {
  return (settings.environments ?? []).filter((each) => each.name !== name);
}

/** Throws a Failure if another environment has the same address, in the file or in its variable. */
function refuseSharedAddress(
  env: Environment,
  settings: Settings,
  environment: ProjectEnvironment,
  baseUrl: string,
): void {
  const urlsOf = (each: ProjectEnvironment): (string | undefined)[] => [
    each.baseUrl,
    env[ownVariable("PROMPTCTL_BASE_URL", each.name)],
  ];
  const other = othersOf(settings, environment).find((each) =>
    urlsOf(each).some((url) => url && comparableUrl(url) === baseUrl),
  );
  if (!other) return;
  throw new Failure(
    "usage",
    "shared-address",
    `The environments ${environment.name} and ${other.name} have the same base URL: ${baseUrl}`,
    "Give each its own service.",
  );
}

function refuseContradictingPins(
  settings: Settings,
  { name, pins }: ProjectEnvironment,
  baseUrl: string,
): void {
  const shared = settings.pins[baseUrl] ?? {};
  const address = Object.keys(pins).find((each) => (shared[each] ?? pins[each]) !== pins[each]);
  if (address === undefined) return;
  throw new Failure(
    "invalid",
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
function keyOf(env: Environment, { name }: ProjectEnvironment): FoundKey | undefined {
  const found = [ownVariable("PROMPTCTL_API_KEY", name), genericKeyVariable].find(
    (variable) => env[variable],
  );
  return found === undefined ? undefined : { key: env[found]!, keyVariable: found };
}

/** The variables with the keys of other environments that are set. */
function otherKeyVariables(
  env: Environment,
  settings: Settings,
  environment: ProjectEnvironment,
): string[] {
  return othersOf(settings, environment)
    .map(({ name }) => ownVariable("PROMPTCTL_API_KEY", name))
    .filter((variable) => env[variable]);
}

function missingKey(
  env: Environment,
  settings: Settings,
  environment: ProjectEnvironment,
  baseUrl: string,
): Failure {
  const own = ownVariable("PROMPTCTL_API_KEY", environment.name);
  const others = otherKeyVariables(env, settings, environment);
  const unused = others.map((each) => `${each} is the key of another environment: it is not sent.`);
  return new Failure(
    "usage",
    "no-key",
    `No API key for the environment ${environment.name} (${baseUrl}).`,
    [
      ...unused,
      `Set the environment variable ${own}. The key is never read from a flag or a file.`,
    ],
  );
}

/** Throws a Failure if the key is also that of another environment. */
function refuseOtherKey(
  env: Environment,
  settings: Settings,
  environment: ProjectEnvironment,
  { key, keyVariable }: FoundKey,
): void {
  const other = otherKeyVariables(env, settings, environment).find(
    (variable) => env[variable]!.trim() === key.trim(),
  );
  if (other === undefined) return;
  throw new Failure(
    "refused",
    "key-of-other-environment",
    `API key not sent: ${keyVariable} has the same value as ${other}, the key of another environment.`,
    `Set ${ownVariable("PROMPTCTL_API_KEY", environment.name)} to the key of the environment ${environment.name}.`,
  );
}

interface KeyTarget extends FoundKey, Pick<Settings, "root"> {
  readonly addresses: readonly Address[];
  readonly baseUrl: string;
}

/** Throws a Failure unless the user set the address, or confirms it on a terminal. */
async function confirm(
  host: CommandHost,
  { name }: ProjectEnvironment,
  { root, addresses, baseUrl, keyVariable }: KeyTarget,
): Promise<void> {
  const isOwn = keyVariable !== genericKeyVariable;
  const confirming = isOwn ? ["own", "flag", "generic"] : ["flag", "generic"];
  if (addresses.some(({ source }) => confirming.includes(source))) return;
  const own = ownVariable("PROMPTCTL_API_KEY", name);
  if (isCi(host.env))
    throw new Failure(
      "refused",
      "no-consent",
      `${keyVariable} not sent to ${baseUrl}: neither --base-url nor PROMPTCTL_BASE_URL names this address.`,
      `Set ${own} to the key of the environment ${name}, or use ${addressFlags(name, baseUrl)}`,
    );
  await confirmHost(host, {
    root,
    baseUrl,
    keyVariable,
    trusted: `${name} ${new URL(baseUrl).host}`,
    reason: `${addresses[0]!.name} sets the base URL of the environment ${name} to ${baseUrl}.`,
    source: addresses[0]!.name,
    hint: `To confirm it: ${addressFlags(name, baseUrl)}, or set ${isOwn ? "" : `${own} and `}${ownVariable("PROMPTCTL_BASE_URL", name)}.`,
  });
}

/** The flags that name an environment and confirm its address. */
function addressFlags(name: string, baseUrl: string): string {
  return `--env ${name} --base-url ${shellQuote(baseUrl)}`;
}
