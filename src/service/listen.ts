// The service on a port: a socket in front of a handler, and an orderly end.
// Answers that the handler never sees (what is no HTTP request) are Error objects too.
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";

export interface ListenOptions {
  readonly handler: (request: Request) => Promise<Response>;
  /** A name or address of this computer. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface Listening {
  /** Where it answers, without a slash at the end. */
  readonly url: string;
  /** Takes no further requests, finishes those in flight, then resolves. */
  close(): Promise<void>;
}

/** Resolves once connections are accepted; rejects where the port cannot be had. */
export async function listen({ handler, host, port }: ListenOptions): Promise<Listening> {
  // The listener's own Response in place of Node's: an answer is written in one piece, unstreamed.
  const server = createServer(
    getRequestListener(handler, { overrideGlobalObjects: true, errorHandler: unreadable }),
  );
  const endSilent = watch(server);
  server.on("clientError", (_cause, socket) => refuseSocket(socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    close: () => closed(server, endSilent),
  };
}

/** How long requests in flight may take once the service is closing, in milliseconds: a completion may take 120 s. */
const graceMs = 130_000;

/** Which connections carry a request: only those are waited for. */
function watch(server: Server): () => void {
  const silent = new Set<Socket>();
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    silent.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) silent.add(socket);
      if (!server.listening) socket.destroySoon();
    });
  });
  return () => {
    for (const socket of silent) socket.destroy();
  };
}

function closed(server: Server, endSilent: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close((cause) => {
      clearTimeout(timer);
      if (cause) reject(cause);
      else resolve();
    });
    endSilent();
  });
}

const sentence = "This is not a request that the service can read.";

function unreadable(cause: unknown): Response {
  const status = cause instanceof RequestError ? 400 : 500;
  return Response.json({ error: status === 400 ? sentence : "The service failed." }, { status });
}

function refuseSocket(socket: Duplex): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error: sentence });
  socket.end(
    "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
