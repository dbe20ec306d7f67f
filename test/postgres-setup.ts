// Starts the PostgreSQL server of the Vitest project `postgres`, and stops it after the last test.
import type { TestProject } from "vitest/node";
import { startPostgres } from "./fixtures/postgres-server.ts";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgresUrl", server.url);
  return async () => {
    await server[Symbol.asyncDispose]();
  };
}
