// The real fetch. Node's own does not honour HTTPS_PROXY and NO_PROXY: where one is set, undici does.
import { Failure } from "../engine/model/failure.ts";
import type { Ask, Environment } from "../engine/model/ports.ts";
import { get, mayRefusePort } from "./get.ts";

/** The fetch for an environment; the proxy's code is loaded only where a proxy is set. */
export async function createFetch(env: Environment): Promise<Ask> {
  const httpsProxy = env["HTTPS_PROXY"] ?? env["https_proxy"];
  const httpProxy = env["HTTP_PROXY"] ?? env["http_proxy"];
  if (!httpsProxy && !httpProxy) return direct;
  refuseUnreadable("HTTPS_PROXY", httpsProxy);
  refuseUnreadable("HTTP_PROXY", httpProxy);
  const { EnvHttpProxyAgent, fetch: proxied } = await import("undici");
  const noProxy = env["NO_PROXY"] ?? env["no_proxy"];
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpsProxy && { httpsProxy }),
    ...(httpProxy && { httpProxy }),
    ...(noProxy && { noProxy }),
  });
  return async (url, init) => {
    const proxy = url.startsWith("https:") ? httpsProxy : httpProxy;
    try {
      return await proxied(url, { ...init, dispatcher } as Parameters<typeof proxied>[1]);
    } catch (error) {
      throw proxy ? proxyError(error, proxy) : error;
    }
  };
}

/** To the service itself, without a proxy. */
export const direct: Ask = (url, init) =>
  init.method === "GET" && !mayRefusePort(url) ? get(url, init) : fetch(url, init);

/** Refused here: others would repeat the address, with the password that may stand in it. */
function refuseUnreadable(name: string, address: string | undefined): void {
  if (!address || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) return;
  throw new Failure(
    "usage",
    "wrong-proxy",
    `${name} is no address of a proxy.`,
    "It looks like http://proxy.example.com:8080.",
  );
}

/** Names the proxy where it, and not the service, is what failed. */
function proxyError(error: unknown, proxy: string): unknown {
  const { host, port } = new URL(proxy);
  const chain: unknown[] = [];
  for (let each = error; each instanceof Error; each = each.cause) chain.push(each);
  const refused = chain.find((each) => /Proxy response/.test((each as Error).message));
  const gone = chain.find(
    (each) => String((each as { port?: number }).port ?? "") === (port || "80"),
  );
  if (!refused && !gone) return error;
  const what = refused
    ? `the proxy ${host} refused (${(refused as Error).message})`
    : `the proxy ${host} cannot be reached`;
  return Object.assign(new Error(what, { cause: error }), { name: "ProxyError" });
}
