import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { listen } from "../../../src/service/http/listen.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What the service sends until the connection is closed, even if that interrupts a write. */
function textUntilClosed(socket: Socket): Promise<string> {
  let received = "";
  socket.on("error", () => {}).on("data", (chunk: Buffer) => (received += chunk.toString()));
  return new Promise((resolve) => socket.once("close", () => resolve(received)));
}

it("listens on a free port until it is closed", async () => {
  const listening = await listen({
    handler: async () => Response.json({ status: "ok" }),
    host: "127.0.0.1",
    port: 0,
  });
  expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(listening.url)).json()).toEqual({ status: "ok" });
  await listening.close();
  await expect(fetch(listening.url)).rejects.toThrow();
});

it("the URL has an IPv6 address in brackets", async () => {
  const listening = await listen({ handler: async () => Response.json({}), host: "::1", port: 0 });
  try {
    expect(listening.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(listening.url)).status).toBe(200);
  } finally {
    await listening.close();
  }
});

it("close completes requests in progress and does not wait for idle connections", async () => {
  const events: string[] = [];
  const handler = async (): Promise<Response> => {
    events.push("request");
    await pause(200);
    events.push("response");
    return Response.json({ late: true });
  };
  const listening = await listen({ handler, host: "127.0.0.1", port: 0 });
  const body = fetch(listening.url).then((response) => response.json());
  while (events.length === 0) await pause(5);
  const started = Date.now();
  const closing = listening.close().then(() => events.push("closed"));
  expect(await body).toEqual({ late: true });
  await closing;
  expect(events).toEqual(["request", "response", "closed"]);
  expect(Date.now() - started).toBeLessThan(2000);
});

it("rejects if the port is in use", async () => {
  const first = await listen({ handler: async () => new Response(), host: "127.0.0.1", port: 0 });
  try {
    const port = Number(new URL(first.url).port);
    await expect(
      listen({ handler: async () => new Response(), host: "127.0.0.1", port }),
    ).rejects.toThrow(/EADDRINUSE/);
  } finally {
    await first.close();
  }
});

it.each([
  ["text that is not HTTP", "hello\r\n\r\n"],
  ["an invalid Host header", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
  ["a request without a Host header", "GET / HTTP/1.0\r\n\r\n"],
  ["a host that is no address", "GET / HTTP/1.1\r\nHost: 127.999.1.1\r\nConnection: close\r\n\r\n"],
])("returns 400 with an Error object for %s", async (_, request) => {
  const listening = await listen({
    handler: async () => Response.json({}),
    host: "127.0.0.1",
    port: 0,
  });
  try {
    const socket = connect(Number(new URL(listening.url).port), "127.0.0.1");
    socket.end(request);
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('{"error":"Malformed HTTP request."}');
  } finally {
    await listening.close();
  }
});

it("returns 408 for a body that does not arrive in time", async () => {
  const listening = await listen({
    handler: async (request) => Response.json(await request.json()),
    host: "127.0.0.1",
    port: 0,
    requestTimeoutMs: 100,
  });
  try {
    const socket = connect(Number(new URL(listening.url).port), "127.0.0.1");
    const received = textUntilClosed(socket);
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n");
    const bytes = setInterval(() => socket.write("1"), 20);
    const response = await received.finally(() => clearInterval(bytes));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('{"error":"The request did not arrive completely in time."}');
  } finally {
    await listening.close();
  }
});

it("reads only a part of a body that the handler does not read", async () => {
  const listening = await listen({
    handler: async () => Response.json({ error: "no key" }, { status: 401 }),
    host: "127.0.0.1",
    port: 0,
  });
  try {
    const socket = connect(Number(new URL(listening.url).port), "127.0.0.1");
    const received = textUntilClosed(socket);
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${2 ** 40}\r\n\r\n`);
    const piece = Buffer.alloc(1024);
    const send = (): void =>
      void (socket.writable && socket.write(piece, () => setImmediate(send)));
    send();
    expect(await received).toMatch(/^HTTP\/1\.1 401 /);
  } finally {
    await listening.close();
  }
});

it("returns 500 with an Error object if the handler rejects", async () => {
  const listening = await listen({
    handler: () => Promise.reject(new Error("secret")),
    host: "127.0.0.1",
    port: 0,
  });
  try {
    const response = await fetch(listening.url);
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: "Internal error of the service." },
    ]);
  } finally {
    await listening.close();
  }
});

it("close does not wait for connections without a complete request", async () => {
  const listening = await listen({
    handler: async () => Response.json({}),
    host: "127.0.0.1",
    port: 0,
  });
  const { port } = new URL(listening.url);
  const open = (data: string): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(data, () => resolve(socket)),
      );
      socket.on("error", () => {});
    });
  const sockets = [await open(""), await open("GET / HTTP/1.1\r\nHost: loc")];
  await fetch(listening.url); // after this response the server has accepted the other connections
  const ended = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  await listening.close();
  await Promise.all(ended);
});
