// The URL of the database and the password of its user, from files.
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { startPostgres } from "../../../fixtures/postgres-server.ts";
import { runProgramIn } from "../../../fixtures/run-program.ts";
import { createServeProcesses } from "../../../fixtures/serve-processes.ts";
import { folderOf } from "../../../io/folder.ts";

it("serve reads them, and shows neither the password nor a wrong one", async () => {
  await using server = await startPostgres();
  await using folder = folderOf();
  const url = new URL(await server.createDatabase());
  const database = url.pathname.slice(1);
  await server.sql(
    server.url,
    `CREATE ROLE guarded LOGIN PASSWORD 'a SECRET @:/'; GRANT CREATE ON DATABASE ${database} TO guarded`,
  );
  const [{ hba_file: access } = {}] = await server.sql(server.url, "SHOW hba_file");
  const lines = ["guarded 127.0.0.1/32 scram-sha-256", "test 127.0.0.1/32 trust"];
  const rows = lines.map((line) => `('host all ${line}')`).join(", ");
  await server.sql(server.url, `COPY (VALUES ${rows}) TO '${String(access)}'`);
  await server.sql(server.url, "SELECT pg_reload_conf()");
  url.username = "guarded";
  writeFileSync(folder.at("url"), `${url.href}\n`);
  writeFileSync(folder.at("password"), "a SECRET @:/\n");
  writeFileSync(folder.at("wrong"), "another SECRET\n");
  const cwd = dirname(folder.at("url"));
  const env = { PROMPTCTL_STORE_FILE: "url" };
  const wrong = { ...env, PGPASSWORD_FILE: "wrong" };
  const refused = await runProgramIn(cwd, ["serve", "--port", "0"], wrong);
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.err).toContain("Correct the user and the password in the URL, or set PGPASSWORD.");
  const { serve, stopAll } = createServeProcesses(cwd);
  const service = await serve([], { ...env, PGPASSWORD_FILE: "password" });
  try {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.output() + service.log() + refused.err).not.toContain("SECRET");
  } finally {
    stopAll();
    await service.ended;
  }
});
