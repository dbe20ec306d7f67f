// A server that answers the four lists from files made beforehand, and nothing else.
// Run as a process of its own: node bench/lists.mjs <folder>. The files are named by keptAs.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { keptAs, listPaths } from "./list-paths.mjs";

const answers = new Map(
  listPaths.map((path) => [path, readFileSync(keptAs(process.argv[2], path))]),
);
const server = createServer(({ method, url }, response) => {
  const answer = method === "GET" ? answers.get(url) : undefined;
  const status = answer === undefined ? 404 : 200;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(answer ?? '{"error":"Only the lists are answered here."}');
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`Serving at http://127.0.0.1:${server.address().port}\n`);
});
