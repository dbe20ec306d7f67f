// promptctl codegen: writes TypeScript types of the prompts and tools, and ids, for application code.
import { exitCodes, refused, wrongUsage } from "../../engine/model/failure.ts";
import { readGeneratedFile, writeGeneratedFile } from "../../io/files/generated-file.ts";
import { kinds } from "../../kinds.ts";
import type { Project } from "../../sync/load/load.ts";
import { clientCode, type IdsByEnvironment, isClientCode } from "../../views/code/client-code.ts";
import { clientTypes } from "../../views/code/client-types.ts";
import {
  codePrompts,
  codeTools,
  type DefinitionInFile,
} from "../../views/code/code-definitions.ts";
import {
  generatedText,
  outOfDateText,
  unknownSchemasText,
  withoutIdsText,
} from "../../views/code/codegen-text.ts";
import { idsInFile, mergedIds, withoutIds } from "./codegen-ids.ts";
import { type CommandHost, screenOf } from "../host/command-host.ts";
import { loadValidProject, readSettings } from "../project/project.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import type { IdFlags } from "./read-ids.ts";

export interface CodegenFlags extends IdFlags {
  /** The file. */
  readonly out: string;
  /** Writes nothing. */
  readonly check?: boolean;
}

const promptRow = kinds.find((row) => row.runs)!;
const toolKind = promptRow.references[0]!.kind;

/**
 * Without a flag that names a service, the ids in the file stay, and nothing is sent. Exit code 0;
 * 2 if the file is out of date with --check; 4 if a refusal prevents that an id is known.
 */
export async function codegenCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: CodegenFlags,
): Promise<number> {
  const { out, check = false } = flags;
  const before = readCode(host, out);
  const idsBefore = idsInFile(out, before);
  const settings = await readSettings(host, directory);
  if (!check) removeLeftovers(host, settings, out);
  const project = await loadValidProject(host, settings);
  const read = await readIdsIfNamed(host, directory, flags);
  if (!read) return exitCodes.refused;
  const { types, prompts, tools } = await typesOf(host, project);
  const definitions = new Map(project.definitions.map((each) => [each.address, each]));
  const ordered = prompts.map(({ address }) => definitions.get(address)!);
  const ids = mergedIds(settings, idsBefore, read, ordered);
  host.err(withoutIdsText(withoutIds(ids, read, ordered), screenOf(host, "err")));
  const text = clientCode(types, ids);
  if (check && text !== before) {
    const command = ["promptctl", ...host.argv.filter((word) => word !== "--check")];
    host.out(outOfDateText({ path: out, before, text, command }, screenOf(host, "out")));
    return 2;
  }
  if (text !== before) writeGeneratedFile(host.cwd, out, text);
  const contents = { prompts: prompts.length, tools: tools.length, environments: [...ids.keys()] };
  host.out(generatedText(out, text !== before, contents));
  return 0;
}

/** Loads the connection to services only where a flag names one. */
async function readIdsIfNamed(
  host: CommandHost,
  directory: string | undefined,
  flags: CodegenFlags,
): Promise<IdsByEnvironment | undefined> {
  const { ids, env, baseUrl, local } = flags;
  if (!ids && !env && baseUrl === undefined && !local) return new Map();
  const { readIds } = await import("./read-ids.ts");
  return readIds(host, directory, flags, promptRow.kind);
}

/** The text of the file; undefined if there is none. Throws a Failure if codegen may not write it. */
function readCode({ cwd }: CommandHost, path: string): string | undefined {
  if (!/\.[cm]?ts$/.test(path) || /\.d\.[cm]?ts$/.test(path))
    throw wrongUsage(
      "wrong-ending",
      `${path} is not the name of a TypeScript module.`,
      "Use a name that ends with .ts, .mts or .cts: --out src/prompts.ts",
    );
  const text = readGeneratedFile(cwd, path);
  if (text === undefined || isClientCode(text)) return text;
  throw refused(
    "not-generated",
    `${path} was not written by promptctl codegen. It was not changed.`,
    "Name another file, or delete this one first.",
  );
}

async function typesOf(
  host: CommandHost,
  project: Project,
): Promise<{
  readonly types: string;
  readonly prompts: ReturnType<typeof codePrompts>;
  readonly tools: ReturnType<typeof codeTools>;
}> {
  const tools = codeTools(inFiles(project, toolKind));
  const names = new Map(tools.map(({ address, name }) => [address, name]));
  const prompts = codePrompts(inFiles(project, promptRow.kind), names);
  const { text, unknown } = await clientTypes(prompts, tools);
  if (unknown.length > 0) host.err(unknownSchemasText(unknown, screenOf(host, "err")));
  return { types: text, prompts, tools };
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
