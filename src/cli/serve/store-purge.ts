// promptctl store purge: removes old versions, deletions and stored responses of resources from a store.
import { wrongUsage } from "../../engine/model/failure.ts";
import { isPostgresUrl } from "../../service/open-store.ts";
import { type PurgedId, purgeStore } from "../../service/purge-store.ts";
import { escapeText, pluralize } from "../../views/text/terminal-text.ts";
import type { CommandHost } from "../host/command-host.ts";
import { secretSource, withSecretFiles } from "./secret-files.ts";
import { storeAt } from "./store-location.ts";

export interface PurgeFlags {
  readonly store?: string;
}

/** Returns exit code 0. */
export async function purgeCommand(
  host: CommandHost,
  ids: readonly string[],
  { store }: PurgeFlags,
): Promise<number> {
  const env = withSecretFiles(host.env, host.cwd);
  const text = store ?? env["PROMPTCTL_STORE"];
  if (!text?.trim())
    throw wrongUsage("no-store", "No store is named.", "Use --store, or set PROMPTCTL_STORE.");
  const source = store === undefined ? secretSource(env, "PROMPTCTL_STORE") : "--store";
  const location = storeAt({ cwd: host.cwd, env }, text, source);
  const purged = await purgeStore(location, ids);
  host.out(purged.map((each) => `${escapeText(purgedText(each))}\n`).join(""));
  const elsewhere = isPostgresUrl(location.location)
    ? "PostgreSQL keeps the old texts in dead rows until VACUUM, in its write-ahead log, in replicas and in backups."
    : "Backups and copies of the file keep the old texts.";
  host.err(`${elsewhere}\n`);
  return 0;
}

/** `63a1f0c2: removed 3 old versions, no deletion and 1 stored response. Its present text stays: …` */
function purgedText({ id, kind, versions, deletions, responses }: PurgedId): string {
  if (kind === undefined && versions + deletions + responses === 0)
    return `${id}: the store has nothing with this id.`;
  const removed = `${id}: removed ${pluralize(versions, "old version")}, ${pluralize(deletions, "deletion")} and ${pluralize(responses, "stored response")}.`;
  return kind === undefined
    ? removed
    : `${removed} The ${kind} exists, and its present text stays: to remove that too, change it first, then purge again.`;
}
