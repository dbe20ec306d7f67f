// The support desk of the examples as a trial: onto a service that holds nothing, or an older
// variant of it beside what belongs to others.
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { older } from "./older-support-desk.ts";
import { applied, nothing, type Staged, staged } from "./scenario.ts";

const example = join(import.meta.dirname, "../../../../examples/support-desk");

/** The project onto a service that holds nothing. */
export function deskOntoNothing(): Promise<Staged> {
  return staged(folderOfDesk(), nothing, []);
}

/** The project onto its older variant. */
export async function deskOntoOlder(flags: readonly string[]): Promise<Staged> {
  const folder = folderOfDesk();
  const { resources } = await applied(folder);
  return staged(folder, older(resources, flags.includes("--prune")), flags);
}

function folderOfDesk(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-faults-"));
  cpSync(example, folder, { recursive: true, filter: (path) => !path.includes(".promptctl") });
  return folder;
}
