// The fetch of the process. Node 20's own ignores HTTPS_PROXY and NO_PROXY; undici's proxy agent
// does not.
import { Readable } from "node:stream";
import type { Agent, buildConnector, Dispatcher } from "undici";
import { once } from "../../engine/model/collections.ts";
import { causesOf, wrongUsage } from "../../engine/model/failure.ts";
import { isLoopbackHost } from "../../engine/text/loopback.ts";
import {
  type EnvironmentVariables,
  type Fetch,
  maxReplyMiB,
  type ProviderFetch,
  type ProviderInit,
} from "../../engine/model/ports.ts";
import { type NamedProxy, proxyErrorOf } from "./proxy-error.ts";

/** Node's fetch. */
export const platformFetch: Fetch = (url, init) => fetch(url, init);

export interface FetchOptions {
  /**
   * The signal of a request is its only time limit. Otherwise headers and body get 5 minutes each.
   */
  readonly noTimeout?: boolean;
}

/** The time limits of undici and of Node's fetch for headers and body, in milliseconds. */
export const fetchTimeoutMs = 300_000;

/**
 * After so many writes the rest are sent with undici's `request`, which takes a third of the time of a
 * fetch and less memory, but 50 ms to load (docs/performance.md, row "apply 200,000").
 */
const fewWrites = 50;

/**
 * The fetch for an environment. undici is loaded only if a proxy is set, time limits are off, or there
 * are many writes. Requests to loopback addresses never use a proxy: it would receive their API key in
 * clear text.
 */
export async function createFetch(
  env: EnvironmentVariables,
  { noTimeout = false }: FetchOptions = {},
): Promise<Fetch> {
  const { httpsProxy, httpProxy } = proxySettings(env);
  const limits = noTimeout ? noTimeLimits : {};
  const isPlain = !httpsProxy && !httpProxy && !noTimeout;
  const first = isPlain ? platformFetch : await createUndiciFetch(env, limits);
  const afterMany = once(() => createWriteFetch(env, limits));
  let writes = 0;
  return async (url, init) => {
    if (init.method !== "GET") writes++;
    const send = init.method === "GET" || writes <= fewWrites ? first : await afterMany();
    return send(url, init);
  };
}

async function createUndiciFetch(env: EnvironmentVariables, limits: Agent.Options): Promise<Fetch> {
  const { fetch } = await import("undici");
  return withProxy(env, limits, async (url, init: RequestInit, dispatcher) => {
    const options = { ...init, dispatcher } as Parameters<typeof fetch>[1];
    return (await fetch(url, options)) as unknown as Response;
  });
}

/** undici's `request` as a fetch that does not follow redirects. */
export async function createWriteFetch(
  env: EnvironmentVariables,
  limits: Agent.Options = {},
): Promise<Fetch> {
  const { request } = await import("undici");
  return withProxy(env, limits, async (url, init: RequestInit, dispatcher) => {
    const { statusCode, headers, body } = await request(url, requestOptions(init, dispatcher));
    const isEmpty = [204, 205, 304].includes(statusCode); // a Response with these has no body
    if (isEmpty) await body.dump();
    return new Response(isEmpty ? null : (Readable.toWeb(body) as ReadableStream), {
      status: statusCode,
      headers: headers as Record<string, string>,
    });
  });
}

/**
 * The fetch for calls to providers, which has no time limits of its own. undici's `request` needs a
 * third of the time of its fetch (docs/performance.md, row "800 cases").
 */
export async function createProviderFetch(env: EnvironmentVariables): Promise<ProviderFetch> {
  const { request } = await import("undici");
  const limits = { ...noTimeLimits, maxResponseSize: maxReplyMiB * 2 ** 20 };
  return withProxy(env, limits, async (url, init: ProviderInit, dispatcher) => {
    const response = await request(url, requestOptions(init, dispatcher));
    return {
      status: response.statusCode,
      headers: { get: (name) => [response.headers[name] ?? []].flat()[0] ?? null },
      text: () => response.body.text(),
    };
  });
}

function requestOptions({ method, headers, body, signal }: RequestInit, dispatcher: Dispatcher) {
  return {
    method: method as Dispatcher.HttpMethod,
    headers: { ...defaultHeaders, ...Object.fromEntries(new Headers(headers)) },
    body: (body ?? null) as string | null,
    signal: signal ?? null,
    dispatcher,
  };
}

/** `request` sends no user agent, which some gateways require, and does not decompress. */
const defaultHeaders = { "user-agent": "promptctl", "accept-encoding": "identity" };

const noTimeLimits = { headersTimeout: 0, bodyTimeout: 0 };

/** Sends a request with the dispatcher of its URL. */
type Send<Init, Result> = (url: string, init: Init, dispatcher: Dispatcher) => Promise<Result>;

/** Returns `send` with a dispatcher for the proxy of the environment, or for none. */
async function withProxy<Init, Result>(
  env: EnvironmentVariables,
  limits: Agent.Options,
  send: Send<Init, Result>,
): Promise<(url: string, init: Init) => Promise<Result>> {
  const { httpsProxy, httpProxy, noProxy } = proxySettings(env);
  refuseInvalidProxy("HTTPS_PROXY", httpsProxy);
  refuseInvalidProxy("HTTP_PROXY", httpProxy);
  const { Agent, EnvHttpProxyAgent, buildConnector } = await import("undici");
  const direct = new Agent(limits);
  const errorsWithoutProxy = new WeakSet<Error>();
  const connect = collectErrors(buildConnector({}), errorsWithoutProxy);
  // undici reads process.env for what is absent. `connect` is for the hosts of NO_PROXY.
  const viaProxy = new EnvHttpProxyAgent({ httpsProxy, httpProxy, noProxy, ...limits, connect });
  return async (url, init) => {
    const { protocol, hostname } = new URL(url);
    if (isLoopbackHost(hostname)) return send(url, init, direct);
    const own = proxyFor(env, protocol);
    const proxy = own.url === "" ? proxyFor(env, "http:") : own; // as undici does
    try {
      return await send(url, init, viaProxy);
    } catch (error) {
      const isDirect = causesOf(error).some((each) => errorsWithoutProxy.has(each));
      throw proxy.url === "" || isDirect ? error : proxyErrorOf(error, proxy, hostname);
    }
  };
}

/** The connector, which also adds its errors to a set. */
function collectErrors(
  connect: buildConnector.connector,
  errors: WeakSet<Error>,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) errors.add(error);
      callback(...([error, socket] as buildConnector.CallbackArgs));
    });
}

/** The proxy of a protocol. Of its variables, the first that is set counts; an empty one is none. */
function proxyFor(env: EnvironmentVariables, protocol: string): NamedProxy {
  const upper = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const variable = env[upper] === undefined ? upper.toLowerCase() : upper;
  return { variable, url: env[variable] ?? "" };
}

function proxySettings(env: EnvironmentVariables) {
  return {
    httpsProxy: proxyFor(env, "https:").url,
    httpProxy: proxyFor(env, "http:").url,
    noProxy: env["NO_PROXY"] ?? env["no_proxy"] ?? "",
  };
}

/** undici's own error would show the URL, which may contain a password. */
function refuseInvalidProxy(name: string, url: string): void {
  if (!url || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return;
  throw wrongUsage(
    "wrong-proxy",
    `${name} is not the URL of a proxy.`,
    "It looks like http://proxy.example.com:8080.",
  );
}
