// A small HTTP server on a free loopback port, closed at the end: `await using server = await loopback(…)`.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Loopback extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly server: Server;
  /** All requests, in order. */
  readonly requests: readonly IncomingMessage[];
}

export async function loopback(respond: RequestListener): Promise<Loopback> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  server.keepAliveTimeout = 0; // on a busy machine, it would close a socket that the client uses again
  const sockets = new Set<Socket>(); // including tunnels, which the server does not close itself
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The URL of a port without a server. */
export async function closedPort(): Promise<string> {
  const { url, [Symbol.asyncDispose]: close } = await loopback(() => {});
  await close();
  return url;
}
