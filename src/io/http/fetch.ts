// The HTTP client of the process: undici's `request`. It takes a third of the CPU time of a fetch
// (docs/performance.md, rows "apply 200,000" and "800 cases"), and uses the proxies of the environment, which the
// fetch of Node 20 ignores. All requests have the same headers, because a gateway may check them.
import { pipeline, Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import type { buildConnector as Connector, Dispatcher } from "undici";
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
import { Agent, buildConnector, EnvHttpProxyAgent } from "./undici-parts.ts";

export interface FetchOptions {
  /**
   * The signal of a request is its only time limit. Otherwise headers and body get 5 minutes each.
   */
  readonly noTimeout?: boolean;
}

/** The time limits of undici for headers and body, in milliseconds. */
export const fetchTimeoutMs = 300_000;

/**
 * The fetch for an environment, which follows no redirects. Requests to loopback addresses never use a
 * proxy: it would receive their API key in clear text.
 */
export async function createFetch(
  env: EnvironmentVariables,
  { noTimeout = false }: FetchOptions = {},
): Promise<Fetch> {
  const limits = noTimeout ? noTimeLimits : {};
  return withProxy(env, limits, async (url, init: RequestInit, dispatcher) => {
    const options = requestOptions(url, init, "gzip");
    const { statusCode: status, headers, body } = await dispatcher.request(options);
    const isEmpty = [204, 205, 304].includes(status); // a Response with these has no body
    if (isEmpty) await body.dump();
    const decoded = /^(?:x-)?gzip$/i.test(String(headers["content-encoding"]))
      ? unzipped(body)
      : body;
    return new Response(isEmpty ? null : (Readable.toWeb(decoded) as ReadableStream), {
      status,
      headers: headers as Record<string, string>,
    });
  });
}

/** The decoded body. An error of the body ends it too. */
function unzipped(body: Readable): Readable {
  const decoder = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }); // as fetch: a body may be empty
  return pipeline(body, decoder, () => {}); // the reader gets the error
}

/** The fetch for calls to providers, which has no time limits of its own. */
export async function createProviderFetch(env: EnvironmentVariables): Promise<ProviderFetch> {
  const limits = { ...noTimeLimits, maxResponseSize: maxReplyMiB * 2 ** 20 };
  return withProxy(env, limits, async (url, init: ProviderInit, dispatcher) => {
    const response = await dispatcher.request(requestOptions(url, init, "identity"));
    return {
      status: response.statusCode,
      headers: { get: (name) => [response.headers[name] ?? []].flat()[0] ?? null },
      text: () => response.body.text(),
    };
  });
}

/** A request with the headers that it would lack, some of which gateways require. */
function requestOptions(
  url: string,
  { method, headers, body, signal }: RequestInit,
  encoding: "gzip" | "identity",
): Dispatcher.RequestOptions {
  const { origin, pathname, search } = new URL(url);
  return {
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers: {
      "user-agent": "promptctl",
      "accept-encoding": encoding,
      ...Object.fromEntries(new Headers(headers)),
    },
    body: (body ?? null) as string | null,
    signal: signal ?? null,
  };
}

const noTimeLimits = { headersTimeout: 0, bodyTimeout: 0 };

/** Sends a request with the dispatcher of its URL. */
type Send<Init, Result> = (url: string, init: Init, dispatcher: Dispatcher) => Promise<Result>;

/** Returns `send` with a dispatcher for the proxy of the environment, or for none. */
function withProxy<Init, Result>(
  env: EnvironmentVariables,
  limits: Agent.Options,
  send: Send<Init, Result>,
): (url: string, init: Init) => Promise<Result> {
  const { httpsProxy, httpProxy, noProxy } = proxySettings(env);
  refuseInvalidProxy("HTTPS_PROXY", httpsProxy);
  refuseInvalidProxy("HTTP_PROXY", httpProxy);
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
function collectErrors(connect: Connector.connector, errors: WeakSet<Error>): Connector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) errors.add(error);
      callback(...([error, socket] as Connector.CallbackArgs));
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
