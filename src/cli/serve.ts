// promptctl serve: the embedded service on a port.
import { resolve } from "node:path";
import { badPortsSet } from "undici/lib/web/fetch/constants.js";
import { Failure } from "../engine/model/failure.ts";
import { systemMessage } from "../engine/text/system-message.ts";
import type { Capabilities } from "../engine/model/kind.ts";
import { isLoopbackHost } from "../engine/text/loopback.ts";
import { refuseCheckout } from "../io/git/checkout.ts";
import { localPath, prepareLocal } from "../project/local/local-folder.ts";
import { isFolder } from "../io/files/paths.ts";
import { createPage, type PageSetup } from "../service/page/page.ts";
import type { Handler, ServiceOptions } from "../service/http/app.ts";
import { listen, type Listening } from "../service/http/listen.ts";
import { createMetrics } from "../service/http/metrics.ts";
import { publicUrl, withSslMode } from "../service/postgres/postgres-url.ts";
import { checkLocation, isPostgresUrl, openStore } from "../service/open-store.ts";
import type { Store } from "../service/store/stored-resource.ts";
import { escapeText } from "../views/text/terminal-text.ts";
import type { CommandHost } from "./host/command-host.ts";
import { createEmbeddedService, openingStore, storeFileName } from "./connect/embedded-service.ts";
import { hasAccess, providerAccess } from "../engine/text/provider-access.ts";

export interface ServeFlags extends Partial<Capabilities> {
  readonly port: number;
  readonly host: string;
  readonly store?: string;
  readonly echo?: boolean;
  /** What the page calls the service. */
  readonly name?: string;
  /** Whether the page is served. */
  readonly page: boolean;
  /** Time limit for a provider's response, in milliseconds. */
  readonly providerTimeout: number;
}

interface ServedStore {
  /** The path of the file, or the URL without the password. */
  readonly name: string;
  readonly store: Store;
}

/** Runs until interrupted or terminated; returns exit code 0. */
export async function serveCommand(host: CommandHost, flags: ServeFlags): Promise<number> {
  const keys = serviceKeys(host);
  if (keys.length === 0) requireLoopback(flags);
  refuseBlockedPort(flags);
  const { name, store } = await openServedStore(host, flags);
  const log = (entry: object): void => host.err(`${JSON.stringify(entry)}\n`);
  const { echo = false, evaluationUpdate = false, evaluationDeleteCascades = false } = flags;
  const capabilities = { evaluationUpdate, evaluationDeleteCascades };
  try {
    const { providerTimeout: providerTimeoutMs } = flags;
    const metrics = createMetrics(store);
    const page = flags.page ? { page: pageOf(host, flags) } : {};
    const setup = { store, keys, capabilities, echo, providerTimeoutMs, metrics, log, ...page };
    const handler = withRequestLog(host, createEmbeddedService(host, setup), log);
    const { url, close } = await startListening(handler, flags);
    host.out(`Serving at ${url}\n`);
    if (flags.page) host.out(`Prompts in the browser: ${url}/\n`);
    host.out(`Store: ${escapeText(name)}\n`);
    if (keys.length === 0)
      host.err("No API key is set: every program on this machine has access.\n");
    if (!isLocal(flags) && keys.some((key) => key.length < minKeyLength))
      host.err(
        `An API key has fewer than ${minKeyLength} characters, and the service listens on ${flags.host}. Use long random keys, for example from: openssl rand -hex 32\n`,
      );
    await host.untilInterrupted();
    await close();
    return 0;
  } finally {
    await store.close();
  }
}

/** The page, which runs prompts of the providers with an API key. */
function pageOf(
  { env }: CommandHost,
  { echo = false, name }: ServeFlags,
): NonNullable<ServiceOptions["page"]> {
  const access = Object.entries(providerAccess(env));
  const providers = access.filter(([, given]) => hasAccess(given)).map(([id]) => id);
  const setup: PageSetup = {
    serviceName: name,
    support: { echo, providers },
    definitions: async () =>
      (await import("../service/page/prompt-definitions.ts")).promptDefinitions,
  };
  return (options) => createPage(options, setup);
}

