// Serves a handler on a port, with a graceful shutdown.
// Malformed HTTP requests do not reach the handler; they get an Error object as response too.
import {
  createServer,
  maxHeaderSize,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getRequestListener, type RequestError } from "@hono/node-server";
import { isNamed } from "../../engine/model/failure.ts";
import type { Connection } from "./access/connection.ts";
import { connectionLimit, type Connections, limitConnections } from "./connections.ts";

export interface ListenOptions {
  readonly handler: (request: Request, connection: Connection) => Promise<Response>;
  /** A host name or address of this computer. */
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /**
   * How long idle connections are kept during shutdown, in milliseconds: the response to one more request on
   * each says that it ends; default 250.
   */
  readonly drainMs?: number;
  /** Time limit for requests in progress during shutdown, in milliseconds; default 10 s. */
  readonly shutdownTimeoutMs?: number;
  /** Time limit for receiving a whole request, in milliseconds; default 60 s. */
  readonly requestTimeoutMs?: number;
}

export interface Listening {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  /** Stops accepting connections, and resolves when the requests in progress are complete. */
  close(): Promise<void>;
}

/** Time limit for receiving the headers of a request, in milliseconds. */
const maxHeadersMs = 10_000;

/**
 * How long a connection without a request is kept, in milliseconds. Longer than proxies keep theirs (Caddy: 2
 * minutes), because a request that arrives while the service closes its connection is lost.
 */
const keepAliveMs = 130_000;

/** Resolves when the port accepts connections; rejects if it cannot be opened. */
export async function listen({
  handler,
  host,
  port,
  drainMs = 250,
  shutdownTimeoutMs = 10_000,
  requestTimeoutMs = 60_000,
}: ListenOptions): Promise<Listening> {
  const headersTimeout = Math.min(requestTimeoutMs, maxHeadersMs);
  let isStopping = false;
  let portClosing: Promise<void> | undefined;
  const held: ListenOptions["handler"] = async (request, connection) => {
    await portClosing; // its work would let connections wait while the port is closed
    return handler(request, connection);
  };
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: headersTimeout / 10,
      requireHostHeader: false, // Node's own response would have no Error object
    },
    getRequestListener(
      withValidUrl(held, () => isStopping),
      { errorHandler: requestErrorResponse },
    ),
  );
  const connections = limitConnections(server, connectionLimit());
  server.on("clientError", rejectRequest);
  server.on("connect", (_request, socket) => rejectRequest({ code: "CONNECT" }, socket));
  server.on("checkExpectation", (_request, response) => {
    response.writeHead(417, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ error: "The only expectation that is met is 100-continue." }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      isStopping = true;
      connections.closeAfterResponses();
      portClosing = acceptWaiting(server);
      await portClosing;
      await closeServer(server, connections, { drainMs, shutdownTimeoutMs });
    },
  };
}

/** Turns of the event loop until the port is closed even if connections arrive in each. */
const maxTurns = 100;

/** Ends with a turn in which no connection arrives: closing the port resets those that are not yet accepted. */
async function acceptWaiting(server: Server): Promise<void> {
  let hasAccepted = true;
  const note = (): void => void (hasAccepted = true);
  server.on("connection", note);
  await nextTurn(); // the rest of the present turn, which does not accept
  for (let turn = 0; hasAccepted && turn < maxTurns; turn += 1) {
    hasAccepted = false;
    await nextTurn();
  }
  server.off("connection", note);
}

/** First the port, then the idle connections, then those with a request in progress. */
async function closeServer(
  server: Server,
  connections: Connections,
  limits: { readonly drainMs: number; readonly shutdownTimeoutMs: number },
): Promise<void> {
  const timers = [
    setTimeout(() => connections.closeIdle(), limits.drainMs),
    setTimeout(() => server.closeAllConnections(), limits.shutdownTimeoutMs),
  ];
  // Not `server.close`, which closes idle connections at once: a request can be on its way.
  await new Promise<void>((resolve, reject) =>
    TcpServer.prototype.close.call(server, (cause) => (cause ? reject(cause) : resolve())),
  );
  timers.forEach(clearTimeout);
}

const malformedRequest = "Malformed HTTP request.";

/** Rejects hosts that no URL can have, for example `127.999.1.1`, so that handlers can parse the URL. */
function withValidUrl(
  handler: ListenOptions["handler"],
  isStopping: () => boolean,
): Parameters<typeof getRequestListener>[0] {
  return async (request, { incoming, outgoing }) =>
    URL.canParse(request.url)
      ? handler(request, {
          remoteAddress: incoming.socket.remoteAddress,
          headers: incoming.headers,
          setHeader: headerSetter(outgoing as ServerResponse),
          isStopping,
        })
      : Response.json({ error: malformedRequest }, { status: 400 });
}

/**
 * Returns a function that adds a header to the response. `setHeader` of Node.js takes 4 µs more for each
 * request (npm run bench:service, the row of a single get).
 */
function headerSetter(outgoing: ServerResponse): (name: string, value: string) => void {
  const added: Record<string, string> = {};
  const writeHead = outgoing.writeHead.bind(outgoing);
  Object.assign(outgoing, {
    writeHead: (status: number, headers: OutgoingHttpHeaders) =>
      writeHead(status, { ...headers, ...added }),
  });
  return (name, value) => void (added[name] = value);
}

function requestErrorResponse(cause: unknown): Response {
  return isNamed<RequestError>(cause, "RequestError")
    ? Response.json({ error: malformedRequest }, { status: 400 })
    : Response.json({ error: "Internal error of the service." }, { status: 500 });
}

/** How long a client has to read the response to a request that Node could not read, in milliseconds. */
const closingMs = 1_000;

/** The responses to requests that Node could not read, by its error code; to others, 400. */
const rejections: Readonly<Record<string, readonly [status: string, error: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    "408 Request Timeout",
    "The request did not arrive completely in time.",
  ],
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    `The headers have more than ${maxHeaderSize} bytes.`,
  ],
  CONNECT: ["405 Method Not Allowed", "CONNECT is not allowed."],
};

/** Answers a request that Node could not read: it is malformed, or did not arrive in time. */
function rejectRequest({ code }: Pick<NodeJS.ErrnoException, "code">, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const [status, error] = rejections[code ?? ""] ?? ["400 Bad Request", malformedRequest];
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), closingMs).unref(); // if the client does not close its side
}
