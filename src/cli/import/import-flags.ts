// The flags of promptctl import, and the formats that each is for.
import { resolve } from "node:path";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { NewSecret } from "../../sync/load/new-secrets.ts";
import type { PlaceholderSyntax } from "../../importers/convert/imported.ts";
import { readForeignFile } from "../../io/files/foreign-files.ts";
import type { CommandHost } from "../host/command-host.ts";
import { refuseNewSecrets, secretFiles } from "../project/definition-checks.ts";
import {
  importFormats,
  placeholderFormats,
  requestFormats,
  toolFormats,
} from "./import-formats.ts";

export interface ImportFlags {
  readonly prompt?: string;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly strict?: boolean;
  readonly separate?: boolean;
  readonly cases?: number;
  readonly partial?: boolean;
  readonly allowSecrets?: boolean;
  readonly placeholders?: PlaceholderSyntax;
  /** The model of prompts that name none. */
  readonly model?: string;
  /** The role of texts that name none. */
  readonly role?: "system" | "user";
}

const promptFormats: readonly string[] = importFormats.filter((format) => format !== "cases");

/** The formats of the flags that are not for all. */
const formatsOf: { readonly [flag in keyof ImportFlags]: readonly string[] } = {
  prompt: ["cases"],
  prune: ["cases"],
  separate: requestFormats,
  cases: requestFormats,
  placeholders: placeholderFormats,
  role: ["text"],
  strict: promptFormats,
  partial: promptFormats,
  model: promptFormats.filter((format) => !toolFormats.includes(format)),
};

/** Throws a Failure for a flag of another format, and for a wrong table of cases. */
export function refuseImportFlags(
  format: string,
  files: readonly string[],
  flags: ImportFlags,
): void {
  for (const [flag, formats] of Object.entries(formatsOf))
    if (flags[flag as keyof ImportFlags] !== undefined && !formats.includes(format))
      throw wrongFlag(
        `--${flag} cannot be used with import ${format}, only with import ${formats.join(", ")}.`,
      );
  if (format !== "cases") return;
  if (files.length > 1) throw wrongFlag("import cases reads one table at a time.");
  if (flags.prompt === undefined)
    throw wrongFlag("import cases needs --prompt: the prompt that the cases are for.");
}

interface SecretImport {
  readonly secrets: readonly NewSecret[];
  /** The paths of the imported files. */
  readonly files: readonly string[];
  /** Of the files that would get the secrets. */
  readonly prefix: string;
}

/** Throws a Failure if the files would get secrets of the imported files. */
export function refuseImportedSecrets(
  { cwd }: Pick<CommandHost, "cwd">,
  { secrets, files, prefix }: SecretImport,
): void {
  if (secrets.length === 0) return;
  const places = files.flatMap((path) => secretLines(resolve(cwd, path), path, secrets));
  refuseNewSecrets(secrets, {
    where: places.length > 0 ? `: ${someOf(places)}` : secretFiles(secrets, prefix),
    source: "The imported files have",
    remedy: "Remove it from them",
    command: "promptctl import --allow-secrets",
  });
}

/** The lines of a file with one of the secrets: `request.json:3`. */
function secretLines(absolute: string, path: string, secrets: readonly NewSecret[]): string[] {
  const file = readForeignFile(absolute, path);
  const lines = typeof file === "string" ? [] : file.text.split("\n");
  return lines.flatMap((line, index) =>
    secrets.some(({ secret }) => secret !== "" && line.includes(secret))
      ? `${path}:${index + 1}`
      : [],
  );
}

function wrongFlag(message: string): Failure {
  return wrongUsage("wrong-import", message, "To see all flags: promptctl import --help");
}
