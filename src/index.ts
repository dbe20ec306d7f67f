// The library: the service's endpoints as typed functions, for applications.
import type { Fetch } from "./engine/model/ports.ts";
import { type Client, createClient as clientOver } from "./io/client.ts";
import { checkedBaseUrl } from "./io/base-url.ts";
import { createCall } from "./io/http.ts";

export { CallFailure, Failure } from "./engine/model/failure.ts";
export type { Client } from "./io/client.ts";
export type * from "./generated/types.ts";

export interface ClientOptions {
  /** The base address, for example https://prompts.example.com. */
  readonly baseUrl: string;
  /** Sent as X-API-KEY. A service on this machine may need none. */
  readonly apiKey?: string | undefined;
  /** How long one call may take, in milliseconds: 60,000 by default; raise it for long completions. */
  readonly timeoutMs?: number;
  /** In place of the platform's fetch, for tests and proxies. */
  readonly fetch?: Fetch;
}

/**
 * A client of a prompt service: all of its endpoints, as `client.prompts.list()`,
 * `client.tools.create(body)`, `client.prompts.run(id, { variables })`.
 *
 * A call that does not come off throws a `CallFailure` with `method`, `path`, the `status` where
 * an answer came, and the service's own words in its message. Nothing is tried again, and redirects
 * are not followed. An address that would carry the key unencrypted, and an id that cannot be one,
 * throw a `Failure`.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, timeoutMs = 60_000, fetch: given } = options;
  return clientOver(
    createCall({
      baseUrl: checkedBaseUrl(baseUrl),
      key: apiKey,
      timeoutMs,
      fetch: given ?? ((url, init) => fetch(url, init)),
    }),
  );
}
