// The replies of earlier runs of `promptctl test`: one file each in `.promptctl/replies/`, readable
// by its owner only. A file that is damaged, too old, too large or a link is ignored, and replaced.
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isObject, parseJson } from "../../engine/model/json.ts";
import type { CachedReply, ReplyCache } from "../../engine/model/ports.ts";
import { parseAgeMs, testDefaults } from "../../engine/text/quantities.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import { linkStatsOf, writeFileAtomically } from "../../io/files/atomic-file.ts";
import { tryOr } from "../../io/files/paths.ts";
import { localPath, prepareLocal } from "./local-folder.ts";

export interface ReplyCacheOptions {
  /** Older replies are not used. */
  readonly maxAgeMs: number;
  /** The current date and time. */
  time(): Date;
  /** Receives the reason why replies cannot be kept, once. */
  warn(why: string): void;
}

/** The name of the folder in the local folder. */
export const replyFolderName = "replies";

/** The default of --cache-age. */
export const defaultMaxAgeMs: number = parseAgeMs(testDefaults.cacheAge)!;

/** No reply of a model is as large. */
const maxFileBytes = 8 * 1024 * 1024;

/** Opens the cache of a project. */
export function openReplyCache(root: string, options: ReplyCacheOptions): ReplyCache {
  const { maxAgeMs, time, warn } = options;
  const folder = localPath(root, replyFolderName);
  let state: "unprepared" | "ready" | "unwritable" = "unprepared";

  function read(key: string): CachedReply | undefined {
    const cached = readEntry(join(folder, `${key}.json`));
    const isUsable = cached && time().getTime() - Date.parse(cached.date) <= maxAgeMs;
    return isUsable ? cached : undefined;
  }

  return {
    read,
    write: (key, reply) => {
      if (state === "unwritable") return;
      try {
        if (state === "unprepared") {
          mkdirSync(prepareLocal(root, replyFolderName), { recursive: true, mode: 0o700 });
          removeOld(folder, time().getTime() - Math.max(maxAgeMs, defaultMaxAgeMs));
        }
        state = "ready";
        const text = `${JSON.stringify(reply)}\n`;
        writeFileAtomically(join(folder, `${key}.json`), text, 0o600, { flush: false });
      } catch (error) {
        state = "unwritable";
        warn(systemMessage(error));
      }
    },
  };
}

function readEntry(path: string): CachedReply | undefined {
  try {
    const stats = linkStatsOf(path);
    if (!stats?.isFile() || stats.size > maxFileBytes) return undefined;
    const value = parseJson(readFileSync(path, "utf8"));
    if (!isObject(value)) return undefined;
    const { date, reply } = value;
    const isValid = typeof date === "string" && !Number.isNaN(Date.parse(date)) && isObject(reply);
    return isValid ? { date, reply } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the files last written before a time, and what an interrupted write has left. */
function removeOld(folder: string, before: number): void {
  for (const name of tryOr([], () => readdirSync(folder))) {
    const path = join(folder, name);
    if ((linkStatsOf(path)?.mtimeMs ?? before) < before)
      rmSync(path, { recursive: true, force: true });
  }
}
