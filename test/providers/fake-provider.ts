// A provider on a loopback port: answers as it is told to, and keeps what it was asked.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json, JsonObject } from "../../src/engine/model/json.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

/** What it answers; `stall` sends nothing, or only the headers, and waits. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: Json;
  readonly stall?: "before headers" | "in the body";
}

export interface FakeProvider extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  readonly asked: Asked[];
  /** Resolves once a client has hung up. */
  readonly hungUp: Promise<void>;
}

export async function fakeProvider(answer: Scripted): Promise<FakeProvider> {
  const asked: Asked[] = [];
  let hangUp = (): void => {};
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const server = createServer(async (request, response) => {
    response.on("close", () => response.writableFinished || hangUp());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    const sent = Buffer.concat(chunks).toString();
    asked.push({ method, path, headers, body: sent ? (JSON.parse(sent) as JsonObject) : {} });
    if (answer.stall === "before headers") return;
    response.writeHead(answer.status ?? 200, {
      "content-type": "application/json",
      ...answer.headers,
    });
    if (answer.stall) return void response.write('{"content": [');
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    hungUp,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
