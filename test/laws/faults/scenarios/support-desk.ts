// The scenarios of examples/support-desk: applied to an empty service, and to a service with an older
// state of it and with unmanaged resources.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { olderSupportDesk } from "./older-support-desk.ts";
import { applyWithoutFaults, createScenario, emptyState, type FaultScenario } from "./scenario.ts";

const example = join(import.meta.dirname, "../../../../examples/support-desk");

/** The project and an empty service. */
export function supportDeskOnEmptyService(): Promise<FaultScenario> {
  return createScenario(copyExample(), emptyState, []);
}

/**
 * The project and a service with its older state. The scope names what prune deletes: the project has
 * no history.
 */
export async function supportDeskOnOlderState(flags: readonly string[]): Promise<FaultScenario> {
  const folder = copyExample();
  const { resources } = await applyWithoutFaults(folder);
  const names = resources.flatMap(({ kind, body }) => (kind === "prompt" ? [body["name"]] : []));
  const scope = [`prompt/${String(names[0])}`, "prompt/Support old", "tool/support_old"];
  const configuration = join(folder, "promptctl.yaml");
  const lines = scope.map((entry) => `  - ${entry}\n`).join("");
  const text = readFileSync(configuration, "utf8");
  writeFileSync(configuration, text.replace("scope:\n", `scope:\n${lines}`));
  return createScenario(folder, olderSupportDesk(resources, flags.includes("--prune")), flags);
}

function copyExample(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-faults-"));
  cpSync(example, folder, { recursive: true, filter: (path) => !path.includes(".promptctl") });
  return folder;
}
