// What makes trouble between a store and its PostgreSQL server: locks, and connections that are cut.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Client } from "pg";
import type { PostgresServer } from "../../../fixtures/postgres-server.ts";

/** The error of a promise. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (error: unknown) => error,
  );

/** Resolves when so many sessions wait for a lock; returns their process ids. */
export async function waitingSessions(
  server: PostgresServer,
  url: string,
  count: number,
): Promise<unknown[]> {
  for (;;) {
    const text =
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    const rows = await server.sql(url, text);
    if (rows.length >= count) return rows.map(({ pid }) => pid);
  }
}

/** Holds the lock that every write needs, or another one, while the function runs. */
export async function whileLocked<Result>(
  url: string,
  run: () => Promise<Result>,
  lock = "SELECT FROM promptctl.state FOR UPDATE",
): Promise<Result> {
  const client = new Client(url);
  await client.connect();
  await client.query(`BEGIN; ${lock}`);
  try {
    return await run();
  } finally {
    await client.end();
  }
}

interface Proxy extends AsyncDisposable {
  readonly url: string;
  /** Cuts the next connection that sends COMMIT. */
  cutAtCommit(): void;
}

/** A proxy in front of the server of a URL. With `isForwarded`, the server still gets the COMMIT. */
export async function startProxy(target: string, isForwarded: boolean): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let cuts = false;
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}));
    upstream.pipe(client);
    client.on("close", () => upstream.destroy());
    client.on("data", (chunk: Buffer) => {
      if (!cuts || !chunk.includes("COMMIT\0")) return void upstream.write(chunk);
      cuts = false;
      if (!isForwarded) return void client.destroy();
      upstream.unpipe(client);
      upstream.once("data", () => client.destroy()).write(chunk);
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(target);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAtCommit: () => void (cuts = true),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
