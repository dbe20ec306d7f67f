// The lists of a service that holds a project, written without an apply: with 200,000 definitions one takes
// minutes. Ids are counted. Usage: node bench/project-lists.mjs <project> <definitions folder> <new folder>
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import { once } from "node:events";
import { basename, join } from "node:path";
import { importSources } from "./import-sources.mjs";

const [project, definitionsFolder, target] = process.argv.slice(2);
const source = await importSources(`
  export { kinds } from "./src/kinds.ts";
  export { definitionSchemas } from "./src/cli/project/project.ts";
  export { requestBody } from "./src/engine/apply/request-body.ts";
  export { definitionFiles } from "./src/project/files/definitions.ts";
  export { toResponseBody, toStoredResource } from "./src/service/http/resources/resource-mapping.ts";
  export { loadFiles } from "./src/sync/load/load.ts";
`);
const { kinds, definitionSchemas, requestBody, toResponseBody, toStoredResource } = source;
const files = source.definitionFiles(project, definitionsFolder, { include: [], env: {} });
const { definitions } = await source.loadFiles(kinds, definitionSchemas, files);

/** An id as the service makes them, the same for each run. */
const idOf = (address) => createHash("sha1").update(address).digest("hex").slice(0, 24);

const stored = new Map();
mkdirSync(target);
for (const row of kinds) {
  const file = createWriteStream(join(target, `${basename(row.path)}.json`));
  let separator = "[";
  for (const { address, kind, spec, parent } of definitions) {
    if (kind !== row.kind) continue;
    const body = requestBody(row, { address, body: spec, parent }, idOf);
    const resource = toStoredResource(row, idOf(address), body);
    if (row.identifiedBy.by === "name") stored.set(resource.id, resource);
    const response = toResponseBody(row, resource, ({ kind: other, id }) =>
      toResponseBody(
        kinds.find((each) => each.kind === other),
        stored.get(id),
      ),
    );
    if (!file.write(separator + JSON.stringify(response))) await once(file, "drain");
    separator = ",";
  }
  file.end(separator === "[" ? "[]" : "]");
  await once(file, "finish");
}
