// A proxy on loopback that carries out what it is asked, and tells what that was.
import { request } from "node:http";
import { connect } from "node:net";
import { type Loopback, loopback } from "./loopback.ts";

interface Proxy extends Loopback {
  /** What was asked of the proxy: CONNECT with a host, or a method with a whole address. */
  readonly asked: readonly string[];
}

/** A proxy that carries out plain requests and tunnels, and keeps what it was asked for. */
export async function proxy(): Promise<Proxy> {
  const asked: string[] = [];
  const server = await loopback((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const onward = request(incoming.url!, { headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.server.on("connect", (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    const { hostname, port } = new URL(`http://${incoming.url}`);
    if (hostname !== "127.0.0.1") return void socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const onward = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    socket.on("error", () => onward.destroy()).on("close", () => onward.destroy());
  });
  return { ...server, asked };
}
