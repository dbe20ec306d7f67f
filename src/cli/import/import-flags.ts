// The flags of promptctl import, and the formats that each is for.
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import type { PlaceholderSyntax } from "../../importers/convert/imported.ts";
import { refuseNewSecrets } from "../project/definition-checks.ts";
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

/** Throws a Failure if the files would get secrets of the imported files. */
export function refuseImportedSecrets(secrets: readonly Diagnostic[], prefix: string): void {
  refuseNewSecrets(secrets, prefix, {
    source: "The imported files have",
    remedy: "Remove it from them",
    command: "promptctl import --allow-secrets",
  });
}

function wrongFlag(message: string): Failure {
  return wrongUsage("wrong-import", message, "To see all flags: promptctl import --help");
}
