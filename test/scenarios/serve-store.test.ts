// promptctl serve while its SQLite file is locked, its disk is full, or its file is damaged.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Database from "libsql";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createServeProcesses } from "../fixtures/serve-processes.ts";
import { toolBody } from "./contract/bodies.ts";

const folder = mkdtempSync(join(tmpdir(), "promptctl-serve-store-"));
const { serve, stopAll } = createServeProcesses(folder);
afterEach(stopAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly shouldRetry: string | null;
  readonly body: unknown;
}

async function send(url: string, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body && { headers, body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    shouldRetry: response.headers.get("x-should-retry"),
    body: await response.json(),
  };
}

const createTool = async (url: string, description = "d"): Promise<Answer> =>
  send(url, "POST", "/sdk/v1/tools", { ...toolBody, description });

/** Locks a file against writes of other processes. */
function lock(path: string): { release(): void } {
  const database = new Database(path);
  database.exec("BEGIN EXCLUSIVE");
  return { release: () => void database.close() };
}

describe("a file that another process has locked", () => {
  const unavailable = {
    status: 503,
    retryAfter: "1",
    shouldRetry: null,
    body: {
      error:
        "The database of the service is not available. The request was not executed and may be retried.",
    },
  };

  it("writes get 503 within 5 seconds, reads are answered, and /healthz is, 95 of 100 times within 50 ms", async () => {
    const { url, log } = await serve(["--store", "locked.sqlite"]);
    const { id } = (await createTool(url)).body as { id: string };
    const held = lock(join(folder, "locked.sqlite"));
    const start = performance.now();
    const tool = `/sdk/v1/tools/${id}`;
    const writes = Promise.all([
      ...Array.from({ length: 20 }, () => createTool(url)),
      send(url, "PUT", tool, { ...toolBody, description: "new" }),
      send(url, "DELETE", tool),
    ]);
    const times: number[] = [];
    while (performance.now() - start < 3_000) {
      const asked = performance.now();
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      times.push(performance.now() - asked);
      await delay(20);
    }
    expect((await send(url, "GET", tool)).status).toBe(200);
    const answers = await writes;
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(answers).toEqual(answers.map(() => unavailable));
    const sorted = times.toSorted((one, other) => one - other);
    expect(sorted[Math.floor(0.95 * sorted.length)]).toBeLessThan(50);
    await expect.poll(log).toContain("locked.sqlite cannot be used: database is locked.");
    held.release();
    expect((await send(url, "GET", "/sdk/v1/tools")).body).toHaveLength(1);
    expect((await createTool(url)).status).toBe(200);
  });

  it("a write is executed once if the lock is released in time", async () => {
    const { url } = await serve(["--store", "released.sqlite"]);
    const held = lock(join(folder, "released.sqlite"));
    const write = createTool(url);
    await delay(500);
    held.release();
    expect((await write).status).toBe(200);
    expect((await send(url, "GET", "/sdk/v1/tools")).body).toHaveLength(1);
  });

  it("logging in to the page gets 503 too", async () => {
    const { url } = await serve(["--store", "login.sqlite"], { PROMPTCTL_SERVE_KEYS: "k" });
    const form = await fetch(`${url}/page/login`);
    const [, token] = /name="token" value="([^"]+)"/.exec(await form.text())!;
    const [cookie] = form.headers.getSetCookie()[0]!.split(";");
    const held = lock(join(folder, "login.sqlite"));
    const response = await fetch(`${url}/page/login`, {
      method: "POST",
      headers: { origin: url, cookie: cookie! },
      body: new URLSearchParams({ token: token!, key: "k" }),
    });
    held.release();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  });
});

/** Runs mount or umount as root. */
function runAsRoot(...words: readonly string[]): boolean {
  const all = process.getuid?.() === 0 ? words : ["sudo", "-n", ...words];
  return spawnSync(all[0]!, all.slice(1)).status === 0;
}

describe("a full disk", () => {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const isMounted = runAsRoot("mount", "-t", "tmpfs", "-o", "size=1m,mode=777", "tmpfs", disk);
  afterAll(() => void (isMounted && runAsRoot("umount", "--lazy", disk)));

  it.skipIf(!isMounted)(
    "writes get 507, which clients do not repeat, and the service is not ready until there is room",
    async () => {
      const full = { error: "The disk of the service is full, so nothing can be written." };
      const { url, log } = await serve(["--store", join(disk, "store.sqlite")]);
      await createTool(url);
      expect((await send(url, "GET", "/readyz")).status).toBe(200);
      expect(() => writeFileSync(join(disk, "other"), Buffer.alloc(2 ** 20))).toThrow("ENOSPC");
      for (const _again of [1, 2])
        expect(await send(url, "GET", "/readyz")).toMatchObject({ status: 503, body: full });
      expect(await createTool(url, "x".repeat(100_000))).toEqual({
        status: 507,
        retryAfter: null,
        shouldRetry: "false",
        body: full,
      });
      await expect.poll(log).toContain("store.sqlite cannot be used: database or disk is full.");
      expect((await send(url, "GET", "/sdk/v1/tools")).body).toHaveLength(1);
      rmSync(join(disk, "other"));
      expect((await send(url, "GET", "/readyz")).status).toBe(200);
      expect((await createTool(url, "x".repeat(100_000))).status).toBe(200);
    },
  );
});

it("/readyz creates and deletes no file, so several processes can serve one store", async () => {
  const own = join(folder, "ready");
  mkdirSync(own);
  const { url } = await serve(["--store", join(own, "store.sqlite")]);
  await createTool(url);
  const changedAt = (): bigint => statSync(own, { bigint: true }).mtimeNs;
  const before = changedAt();
  expect((await send(url, "GET", "/readyz")).status).toBe(200);
  expect(changedAt()).toBe(before);
});

describe("a damaged file", () => {
  it.each<[string, (path: string) => void, RegExp]>([
    [
      "a body that is not UTF-8",
      (path) => changed(path, "UPDATE resources SET body = CAST(x'7b22ff227d' AS TEXT)"),
      /is damaged: a resource in it is not valid UTF-8 or JSON/,
    ],
    ["a page of other bytes", overwriteTable, /is damaged: database disk image is malformed/],
  ])("%s: requests get 500, which clients do not repeat", async (name, damage, reason) => {
    const path = join(folder, `${name}.sqlite`);
    const before = await serve(["--store", path]);
    await createTool(before.url);
    before.process.kill("SIGTERM");
    await before.ended;
    damage(path);
    const { url, log } = await serve(["--store", path]);
    expect(await send(url, "GET", "/sdk/v1/tools")).toEqual({
      status: 500,
      retryAfter: null,
      shouldRetry: "false",
      body: { error: "The service cannot use its store. The log of the service has the reason." },
    });
    await vi.waitFor(() => expect(log()).toMatch(reason));
    // The entry of the failure, and the line of the request.
    const ids = () => [...log().matchAll(/"requestId":"([^"]*)"/g)].map(([, id]) => id);
    await vi.waitFor(() => expect(ids()).toEqual([expect.any(String), ids()[0]]));
  });
});

function changed(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(`PRAGMA ignore_check_constraints = 1; ${sql}`);
  database.close();
}

/** Overwrites the first page of the table of resources. */
function overwriteTable(path: string): void {
  const database = new Database(path);
  const sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'resources'";
  const { rootpage } = database.prepare(sql).get() as { rootpage: number };
  database.close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(4096, 0xee), 0, 4096, (rootpage - 1) * 4096);
  closeSync(file);
}
