import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { Client } from "undici";
import { expect, it } from "vitest";
import { listen } from "../../../src/service/http/listen.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What the service sends until the connection is closed, even if that interrupts a write. */
function textUntilClosed(socket: Socket): Promise<string> {
  let received = "";
  socket.on("error", () => {}).on("data", (chunk: Buffer) => (received += chunk.toString()));
  return new Promise((resolve) => socket.once("close", () => resolve(received)));
}

type Settings = Parameters<typeof listen>[0];

/** A server on a free port until the end of the test. */
async function served(handler: Settings["handler"], more: Partial<Settings> = {}) {
  const listening = await listen({ handler, host: "127.0.0.1", port: 0, ...more });
  return { ...listening, [Symbol.asyncDispose]: () => listening.close() };
}

const connected = ({ url }: { readonly url: string }): Socket =>
  connect(Number(new URL(url).port), "127.0.0.1");

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
  await using listening = await served(async () => Response.json({}), { host: "::1" });
  expect(listening.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(listening.url)).status).toBe(200);
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
  await using first = await served(async () => new Response());
  const port = Number(new URL(first.url).port);
  await expect(
    listen({ handler: async () => new Response(), host: "127.0.0.1", port }),
  ).rejects.toThrow(/EADDRINUSE/);
});

it.each([
  ["text that is not HTTP", "hello\r\n\r\n"],
  ["an invalid Host header", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
  ["a request without a Host header", "GET / HTTP/1.0\r\n\r\n"],
  ["a host that is no address", "GET / HTTP/1.1\r\nHost: 127.999.1.1\r\nConnection: close\r\n\r\n"],
])("returns 400 with an Error object for %s", async (_, request) => {
  await using listening = await served(async () => Response.json({}));
  const socket = connected(listening);
  socket.end(request);
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('{"error":"Malformed HTTP request."}');
});

it.each([
  ["a request without a Host header", 400, "GET / HTTP/1.1\r\n", "Malformed HTTP request."],
  [
    "headers that are too long",
    431,
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n`,
    "The headers have more than 16384 bytes.",
  ],
  [
    "an unknown expectation",
    417,
    "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n",
    "The only expectation that is met is 100-continue.",
  ],
  ["CONNECT", 405, "CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n", "CONNECT is not allowed."],
])("what Node answers itself has an Error object: %s", async (_, status, head, error) => {
  await using listening = await served(async () => Response.json({}));
  const socket = connected(listening);
  const received = textUntilClosed(socket);
  socket.end(`${head}Connection: close\r\n\r\n`);
  const response = await received;
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(response).toContain(JSON.stringify({ error }));
});

it("returns 408 for a body that does not arrive in time", async () => {
  await using listening = await served(async (request) => Response.json(await request.json()), {
    requestTimeoutMs: 100,
  });
  const socket = connected(listening);
  const received = textUntilClosed(socket);
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n");
  const bytes = setInterval(() => socket.write("1"), 20);
  const response = await received.finally(() => clearInterval(bytes));
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(response).toContain('{"error":"The request did not arrive completely in time."}');
});

it("reads only a part of a body that the handler does not read", async () => {
  await using listening = await served(async () =>
    Response.json({ error: "no key" }, { status: 401 }),
  );
  const socket = connected(listening);
  const received = textUntilClosed(socket);
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${2 ** 40}\r\n\r\n`);
  const piece = Buffer.alloc(1024);
  const send = (): void => void (socket.writable && socket.write(piece, () => setImmediate(send)));
  send();
  expect(await received).toMatch(/^HTTP\/1\.1 401 /);
});

it("returns 500 with an Error object if the handler rejects", async () => {
  await using listening = await served(() => Promise.reject(new Error("secret")));
  const response = await fetch(listening.url);
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: "Internal error of the service." },
  ]);
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

const keptAlive = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

it("in the drain time, each kept connection gets one more response, which ends it", async () => {
  const listening = await served(async () => Response.json({}), { drainMs: 60_000 });
  const [kept, idle] = [connected(listening), connected(listening)];
  for (const socket of [kept, idle]) {
    socket.write(keptAlive);
    const [response] = (await once(socket, "data")) as [Buffer];
    expect(response.toString()).toMatch(/\nConnection: keep-alive\r\n/i);
  }
  const closing = listening.close();
  for (const socket of [kept, idle]) {
    const received = textUntilClosed(socket);
    socket.write(keptAlive);
    const response = await received;
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toMatch(/\nConnection: close\r\n/i);
  }
  await closing; // before the time is over: no connection is open
});

it("a response that begins after the stop has Connection: close, and idle connections end first", async () => {
  let start = (): void => {};
  let answer = (_response: Response): void => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  const answered = new Promise<Response>((resolve) => (answer = resolve));
  const handler: Settings["handler"] = ({ url }) => {
    if (!url.endsWith("/slow")) return Promise.resolve(Response.json({}));
    start();
    return answered;
  };
  const listening = await listen({ handler, host: "127.0.0.1", port: 0, drainMs: 50 });
  const idle = connected(listening);
  idle.write(keptAlive);
  await once(idle, "data");
  const slow = connected(listening);
  const received = textUntilClosed(slow);
  slow.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await started;
  const closing = listening.close();
  await once(idle, "close");
  expect(slow.closed).toBe(false);
  answer(Response.json({ late: true }));
  const response = await received;
  expect(response).toMatch(/\nConnection: close\r\n[^]*\{"late":true\}/i);
  await closing;
});

it("clients that keep their connections lose no request while two replicas restart in turns", async () => {
  const handler: Settings["handler"] = async (request) => Response.json(await request.json());
  const start = (port: number) => listen({ handler, host: "127.0.0.1", port, drainMs: 1_000 });
  const replicas = [await start(0), await start(0)];
  const addresses = replicas.map(({ url }) => url);
  const over = new AbortController();
  const failures: unknown[] = [];
  /** As a balancer: where no connection is accepted, the request goes to the other replica. */
  const send = async (clients: readonly Client[], count: number): Promise<void> => {
    for (const [attempt, client] of [clients[count % 2]!, clients[1 - (count % 2)]!].entries())
      try {
        const { body } = await client.request({ method: "POST", path: "/", body: `[${count}]` });
        expect(await body.json()).toEqual([count]);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED" && attempt === 0) continue;
        failures.push(error);
      }
  };
  const counts = Array.from({ length: 20 }, () => 0);
  const clients = counts.map(async (_, index) => {
    const own = addresses.map((url) => new Client(url));
    while (!over.signal.aborted) {
      await send(own, index + counts[index]!);
      counts[index]! += 1;
      await pause(index % 7);
    }
    await Promise.all(own.map((client) => client.close()));
  });
  for (let restart = 0; restart < 4; restart += 1) {
    const before = [...counts];
    // Two requests to each replica: all clients are connected to both.
    const haveSent = (): boolean => counts.every((count, index) => count >= before[index]! + 4);
    await expect.poll(haveSent, { timeout: 30_000 }).toBe(true);
    await replicas[restart % 2]!.close();
    replicas[restart % 2] = await start(Number(new URL(addresses[restart % 2]!).port));
  }
  over.abort();
  await Promise.all(clients);
  await Promise.all(replicas.map(({ close }) => close()));
  expect(failures).toEqual([]);
});
