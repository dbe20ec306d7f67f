// promptctl serve: the embedded service on a port.
import { badPortsSet } from "undici/lib/web/fetch/constants.js";
import { failed, refused, wrongUsage } from "../../engine/model/failure.ts";
import { once } from "../../engine/model/collections.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import type { Capabilities } from "../../engine/model/kind.ts";
import { isLoopbackHost } from "../../engine/text/loopback.ts";
import { refuseCheckout } from "../../io/git/checkout.ts";
import { localPath, prepareLocal } from "../../project/local/local-folder.ts";
import { createPage, type PageSetup } from "../../service/page/page.ts";
import { createApiKeys } from "../../service/http/access/api-keys.ts";
import type { Handler, ServiceOptions } from "../../service/http/app.ts";
import {
  type ClientAddress,
  createClientAddress,
  isSubnet,
} from "../../service/http/access/client-address.ts";
import { listen, type Listening } from "../../service/http/listen.ts";
import { createMetrics } from "../../service/http/metrics.ts";
import { createTokens } from "../../service/http/access/tokens.ts";
import { requestLog } from "../../service/http/access/request-log.ts";
import { isPostgresUrl, openStore } from "../../service/open-store.ts";
import type { DoneMigration } from "../../service/store/migration.ts";
import type { Store } from "../../service/store/stored-resource.ts";
import { serveAdvice } from "../../views/text/provider-advice.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import type { CommandHost, OutputFormat } from "../host/command-host.ts";
import { createEmbeddedService, openingStore, storeFileName } from "../connect/embedded-service.ts";
import { createServiceLog, writeOncePerTurn, type ServiceLog } from "../connect/service-log.ts";
import { isEnvironmentName } from "../../engine/environments/environment.ts";
import { hasAccess, providerAccess } from "../../engine/providers/provider-access.ts";
import { untilHangup } from "./reload-keys.ts";
import { secretSource, withSecretFiles } from "./secret-files.ts";
import { readServiceKeys, shortKeysWarning } from "./service-keys.ts";
import { readTokenRules, tokenRulesWarning } from "./token-rules.ts";
import { storeAt } from "./store-location.ts";

export interface ServeFlags extends Partial<Capabilities> {
  readonly port: number;
  readonly host: string;
  readonly store?: string;
  readonly echo?: boolean;
  /** What the page calls the service. */
  readonly name?: string;
  /** The environment of projects, for the commands on the page. */
  readonly env?: string;
  /** Whether the page is served. */
  readonly page: boolean;
  /** Time limit for a provider's response, in milliseconds. */
  readonly providerTimeout: number;
  /** How long connections are kept after the service is told to end, in milliseconds. */
  readonly drainTime: number;
  readonly log?: OutputFormat<"serve">;
  /** The proxies whose X-Forwarded-For counts: addresses and subnets, separated by commas. */
  readonly trustProxy?: string;
}

interface ServedStore {
  /** The path of the file, or the URL without the password. */
  readonly name: string;
  readonly store: Store;
}

/** Runs until interrupted or terminated; returns exit code 0. */
export async function serveCommand(host: CommandHost, flags: ServeFlags): Promise<number> {
  const env = withSecretFiles(host.env, host.cwd);
  const given = readServiceKeys(env);
  const rules = readTokenRules(env);
  const fetch = once(() => host.fetch());
  const tokens = createTokens(rules, {
    fetch: async (url, init) => (await fetch())(url, init),
    now: host.now,
    time: host.time,
  });
  const keys = createApiKeys(given, tokens);
  if (keys.isEmpty) requireLoopback(flags);
  refuseBlockedPort(flags);
  refuseEnvironment(flags);
  const clientAddress = clientAddressOf(flags);
  const { terminal, time } = host;
  const lines = writeOncePerTurn(host.err);
  const log = createServiceLog({ terminal, time, err: lines.add }, flags.log);
  const { name, store } = await openServedStore({ cwd: host.cwd, env }, flags, log);
  const { echo = false, evaluationUpdate = false, evaluationDeleteCascades = false } = flags;
  const capabilities = { evaluationUpdate, evaluationDeleteCascades };
  try {
    const { providerTimeout: providerTimeoutMs } = flags;
    const metrics = createMetrics(store);
    const page = flags.page ? { page: pageOf(env, flags) } : {};
    const setup = {
      store,
      keys,
      capabilities,
      echo,
      advise: serveAdvice,
      providerTimeoutMs,
      metrics,
      log,
      requestLog: requestLog({ log, clientAddress }),
      ...page,
    };
    const { now, providerFetch } = host;
    const handler = createEmbeddedService({ env, now, providerFetch }, setup);
    const { url, close } = await startListening(handler, flags);
    host.out(`Serving at ${url}\n`);
    const needsKey = keys.isEmpty || keys.hasKeys ? "" : " (needs an API key; none is set)";
    if (flags.page) host.out(`Prompts in the browser: ${url}/${needsKey}\n`);
    host.out(`Store: ${escapeText(name)}\n`);
    if (keys.isEmpty) host.err("No API key is set: every program on this machine has access.\n");
    host.err(shortKeysWarning(given) + tokenRulesWarning(rules));
    await Promise.race([host.untilInterrupted(), untilHangup(host, keys, log)]);
    await close();
    return 0;
  } finally {
    await store.close().finally(lines.flush);
  }
}

