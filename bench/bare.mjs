// The server that the service is measured beside: plain node:http, a constant of the size given.
// Run as a process of its own: node bench/bare.mjs <bytes>.
import { createServer } from "node:http";

const body = JSON.stringify("x".repeat(Number(process.argv[2]) - 2));
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`Serving at http://127.0.0.1:${server.address().port}\n`);
});
