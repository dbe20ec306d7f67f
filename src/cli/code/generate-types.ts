// The types of promptctl codegen.
import { wrongUsage } from "../../engine/model/failure.ts";
import type { Project } from "../../sync/load/load.ts";
import { clientCode } from "../../views/code/client-code.ts";
import { clientTypes } from "../../views/code/client-types.ts";
import {
  codePrompts,
  codeTools,
  type DefinitionInFile,
} from "../../views/code/code-definitions.ts";
import { unknownSchemasText } from "../../views/code/codegen-text.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import { type CommandHost, screenOf } from "../host/command-host.ts";
import { loadValidProject, readSettings } from "../project/project.ts";
import { type GeneratedFile, promptRow, type SourceFlags } from "./generated-file.ts";

const toolKind = promptRow.references[0]!.kind;

/** The types of all prompts and tools. They are the same in each environment, and nothing is sent. */
export async function generateTypes(
  host: CommandHost,
  directory: string | undefined,
  flags: SourceFlags,
): Promise<GeneratedFile> {
  refuseSources(flags);
  const project = await loadValidProject(host, await readSettings(host, directory));
  const tools = codeTools(inFiles(project, toolKind));
  const names = new Map(tools.map(({ address, name }) => [address, name]));
  const prompts = codePrompts(inFiles(project, promptRow.kind), names);
  const { text, unknown } = await clientTypes(prompts, tools);
  if (unknown.length > 0) host.err(unknownSchemasText(unknown, screenOf(host, "err")));
  const contents = [pluralize(prompts.length, "prompt"), pluralize(tools.length, "tool")];
  return { text: clientCode(text), contents };
}

function refuseSources({ ids, env, local, baseUrl }: SourceFlags): void {
  const given = { "--ids": ids, "--env": env, "--local": local, "--base-url": baseUrl };
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (flag === undefined) return;
  throw wrongUsage(
    "flag-of-bundle",
    `${flag} is for a bundle: types are the same in each environment and have no ids.`,
    `Omit ${flag}, or write a bundle: --out prompts.json`,
  );
}

/** The definitions of a kind, with their mappings in the files. */
function inFiles({ definitions, sources }: Project, kind: string): DefinitionInFile[] {
  return definitions
    .filter((definition) => definition.row.kind === kind)
    .map((definition) => ({
      definition,
      mapping: sources.get(definition.address)!.draft.value,
    }));
}
