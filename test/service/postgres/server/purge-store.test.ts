// `promptctl store purge` on PostgreSQL: no row has the text afterwards.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../../../src/service/open-store.ts";
import { purgeStore } from "../../../../src/service/purge-store.ts";
import { type PostgresServer, startPostgres } from "../../../fixtures/postgres-server.ts";

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server[Symbol.asyncDispose]());

it("removes old versions, deletions and stored responses, and changes the version of the store", async () => {
  const location = await server.createDatabase();
  const store = await openStore(location);
  const tool = (id: string, text: string) => ({ kind: "tool", id, body: { text }, references: [] });
  const once = {
    requestId: "r1",
    bodyDigest: "d1",
    now: Date.now(),
    responseOf: () => '{"id":"t1","text":"SECRET"}',
  };
  await store.insert(tool("t1", "SECRET"), { once });
  await store.replace(tool("t1", "clean"));
  await store.insert(tool("t2", "SECRET"));
  await store.remove("tool", "t2", { now: Date.now() });
  const version = await store.version();
  expect(await purgeStore({ location }, ["t1", "t2"])).toEqual([
    { id: "t1", kind: "tool", versions: 1, deletions: 0, responses: 1 },
    { id: "t2", versions: 0, deletions: 1, responses: 0 },
  ]);
  expect(await store.version()).not.toBe(version);
  expect(await store.versions("tool", "t1")).toMatchObject([{ number: 2 }]);
  expect(await store.deletions("tool", { now: Date.now() })).toEqual([]);
  expect(await store.insert(tool("t3", "new"), { once })).toMatchObject({ is: "done" });
  await store.close();
});
