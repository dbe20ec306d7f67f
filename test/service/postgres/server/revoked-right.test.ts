// A right that is revoked while the built service runs: its bundles share no classes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type PostgresServer, startPostgres } from "../../../fixtures/postgres-server.ts";
import { createServeProcesses } from "../../../fixtures/serve-processes.ts";
import { toolBody } from "../../../scenarios/contract/bodies.ts";

const folder = mkdtempSync(join(tmpdir(), "promptctl-revoked-"));
const { serve, stopAll } = createServeProcesses(folder);
let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(async () => {
  stopAll();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

it("a write without its right is a 500 that clients do not repeat, and the log has the reason", async () => {
  const url = await server.createDatabase();
  const owner = await serve(["--store", url]); // creates the tables
  owner.process.kill("SIGTERM");
  await owner.ended;
  await server.sql(
    url,
    `CREATE ROLE app LOGIN; GRANT USAGE ON SCHEMA promptctl TO app;
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA promptctl TO app`,
  );
  const service = await serve(["--store", url.replace("test@", "app@")]);
  const create = (): Promise<Response> =>
    fetch(`${service.url}/sdk/v1/tools`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(toolBody),
    });
  expect((await create()).status).toBe(200);
  await server.sql(url, "REVOKE INSERT ON promptctl.resources FROM app");
  const response = await create();
  expect([response.status, response.headers.get("x-should-retry"), await response.json()]).toEqual([
    500,
    "false",
    { error: "The database rejected the request. The log of the service has the reason." },
  ]);
  const reason = "permission denied for table resources (SQLSTATE 42501)";
  await vi.waitFor(() => expect(service.log()).toContain(reason));
  expect((await fetch(`${service.url}/sdk/v1/tools`)).status).toBe(200);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
});
