// The baseline of apply: sends create requests with Node's fetch and does nothing else. The file lists
// them in an order in which they can be sent; an id in a body is the index of the request that creates it.
// Usage: node bench/baseline-apply.mjs <file> <url> <concurrency>
import { readFileSync } from "node:fs";

const [file, url, concurrency] = process.argv.slice(2);
const creates = JSON.parse(readFileSync(file, "utf8"));
const ids = []; // promises, by index
let started = 0;

async function withIds({ ...body }) {
  if (body.tools)
    body.tools = await Promise.all(
      body.tools.map(async ({ toolId }) => ({ toolId: await ids[toolId] })),
    );
  if ("promptId" in body) body.promptId = await ids[body.promptId];
  if ("evaluationId" in body) body.evaluationId = await ids[body.evaluationId];
  return body;
}

async function create({ path, body }) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(await withIds(body)),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}: ${await response.text()}`);
  return (await response.json()).id;
}

async function worker() {
  while (started < creates.length) {
    const index = started++;
    await (ids[index] = create(creates[index]));
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, worker));
