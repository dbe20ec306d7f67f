// A proxy on a loopback port that forwards requests and records them.
import { request } from "node:http";
import { connect } from "node:net";
import { type Loopback, loopback } from "./loopback.ts";

interface Proxy extends Loopback {
  /** The requests to the proxy: CONNECT with a host, or a method with a complete URL. */
  readonly forwarded: readonly string[];
}

/**
 * A proxy for plain requests and tunnels. It reaches one server only, at `origin`, for every host that a
 * request names. Without it, every request fails.
 */
export async function proxy(origin?: string): Promise<Proxy> {
  const forwarded: string[] = [];
  const server = await loopback((incoming, response) => {
    forwarded.push(`${incoming.method} ${incoming.url}`);
    if (origin === undefined) return void response.writeHead(502).end();
    const { pathname } = new URL(incoming.url!);
    const onward = request(origin + pathname, { headers: incoming.headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(response);
    });
    onward.on("error", () => response.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.server.on("connect", (incoming, socket) => {
    forwarded.push(`CONNECT ${incoming.url}`);
    if (origin === undefined) return void socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const { hostname, port } = new URL(origin);
    const onward = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    socket.on("error", () => onward.destroy()).on("close", () => onward.destroy());
  });
  return { ...server, forwarded };
}