/** The store of --store, else that of PROMPTCTL_STORE, else the project's. */
async function openServedStore(host: CommandHost, flags: ServeFlags): Promise<ServedStore> {
  const source = flags.store === undefined ? "PROMPTCTL_STORE" : "--store";
  const location = (flags.store ?? host.env["PROMPTCTL_STORE"])?.trim();
  if (flags.store === undefined && !location) {
    const name = localPath(host.cwd, storeFileName);
    await refuseCheckout({ folder: host.cwd, env: host.env }, name);
    const open = (): Promise<Store> => openStore(prepareLocal(host.cwd, storeFileName));
    return { name, store: await openingStore(name, open) };
  }
  checkLocation(location!, source);
  if (isPostgresUrl(location!)) {
    const store = await openStore(withSslMode(location!, host.env["PGSSLMODE"]));
    return { name: publicUrl(location!), store };
  }
  const name = resolve(host.cwd, location!);
  if (isFolder(name))
    throw new Failure(
      "failed",
      "store",
      `The store ${name} is a folder.`,
      `Name a file with ${source}.`,
    );
  return { name, store: await openingStore(name, () => openStore(name)) };
}

function refuseBlockedPort({ port }: ServeFlags): void {
  if (!badPortsSet.has(String(port))) return;
  throw new Failure(
    "usage",
    "blocked-port",
    `Port ${port} cannot be used: fetch and browsers refuse to connect to it.`,
    "Choose another port with --port, or 0 for a free one.",
  );
}

/**
 * The keys of PROMPTCTL_SERVE_KEYS, separated by commas, or one on each line, so that a key can
 * contain a comma; else the key of PROMPTCTL_API_KEY.
 */
function serviceKeys({ env }: CommandHost): string[] {
  const several = env["PROMPTCTL_SERVE_KEYS"]?.trim();
  const name = several ? "PROMPTCTL_SERVE_KEYS" : "PROMPTCTL_API_KEY";
  const value = several || env["PROMPTCTL_API_KEY"];
  if (!value) return [];
  const separator = value.includes("\n") ? "\n" : ",";
  const keys = (several ? value.split(separator) : [value]).map((key) => key.trim());
  if (keys.every((key) => canBeHeaderValue(key))) return keys;
  throw new Failure(
    "usage",
    "wrong-key-text",
    `${name} contains an invalid API key: empty, or with a line break or another control character.`,
    "Separate several keys with commas, or write each on a line of its own.",
  );
}

/** Whether HTTP can carry a key: control characters other than the tab are not allowed. */
function canBeHeaderValue(key: string): boolean {
  const isControl = (character: string): boolean =>
    (character < " " && character !== "\t") || character === "\u007f";
  return key !== "" && ![...key].some(isControl);
}

/** Without an API key, the service is reachable from this machine only. */
function requireLoopback(flags: ServeFlags): void {
  if (isLocal(flags)) return;
  throw new Failure(
    "refused",
    "no-key",
    `Listening on ${flags.host} requires an API key.`,
    "Set PROMPTCTL_SERVE_KEYS to one or more keys, separated by commas.",
  );
}

/** Whether only programs on this machine can connect. */
function isLocal({ host }: ServeFlags): boolean {
  return isLoopbackHost(host === "::1" ? "[::1]" : host);
}

/** A shorter key can be guessed by trying, because wrong keys are not slowed down. */
const minKeyLength = 20;

/** Logs one line per request, without keys, query and body. */
function withRequestLog(
  host: CommandHost,
  handler: Handler,
  log: (entry: object) => void,
): Handler {
  return async (request) => {
    const start = host.now();
    const response = await handler(request);
    log({
      time: new Date().toISOString(),
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      milliseconds: Math.round(host.now() - start),
    });
    return response;
  };
}

async function startListening(
  handler: Handler,
  { host, port, providerTimeout }: ServeFlags,
): Promise<Listening> {
  try {
    return await listen({ handler, host, port, shutdownTimeoutMs: providerTimeout + 10_000 });
  } catch (error) {
    throw new Failure(
      "failed",
      "cannot-listen",
      `Cannot listen on ${host}:${port}: ${systemMessage(error)}.`,
      "Choose another port with --port, or 0 for a free one.",
    );
  }
}
