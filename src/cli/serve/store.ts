// promptctl store: copies a store, or removes old texts from it.
import { wrongUsage } from "../../engine/model/failure.ts";
import type { CommandHost } from "../host/command-host.ts";
import { copyCommand } from "./store-copy.ts";
import { purgeCommand, type PurgeFlags } from "./store-purge.ts";

/** Returns exit code 0. Throws a Failure if the words are not those of the action. */
export async function storeCommand(
  host: CommandHost,
  action: "copy" | "purge",
  words: readonly string[],
  flags: PurgeFlags,
): Promise<number> {
  if (action === "purge") return purgeCommand(host, words, flags);
  const [from, to, ...more] = words;
  if (from === undefined || to === undefined || more.length > 0 || flags.store !== undefined)
    throw wrongUsage(
      "wrong-stores",
      "store copy needs two stores.",
      "Write: promptctl store copy FROM TO",
    );
  return copyCommand(host, from, to);
}
