// Validates workflows and action.yml with GitHub's language service. The service is bundled first,
// because it imports JSON in a form that only bundlers support.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { TextDocument } from "vscode-languageserver-textdocument";
import { metadataOf, root } from "./actions.ts";

type Service = typeof import("@actions/languageservice");

async function service(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-language-service-"));
  const outfile = join(folder, "service.mjs");
  await build({
    stdin: { contents: `export * from "@actions/languageservice";`, resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "browser", // no module that needs require
    outfile,
  });
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Service;
  rmSync(folder, { recursive: true });
  return loaded;
}

const { validate } = await service();

let documentCount = 0;

/** Returns `line: message` for each problem of any severity. */
export async function validationProblems(path: string, text: string): Promise<string[]> {
  // The service caches documents by URI, so each text gets its own.
  const document = TextDocument.create(`file:///${++documentCount}/${path}`, "yaml", 1, text);
  const problems = await validate(document, {
    actionsMetadataProvider: {
      fetchActionMetadata: async ({ owner, name }) => metadataOf(`${owner}/${name}`),
    },
  });
  return problems.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}