/** Behind the proxies of --trust-proxy, the address that they report. */
function clientAddressOf({ trustProxy }: ServeFlags): ClientAddress {
  const trusted = trustProxy?.split(",").map((each) => each.trim()) ?? [];
  const wrong = trusted.find((each) => !isSubnet(each));
  if (wrong === undefined) return createClientAddress(trusted);
  throw wrongUsage(
    "wrong-address",
    `--trust-proxy has an invalid address: ${escapeText(JSON.stringify(wrong))}.`,
    "Write addresses or subnets, separated by commas: 10.0.0.1,192.168.0.0/16",
  );
}

/** The page, which runs prompts of the providers with an API key. */
function pageOf(
  env: EnvironmentVariables,
  { echo = false, name, env: environment }: ServeFlags,
): NonNullable<ServiceOptions["page"]> {
  const access = Object.entries(providerAccess(env));
  const providers = access.filter(([, given]) => hasAccess(given)).map(([id]) => id);
  const setup: PageSetup = {
    serviceName: name,
    environment,
    support: { echo, providers },
    definitions: async () =>
      (await import("../../service/page/prompt/prompt-definitions.ts")).promptDefinitions,
  };
  return (options) => createPage(options, setup);
}

/** The store of --store, else that of PROMPTCTL_STORE, else the project's. */
async function openServedStore(
  host: Pick<CommandHost, "cwd" | "env">,
  flags: ServeFlags,
  log: ServiceLog,
): Promise<ServedStore> {
  const onMigration = (done: DoneMigration): void => log({ type: "store-migrated", ...done });
  const source = flags.store === undefined ? secretSource(host.env, "PROMPTCTL_STORE") : "--store";
  const location = flags.store ?? host.env["PROMPTCTL_STORE"];
  if (flags.store === undefined && !location?.trim()) {
    const name = localPath(host.cwd, storeFileName);
    await refuseCheckout({ folder: host.cwd, env: host.env }, name);
    const open = (): Promise<Store> =>
      openStore(prepareLocal(host.cwd, storeFileName), { onMigration });
    return { name, store: await openingStore(name, open) };
  }
  const { name, ...place } = storeAt(host, location!, source);
  const open = (): Promise<Store> => openStore(place.location, { ...place, onMigration });
  return { name, store: isPostgresUrl(location!) ? await open() : await openingStore(name, open) };
}

/** The page prints the name in commands. */
function refuseEnvironment({ env }: ServeFlags): void {
  if (env === undefined || isEnvironmentName(env)) return;
  throw wrongUsage(
    "wrong-environment-name",
    `${JSON.stringify(env)} is no name of an environment.`,
    "Name the environment of promptctl.yaml whose service this is. To name the service only on its page: --name",
  );
}

function refuseBlockedPort({ port }: ServeFlags): void {
  if (!badPortsSet.has(String(port))) return;
  throw wrongUsage(
    "blocked-port",
    `Port ${port} cannot be used: fetch and browsers refuse to connect to it.`,
    "Choose another port with --port, or 0 for a free one.",
  );
}

/** Without an API key, the service is reachable from this machine only. */
function requireLoopback(flags: ServeFlags): void {
  if (isLocal(flags)) return;
  throw refused(
    "no-key",
    `Listening on ${flags.host} requires an API key.`,
    "Set PROMPTCTL_SERVE_KEYS to one or more keys, separated by commas.",
  );
}

/** Whether only programs on this machine can connect. */
function isLocal({ host }: ServeFlags): boolean {
  return isLoopbackHost(host === "::1" ? "[::1]" : host);
}

async function startListening(
  handler: Handler,
  { host, port, drainTime: drainMs, providerTimeout }: ServeFlags,
): Promise<Listening> {
  try {
    const shutdownTimeoutMs = providerTimeout + 10_000;
    return await listen({ handler, host, port, drainMs, shutdownTimeoutMs });
  } catch (error) {
    throw failed(
      "cannot-listen",
      `Cannot listen on ${host}:${port}: ${systemMessage(error)}.`,
      "Choose another port with --port, or 0 for a free one.",
    );
  }
}
