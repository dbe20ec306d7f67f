// The fetch of the process. Node 20's own ignores HTTPS_PROXY and NO_PROXY; undici's proxy agent
// does not.
import type { Agent, Dispatcher } from "undici";
import { causesOf, Failure } from "../../engine/model/failure.ts";
import { isLoopbackHost } from "../../engine/text/loopback.ts";
import {
  type EnvironmentVariables,
  type Fetch,
  maxReplyMiB,
  type ProviderFetch,
  type ProviderInit,
} from "../../engine/model/ports.ts";

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
 * The fetch for an environment. undici is loaded only if a proxy is set or time limits are off.
 * Requests to loopback addresses never use a proxy: it would receive their API key in clear text.
 */
export async function createFetch(
  env: EnvironmentVariables,
  { noTimeout = false }: FetchOptions = {},
): Promise<Fetch> {
  const { httpsProxy, httpProxy } = proxySettings(env);
  if (!httpsProxy && !httpProxy && !noTimeout) return platformFetch;
  const { fetch: undiciFetch } = await import("undici");
  const limits = noTimeout ? noTimeLimits : {};
  return withProxy(env, limits, async (url, init: RequestInit, dispatcher) => {
    const options = { ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
    return (await undiciFetch(url, options)) as unknown as Response;
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
    const { method, body, signal } = init;
    const headers = { ...defaultHeaders, ...init.headers };
    const response = await request(url, { method, headers, body, signal, dispatcher });
    return {
      status: response.statusCode,
      headers: { get: (name) => [response.headers[name] ?? []].flat()[0] ?? null },
      text: () => response.body.text(),
    };
  });
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
  const { Agent, EnvHttpProxyAgent } = await import("undici");
  const direct = new Agent(limits);
  const viaProxy = new EnvHttpProxyAgent({
    ...(httpsProxy && { httpsProxy }),
    ...(httpProxy && { httpProxy }),
    ...(noProxy && { noProxy }),
    ...limits,
  });
  return async (url, init) => {
    const { protocol, hostname } = new URL(url);
    if (isLoopbackHost(hostname)) return send(url, init, direct);
    const proxy = protocol === "https:" ? httpsProxy : httpProxy;
    try {
      return await send(url, init, viaProxy);
    } catch (error) {
      throw proxy ? proxyError(error, proxy) : error;
    }
  };
}

function proxySettings(env: EnvironmentVariables) {
  return {
    httpsProxy: env["HTTPS_PROXY"] ?? env["https_proxy"],
    httpProxy: env["HTTP_PROXY"] ?? env["http_proxy"],
    noProxy: env["NO_PROXY"] ?? env["no_proxy"],
  };
}

/** undici's own error would show the URL, which may contain a password. */
function refuseInvalidProxy(name: string, url: string | undefined): void {
  if (!url || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return;
  throw new Failure(
    "usage",
    "wrong-proxy",
    `${name} is not the URL of a proxy.`,
    "It looks like http://proxy.example.com:8080.",
  );
}

/** An error that names the proxy, if the proxy failed and not the service. */
function proxyError(error: unknown, proxy: string): unknown {
  const { host, port } = new URL(proxy);
  const causes = causesOf(error);
  const refusal = causes.find((cause) => /Proxy response/.test(cause.message));
  const isUnreachable = causes.some(
    (cause) => String((cause as { port?: number }).port ?? "") === (port || "80"),
  );
  if (!refusal && !isUnreachable) return error;
  const message = refusal
    ? `the proxy ${host} refused (${refusal.message})`
    : `the proxy ${host} cannot be reached`;
  return Object.assign(new Error(message, { cause: error }), { name: "ProxyError" });
}
