// The connection that a request came on, as far as the service needs it.
import type { IncomingHttpHeaders } from "node:http";
import type { Context } from "hono";

/** All fields are missing for a request inside a process. */
export interface Connection {
  /** The address of the other end; undefined if the connection is closed. */
  readonly remoteAddress?: string | undefined;
  /** The headers of the request: faster to read than those of a Request. */
  readonly headers?: IncomingHttpHeaders;
  /** Adds a header to the response. */
  setHeader?(name: string, value: string): void;
  /** Whether the service accepts no connections soon. */
  isStopping?(): boolean;
}

/** The connection of a request. */
export function connectionOf(context: Context): Connection {
  return context.env ?? {};
}
