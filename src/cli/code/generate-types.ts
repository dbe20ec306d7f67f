// The types of promptctl codegen.
import { wrongUsage } from "../../engine/model/failure.ts";
import { type ApiChoice, apiOf } from "../../engine/providers/known-models.ts";
import type { Address } from "../../engine/model/resource.ts";
import { kinds } from "../../kinds.ts";
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
import { readSettingsIn } from "../connect/environment.ts";
import { type CommandHost, screenOf } from "../host/command-host.ts";
import { loadValidProject, readSettings } from "../project/project.ts";
import { bundledEnvironments } from "./bundle-environments.ts";
import type { GeneratedFile, SourceFlags } from "./generated-file.ts";

const promptRow = kinds.find((row) => row.runs)!;
const toolKind = promptRow.references[0]!.kind;

/** The types of all prompts and tools. They are the same in each environment, and nothing is sent. */
export async function generateTypes(
  host: CommandHost,
  directory: string | undefined,
  flags: SourceFlags,
): Promise<GeneratedFile> {
  refuseSources(flags);
  const settings = await readSettings(host, directory);
  const project = await loadValidProject(host, settings);
  const tools = codeTools(inFiles(project, toolKind));
  const names = new Map(tools.map(({ address, name }) => [address, name]));
  const apis = new Map<Address, readonly string[]>();
  for (const { env } of bundledEnvironments(settings, {})) {
    const own = env === undefined ? project : await projectIn(host, directory, env);
    for (const [address, api] of apisIn(own))
      apis.set(address, [...(apis.get(address) ?? []), api]);
  }
  const prompts = codePrompts(inFiles(project, promptRow.kind), names, apis);
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

async function projectIn(
  host: CommandHost,
  directory: string | undefined,
  env: string,
): Promise<Project> {
  return loadValidProject(host, await readSettingsIn(host, directory, env));
}

/** The API that gets the requests of each prompt whose parameters are in the files. */
function apisIn({ definitions }: Project): [Address, string][] {
  return definitions
    .filter(({ row, external }) => row.runs && !external)
    .map(({ address, spec }) => [address, apiOf(spec["parameters"] as unknown as ApiChoice).id]);
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
