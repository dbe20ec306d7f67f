// The server that the embedded service is compared with: node:http and a constant of the given size.
// Usage: node bench/baseline-server.mjs <bytes>
import { createServer } from "node:http";

const body = JSON.stringify("x".repeat(Number(process.argv[2]) - 2));
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`Serving at http://127.0.0.1:${server.address().port}\n`);
});
