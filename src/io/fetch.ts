// The real fetch. Node's own does not honour HTTPS_PROXY and NO_PROXY: where one is set, undici does.
import type { Fetch } from "./http.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The fetch for an environment; the proxy's code is loaded only where a proxy is set. */
export async function createFetch(env: Environment): Promise<Fetch> {
  const httpsProxy = env["HTTPS_PROXY"] ?? env["https_proxy"];
  const httpProxy = env["HTTP_PROXY"] ?? env["http_proxy"];
  if (!httpsProxy && !httpProxy) return (url, init) => fetch(url, init);
  const { EnvHttpProxyAgent, fetch: proxied } = await import("undici");
  const noProxy = env["NO_PROXY"] ?? env["no_proxy"];
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpsProxy && { httpsProxy }),
    ...(httpProxy && { httpProxy }),
    ...(noProxy && { noProxy }),
  });
  return (url, init) =>
    proxied(url, { ...init, dispatcher } as Parameters<
      typeof proxied
    >[1]) as unknown as Promise<Response>;
}
