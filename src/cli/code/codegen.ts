// promptctl codegen: writes the types of prompts and tools, or a bundle of prompts, for applications.
import { exitCodes, refused, wrongUsage } from "../../engine/model/failure.ts";
import { readGeneratedFile, writeGeneratedFile } from "../../io/files/generated-file.ts";
import { isBundle } from "../../views/code/bundle.ts";
import { isClientCode } from "../../views/code/client-code.ts";
import { generatedText, outOfDateText } from "../../views/code/codegen-text.ts";
import { type CommandHost, screenOf } from "../host/command-host.ts";
import { readSettings } from "../project/project.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { generateBundle } from "./generate-bundle.ts";
import { generateTypes } from "./generate-types.ts";
import type { GeneratedFile, SourceFlags } from "./generated-file.ts";

export interface CodegenFlags extends SourceFlags {
  /** The file. Its ending decides what is written. */
  readonly out: string;
  /** Writes nothing. */
  readonly check?: boolean;
}

/** What codegen can write. */
interface Format {
  isOwn(text: string): boolean;
  /** `before`: the file that is there. Undefined if a refusal, which is printed, prevents it. */
  generate(
    host: CommandHost,
    directory: string | undefined,
    flags: SourceFlags & { readonly out: string },
    before: string | undefined,
  ): Promise<GeneratedFile | undefined>;
}

const types: Format = { isOwn: isClientCode, generate: generateTypes };
const bundle: Format = { isOwn: isBundle, generate: generateBundle };

/**
 * Exit code 0; 2 if the file is out of date with --check; 4 if a refusal prevents that an id is known.
 */
export async function codegenCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: CodegenFlags,
): Promise<number> {
  const { out, check = false } = flags;
  const format = formatOf(out);
  const before = readOwn(host, out, format);
  const settings = await readSettings(host, directory);
  if (!check) removeLeftovers(host, settings, out);
  const generated = await format.generate(host, directory, flags, before);
  if (!generated) return exitCodes.refused;
  const { text, contents } = generated;
  if (check && text !== before) {
    const command = ["promptctl", ...host.argv.filter((word) => word !== "--check")];
    host.out(outOfDateText({ path: out, before, text, command }, screenOf(host, "out")));
    return 2;
  }
  if (text !== before) writeGeneratedFile(host.cwd, out, text);
  host.out(generatedText(out, text !== before, contents));
  return 0;
}

function formatOf(path: string): Format {
  if (/\.[cm]?ts$/.test(path) && !/\.d\.[cm]?ts$/.test(path)) return types;
  if (path.endsWith(".json")) return bundle;
  throw wrongUsage(
    "wrong-ending",
    `${path} is neither the name of a TypeScript module nor of a JSON file.`,
    "For types, use a name that ends with .ts, .mts or .cts, for a bundle .json: --out src/prompts.ts",
  );
}

/** The text of the file; undefined if there is none. Throws a Failure if codegen may not write it. */
function readOwn({ cwd }: CommandHost, path: string, { isOwn }: Format): string | undefined {
  const text = readGeneratedFile(cwd, path);
  if (text === undefined || isOwn(text)) return text;
  throw refused(
    "not-generated",
    `${path} was not written by promptctl codegen. It was not changed.`,
    "Name another file, or delete this one first.",
  );
}
