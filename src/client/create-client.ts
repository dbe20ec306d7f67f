// createClient: the service's endpoints as typed functions, by id.
import { checkedBaseUrl } from "../io/http/base-url.ts";
import { createCall } from "../io/http/http.ts";
import type { RetryOptions } from "../io/http/service-retry.ts";
import { clientFromCall } from "../io/service/library-client.ts";
import type { Client } from "../io/service/library-types.ts";

export interface ClientOptions {
  /** For example https://prompts.example.com. */
  readonly baseUrl: string;
  /** Sent as X-API-KEY. A service on localhost may need none. */
  readonly apiKey?: string | undefined;
  /** Limit for one request in milliseconds, 60,000 by default. Long completions may need more. */
  readonly timeoutMs?: number;
  /**
   * The maximum number of retries of a call, 0 by default. Creates are sent with an Idempotency-Key. A
   * completion is repeated only after a failure that says that it was not executed, such as 429.
   */
  readonly retries?: number;
  /** Replaces the global fetch, for tests and proxies. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Creates a client for all endpoints of a prompt service: `client.prompts.list()`,
 * `client.tools.create(body)`, `client.prompts.run(id, { variables })`.
 *
 * Failed calls throw a `CallFailure` with `method`, `path`, `status` (if there was a response) and
 * the service's message. Calls are retried only with `retries`, and redirects are not followed. A base URL that
 * would send the key unencrypted and an invalid id throw a `Failure`.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, timeoutMs = 60_000, retries = 0, fetch: customFetch } = options;
  return clientFromCall(
    createCall({
      baseUrl: checkedBaseUrl(baseUrl),
      key: apiKey,
      keyVariable: "apiKey",
      timeoutMs,
      fetch: customFetch ?? ((url, init) => fetch(url, init)),
      retry: retries > 0 ? { ...clock, retries } : undefined,
    }),
  );
}

const clock: Pick<RetryOptions, "now" | "random" | "sleep"> = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
