// The baseline of validate and plan, the least work that a tool of this kind must do: finds and reads
// the files of a folder, parses the YAML, fetches the lists at the given URLs and parses them.
// fixtures.mjs bundles it. Usage: node baseline.cjs <folder> [url...]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CORE_SCHEMA, loadAll } from "js-yaml";

const [folder, ...urls] = process.argv.slice(2);
const documents = [];
const texts = [];

for (const filename of readdirSync(folder, { recursive: true })) {
  const isYaml = /\.ya?ml$/.test(filename);
  if (!isYaml && !filename.endsWith(".md")) continue;
  const text = readFileSync(join(folder, filename), "utf8");
  if (isYaml) documents.push(...loadAll(text, undefined, { filename, schema: CORE_SCHEMA }));
  else texts.push(text);
}
void Promise.all(urls.map(fetchList)).then((lists) =>
  process.stdout.write(`${documents.length} ${texts.length} ${lists.flat().length}\n`),
);

async function fetchList(url) {
  const response = await fetch(url);
  return JSON.parse(await response.text());
}
