// A proxy on a loopback port in front of a service in this process. The test decides on the reply to each
// request, down to the socket.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from "node:net";
import { text } from "node:stream/consumers";
import type { ToolRequest } from "./faults.ts";
import type { Handler } from "./faulty-fetch.ts";

/** A response, the first part of one before the connection breaks, a closed connection, or none. */
export type ProxyReply = Response | { readonly partialBody: string } | "close" | "no response";

export interface ProxyRequest extends ToolRequest {
  /** Lets the service process the request and returns its response. */
  forward(): Promise<Response>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  /** Resolves when the whole response is sent. */
  readonly responseSent: Promise<void>;
}

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** Refuses new connections. */
  refuseConnections(): void;
  /** Accepts connections again, at the same address. Does nothing if they are not refused. */
  acceptConnections(): Promise<void>;
  /** Resolves when all connections are closed and all received requests are processed. */
  drained(): Promise<void>;
}

/** Starts the proxy. Without `keepAlive`, each connection is closed after its response. */
export async function startFaultyProxy(
  handler: Handler,
  replyTo: (request: ProxyRequest) => Promise<ProxyReply>,
  { keepAlive = true }: { keepAlive?: boolean } = {},
): Promise<FaultyProxy> {
  let number = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.shouldKeepAlive = keepAlive;
    const proxyRequest = await readRequest(handler, request, response, ++number);
    await sendReply(await replyTo(proxyRequest), response);
  };
  const answers = new Set<Promise<void>>();
  const httpServer = createServer((request, response) => {
    const each = answer(request, response).finally(() => answers.delete(each));
    answers.add(each);
  });
  const sockets = new Set<Socket>();
  const listen = (port: number): Promise<Server> => {
    const server = createSocketServer((socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      httpServer.emit("connection", socket);
    });
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => resolve(server));
    });
  };
  let socketServer = await listen(0);
  let isRefusing = false;
  const { port } = socketServer.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    refuseConnections: () => {
      isRefusing = true;
      socketServer.close();
    },
    acceptConnections: async () => {
      if (!isRefusing) return;
      isRefusing = false;
      socketServer = await listen(port);
    },
    drained: async () => {
      await Promise.all([...sockets].map((socket) => once(socket, "close")));
      await Promise.all(answers);
    },
    [Symbol.asyncDispose]: async () => {
      socketServer.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function readRequest(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
  number: number,
): Promise<ProxyRequest> {
  const closed = new Promise<void>((resolve) => void response.once("close", resolve));
  const responseSent = new Promise<void>((resolve) => void response.once("finish", resolve));
  const { method = "GET", url = "/", headers } = request;
  const body = await text(request);
  const forward = (): Promise<Response> =>
    handler(
      new Request(`http://${headers.host}${url}`, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
        ...(body !== "" && { body }),
      }),
    );
  return { number, method, path: url, body, forward, closed, responseSent };
}

async function sendReply(reply: ProxyReply, response: ServerResponse): Promise<void> {
  if (reply === "no response") return;
  if (reply === "close") return void response.socket?.destroy();
  if ("partialBody" in reply) {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(reply.partialBody) + 1,
    });
    response.write(reply.partialBody, () => response.socket?.destroy());
    return;
  }
  const body = Buffer.from(await reply.arrayBuffer());
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(body);
}
