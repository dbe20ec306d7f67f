// GitHub's own language service: what it finds wrong with a workflow or an action.yml. Bundled
// first, because it imports JSON in a way that only bundlers take.
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
    platform: "browser", // modules all through, nothing that needs require
    outfile,
  });
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Service;
  rmSync(folder, { recursive: true });
  return loaded;
}

const { validate } = await service();

let asked = 0;

/** One line for each thing it finds, `line: message`, whatever the severity. */
export async function foundIn(path: string, text: string): Promise<string[]> {
  // It keeps what it parsed by address: each text gets one of its own.
  const document = TextDocument.create(`file:///${++asked}/${path}`, "yaml", 1, text);
  const found = await validate(document, {
    actionsMetadataProvider: {
      fetchActionMetadata: async ({ owner, name }) => metadataOf(`${owner}/${name}`),
    },
  });
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}
