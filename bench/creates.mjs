// The program that apply is measured beside: sends creates with Node's fetch, and does nothing else.
// Run as a process of its own: node bench/creates.mjs <file> <url> <how many at once>. The file has
// them in an order in which they can be sent, positions in it where their bodies have ids of others.
import { readFileSync } from "node:fs";

const [file, url, atOnce] = process.argv.slice(2);
const creates = JSON.parse(readFileSync(file, "utf8"));
const ids = []; // by position: promises
let begun = 0;

async function withIds({ ...body }) {
  if (body.tools)
    body.tools = await Promise.all(
      body.tools.map(async (each) => ({ toolId: await ids[each.toolId] })),
    );
  if ("promptId" in body) body.promptId = await ids[body.promptId];
  if ("evaluationId" in body) body.evaluationId = await ids[body.evaluationId];
  return body;
}

async function create({ path, body }) {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(await withIds(body)),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).id;
}

async function work() {
  while (begun < creates.length) {
    const position = begun++;
    await (ids[position] = create(creates[position]));
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, work));
