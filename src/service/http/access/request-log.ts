// One log entry for each request: who sent it, what it asked for, and why it failed. It has no key, no
// body, and no header except two that identify the request.
import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { ClientAddress } from "./client-address.ts";
import { connectionOf } from "./connection.ts";

interface RequestLogOptions {
  /** Receives one entry. Its fields have no value where something is not known. */
  log(entry: RequestEntry): void;
  readonly clientAddress: ClientAddress;
}

interface RequestEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** Until the response begins. */
  readonly milliseconds: number;
  readonly requestId: string;
  readonly client: string | undefined;
  /** The name of the API key. */
  readonly key: string | undefined;
  readonly traceparent: string | undefined;
  /** Why the request was refused, or a provider failed. A failure of the service has an entry of its own. */
  readonly reason: string | undefined;
}

const requestIdHeader = "x-request-id";

/** Logs each request. Its response has the header X-Request-Id. */
export function requestLog({ log, clientAddress }: RequestLogOptions): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    const start = performance.now();
    const connection = connectionOf(context);
    const header = (name: string): string | undefined => connection.headers?.[name]?.toString();
    const requestId = readRequestId(header(requestIdHeader)) ?? randomUUID();
    context.set("requestId", requestId);
    connection.setHeader?.(requestIdHeader, requestId);
    await next();
    log({
      method: req.method,
      path: pathOf(req.url),
      status: context.res.status,
      milliseconds: Math.round(performance.now() - start),
      requestId,
      client: clientAddress(connection.remoteAddress, header("x-forwarded-for")),
      key: context.get("keyName"),
      traceparent: readTraceparent(header("traceparent")),
      reason: context.get("reason"),
    });
  };
}

/** The path of a URL as it was sent, without the query. */
function pathOf(url: string): string {
  return /^[^:]+:\/\/[^/]*([^?#]*)/.exec(url)![1]!;
}

/** Notes for the log why a request fails. */
export function noteReason(context: Context, reason: string | undefined): void {
  context.set("reason", reason);
}

/** The header of a client or a proxy, if it can be written to any log. */
function readRequestId(given: string | undefined): string | undefined {
  return given !== undefined && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : undefined;
}

/** The header of W3C Trace Context, if it is valid: version, trace, parent and flags. */
function readTraceparent(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const pattern = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=-|$)/;
  const [found] = pattern.exec(given) ?? [];
  // Version 00 ends here. Later versions can have more fields, which are left out.
  return found === given || !found?.startsWith("00") ? found : undefined;
}
