// promptctl store copy: moves the resources of a store into another one, with their ids and versions.
import { copyStore } from "../../service/copy-store.ts";
import { escapeText, pluralize } from "../../views/text/terminal-text.ts";
import type { CommandHost } from "../host/command-host.ts";
import { withSecretFiles } from "./secret-files.ts";
import { storeAt } from "./store-location.ts";

/** Returns exit code 0. */
export async function copyCommand(host: CommandHost, from: string, to: string): Promise<number> {
  const named = { cwd: host.cwd, env: withSecretFiles(host.env, host.cwd) };
  const [source, target] = [storeAt(named, from, "FROM"), storeAt(named, to, "TO")];
  const { resources, versions, isOutdated } = await copyStore(source, target);
  const counts = `${pluralize(resources, "resource")} with ${pluralize(versions, "version")}`;
  host.out(`Copied ${counts} to ${escapeText(target.name)}\n`);
  if (isOutdated)
    host.err(
      "The store was changed while it was copied: the copy has its state of the beginning. To move a service, stop it first.\n",
    );
  return 0;
}
