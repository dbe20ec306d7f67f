// Removes what killed commands left, before a command writes.
import { dirname, resolve } from "node:path";
import { removeLeftoverFiles } from "../../io/files/leftover-files.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import type { CommandHost } from "../host/command-host.ts";

/**
 * Removes the temporary files of killed commands from a project, and from the folder of the file that the
 * command writes. Called by each command that writes, before it creates temporary files.
 */
export function removeLeftovers(
  host: CommandHost,
  { root, definitions }: Pick<Settings, "root" | "definitions">,
  outputFile?: string,
): void {
  const output = outputFile === undefined ? undefined : dirname(resolve(host.cwd, outputFile));
  removeLeftoverFiles({ root, definitions, output }, host.time());
}
