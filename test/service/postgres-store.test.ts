// The store in PostgreSQL, on PostgreSQL as WebAssembly. test/service/postgres has the tests that
// need a server with several processes.
import { afterAll, beforeAll } from "vitest";
import { openStore } from "../../src/service/store.ts";
import { type PgliteServer, startPglite } from "../fixtures/pglite-server.ts";
import { storeContract } from "./store-contract.ts";

let server: PgliteServer;
beforeAll(async () => void (server = await startPglite()), 60_000);
afterAll(() => server[Symbol.asyncDispose]());

storeContract(async () => {
  await server.clear();
  return openStore(server.url);
});
