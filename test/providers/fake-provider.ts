// A fake provider on a loopback port: sends scripted responses and records requests.
import type { IncomingHttpHeaders } from "node:http";
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import { type Loopback, loopback } from "../io/loopback.ts";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

/** The response; `stall` sends nothing, or only a part, and waits. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: Json;
  readonly stall?: "before headers" | "in the body";
  /** Sends one byte of the body, then closes the connection. */
  readonly breaksOff?: boolean;
}

export interface FakeProvider extends Omit<Loopback, "requests"> {
  readonly requests: RecordedRequest[];
  /** Resolves when a client has closed its connection. */
  readonly disconnected: Promise<void>;
}

/** The response to each request; `index` counts the requests from 0. */
type Script = ScriptedResponse | ((request: RecordedRequest, index: number) => ScriptedResponse);

export async function fakeProvider(responses: Script): Promise<FakeProvider> {
  const requests: RecordedRequest[] = [];
  let markDisconnected = (): void => {};
  const disconnected = new Promise<void>((resolve) => {
    markDisconnected = resolve;
  });
  const server = await loopback(async (request, response) => {
    response.on("close", () => response.writableFinished || markDisconnected());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    const sent = Buffer.concat(chunks).toString();
    const body = sent ? (JSON.parse(sent) as JsonObject) : {};
    requests.push({ method, path, headers, body });
    const index = requests.length - 1;
    const script = typeof responses === "function" ? responses(requests[index]!, index) : responses;
    if (script.stall === "before headers") return;
    response.writeHead(script.status ?? 200, {
      "content-type": "application/json",
      ...script.headers,
      ...(script.breaksOff && { "content-length": "500" }),
    });
    if (script.breaksOff) return void response.write("{", () => response.destroy());
    if (script.stall) return void response.write('{"content": [');
    response.end(typeof script.body === "string" ? script.body : JSON.stringify(script.body));
  });
  return { ...server, requests, disconnected };
}
