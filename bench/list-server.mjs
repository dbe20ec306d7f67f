// A server that returns recorded lists from memory: <folder>/<name>.json at GET /sdk/v1/<name>, also below
// any path, so that it can be several services.
// Usage: node bench/list-server.mjs <folder>
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";

const folder = process.argv[2];
const responses = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => [`/sdk/v1/${basename(file, ".json")}`, readFileSync(join(folder, file))]),
);
const server = createServer(({ method, url }, response) => {
  const body = method === "GET" ? responses.get(url.slice(url.indexOf("/sdk/"))) : undefined;
  response.statusCode = body === undefined ? 404 : 200;
  response.setHeader("content-type", "application/json");
  response.end(body ?? '{"error":"This server only returns lists."}'); // with its length, as the service
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`Serving at http://127.0.0.1:${server.address().port}\n`);
});
