// What every tool of this kind has to do: find the files of a folder, read them, parse the YAML, and
// with an address fetch the four lists and parse them. It does nothing else, and keeps what it has.
// floors.mjs bundles it; run as a process of its own: node floor.js <folder> [url].
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { CORE_SCHEMA, loadAll } from "js-yaml";
import { listPaths } from "./list-paths.mjs";

const [folder, url] = process.argv.slice(2);
const documents = [];
const texts = [];

for (const name of readdirSync(folder, { recursive: true }))
  if (/\.ya?ml$/.test(name)) documents.push(...loadAll(textOf(name), undefined, options(name)));
  else if (name.endsWith(".md")) texts.push(textOf(name));
void (url === undefined ? Promise.resolve([]) : Promise.all(listPaths.map(listOf))).then((lists) =>
  process.stdout.write(`${documents.length} ${texts.length} ${lists.flat().length}\n`),
);

function textOf(name) {
  return readFileSync(join(folder, name), "utf8");
}

function options(filename) {
  return { filename, schema: CORE_SCHEMA };
}

function listOf(path) {
  return new Promise((resolve, reject) => {
    const asked = get(url + path, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    asked.on("error", reject);
  });
}
