// Services with many prompts: one is created, the others are copied by SQL.
import Libsql from "libsql";
import { repeat, send } from "./load.mjs";
import { promptBody } from "./request-bodies.mjs";
import { startService } from "./servers.mjs";

/** The path of the list of prompts. */
export const prompts = "/sdk/v1/prompts";

/** The path of a prompt. */
export const pathOf = (id) => `${prompts}/${id}`;

/** Creates prompts; returns the id of the last one. */
export async function createPrompts(url, count, bodyOf) {
  let created = 0;
  let response;
  await repeat({ count }, async (agent) => {
    created += 1;
    response = await send(agent, url + prompts, bodyOf(created));
  });
  return JSON.parse(response).id;
}

/** The length of a response, which is not kept. */
export async function lengthOf(url) {
  let length = 0;
  for await (const chunk of (await fetch(url)).body) length += chunk.length;
  return length;
}

/**
 * A service with this number of prompts, and one version of each; returns it with their ids. `run` runs a
 * statement; `numbers` is a table.
 */
export async function scaledService(store, count, { schema, numbers, run }) {
  const service = await startService(store);
  const first = await createPrompts(service.url, 1, promptBody);
  await run(
    `INSERT INTO ${schema}resources (id, kind, body)
     SELECT 'copy' || number, kind, replace(body, '"Prompt 1"', '"Prompt ' || number || '"')
     FROM ${schema}resources, ${numbers(2, count)} WHERE id = '${first}' ORDER BY number`,
  );
  await run(
    `INSERT INTO ${schema}versions (resource_id, number, written_at, body, resource_references)
     SELECT resources.id, 1, written_at, resources.body, resource_references
     FROM ${schema}resources, ${schema}versions
     WHERE resource_id = '${first}' AND resources.id <> '${first}'`,
  );
  const ids = Array.from({ length: count - 1 }, (_none, index) => `copy${index + 2}`);
  return { service, ids: [first, ...ids] };
}

/** The SQL of a SQLite file. */
export const sqlite = (path) => ({
  schema: "",
  numbers: (from, to) =>
    `(WITH RECURSIVE series (number) AS (SELECT ${from} UNION ALL
       SELECT number + 1 FROM series WHERE number < ${to}) SELECT number FROM series)`,
  run: async (text) => {
    const database = new Libsql(path, { timeout: 10_000 });
    database.exec(text);
    database.close();
  },
});

/** The SQL of a PostgreSQL database. */
export const postgresql = (server, url) => ({
  schema: "promptctl.",
  numbers: (from, to) => `generate_series(${from}, ${to}) AS number`,
  run: (text) => server.sql(url, text),
});
