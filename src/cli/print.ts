// Output that several commands have in common.
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import { diagnosticsText } from "../views/diagnostics.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { projectPrefix } from "./relative-path.ts";

/** Prints a result as JSON to standard output. */
export function printJson(host: CommandHost, document: unknown): void {
  host.out(`${JSON.stringify(document, null, 2)}\n`);
}

/** Prints one line of a stream of JSON documents. */
export function printJsonLine(host: CommandHost, document: object): void {
  host.out(`${JSON.stringify(document)}\n`);
}

/** Prints the warnings of a project to standard error. */
export function printWarnings(
  host: CommandHost,
  diagnostics: readonly Diagnostic[],
  root: string,
): void {
  if (diagnostics.length === 0) return;
  const prefix = projectPrefix(host.cwd, root);
  host.err(`${diagnosticsText(diagnostics, screenOf(host, "err"), prefix)}\n`);
}
