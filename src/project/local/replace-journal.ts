// The journal of unfinished deletes, in `.promptctl/unfinished.json` of the project.
import { closeSync, openSync } from "node:fs";
import type { JournalEntry } from "../../engine/model/replace-journal.ts";
import type { ReplaceJournal } from "../../engine/model/ports.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import { localPath, prepareLocal } from "./local-folder.ts";
import { linkStatsOf } from "../../io/files/atomic-file.ts";
import { readJsonList, writeJson } from "../../io/files/json-file.ts";
import { isExisting } from "../../io/files/paths.ts";

/** The name of the file in the local folder. */
export const replaceJournalName = "unfinished.json";

/**
 * If the file cannot be written, `warn` is called once with the reason, and apply continues
 * without.
 */
export function createReplaceJournal(root: string, warn: (why: string) => void): ReplaceJournal {
  let warned = false;
  return {
    read: () => readEntries(root),
    write: (entries) => {
      try {
        writeJson(prepareLocal(root, replaceJournalName), entries);
      } catch (error) {
        if (!warned) warn(systemMessage(error));
        warned = true;
      }
    },
  };
}

/** Throws errors of the file system, but a damaged file has no entries. */
function readEntries(root: string): JournalEntry[] {
  const path = localPath(root, replaceJournalName);
  if (!isExisting(path)) return [];
  // A committed link could lead to a device or a pipe, which has no end.
  if (!linkStatsOf(path)?.isFile()) throw new Error("it is not a regular file");
  closeSync(openSync(path, "r")); // throws the reason if it cannot be read
  return (readJsonList(path) ?? []).filter(isEntry);
}

function isEntry(value: unknown): value is JournalEntry {
  const { children, ...texts } = (value ?? {}) as Record<keyof JournalEntry, unknown>;
  const { baseUrl, kind, id, address = "", replacementDigest = "", content } = texts;
  return (
    Array.isArray(children) &&
    [baseUrl, kind, id, address, replacementDigest, content, ...children].every(
      (field) => typeof field === "string",
    )
  );
}
