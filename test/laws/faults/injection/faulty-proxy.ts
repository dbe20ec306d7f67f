// A proxy on a port of this machine, in front of a service in this process: what it does with a
// request is said by the test, down to the socket.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createDoor, type AddressInfo, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Asked } from "./faults.ts";
import type { Handler } from "./faulty-fetch.ts";

/** An answer, the beginning of one before the connection breaks, or no answer. */
export type Reply = Response | { readonly begin: string } | "close" | "silence";

/** A request at the proxy. */
export interface Visit extends Asked {
  /** Lets the service do it; gives its answer. */
  pass(): Promise<Response>;
  /** Resolves when the connection is gone. */
  readonly gone: Promise<void>;
  /** Resolves when the whole answer was handed over. */
  readonly answered: Promise<void>;
}

export interface Proxy extends AsyncDisposable {
  readonly url: string;
  /** From now on connections are refused. */
  shut(): void;
  /** Takes connections again, at the same address, where they are refused. */
  open(): Promise<void>;
}

/** Opens the proxy; without `kept` connections end with their answer. */
export async function proxyTo(
  handler: Handler,
  meet: (visit: Visit) => Promise<Reply>,
  kept = true,
): Promise<Proxy> {
  let number = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.shouldKeepAlive = kept;
    await reply(await meet(await visit(handler, request, response, ++number)), response);
  };
  const web = createServer((request, response) => void answer(request, response));
  const sockets = new Set<Socket>();
  const listen = (port: number): Promise<Server> => {
    const door = createDoor((socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      web.emit("connection", socket);
    });
    return new Promise((resolve, reject) => {
      door.once("error", reject);
      door.listen(port, "127.0.0.1", () => resolve(door));
    });
  };
  let door = await listen(0);
  let isShut = false;
  const { port } = door.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    shut: () => {
      isShut = true;
      door.close();
    },
    open: async () => {
      if (!isShut) return;
      isShut = false;
      door = await listen(port);
    },
    [Symbol.asyncDispose]: async () => {
      door.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function visit(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
  number: number,
): Promise<Visit> {
  const gone = new Promise<void>((resolve) => void response.once("close", resolve));
  const answered = new Promise<void>((resolve) => void response.once("finish", resolve));
  const { method = "GET", url = "/", headers } = request;
  const body = await text(request);
  const pass = (): Promise<Response> =>
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
  return { number, method, path: url, body, pass, gone, answered };
}

async function reply(said: Reply, response: ServerResponse): Promise<void> {
  if (said === "silence") return;
  if (said === "close") return void response.socket?.destroy();
  if ("begin" in said) {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(said.begin) + 1,
    });
    response.write(said.begin, () => response.socket?.destroy());
    return;
  }
  const body = Buffer.from(await said.arrayBuffer());
  response.writeHead(said.status, Object.fromEntries(said.headers)).end(body);
}
