// The journal of unfinished replaces, in `.promptctl/unfinished.json` of the project.
import type { JournalEntry } from "../engine/model/replace-journal.ts";
import type { ReplaceJournal } from "../engine/model/ports.ts";
import { localPath, prepareLocal } from "./local-folder.ts";
import { readJsonList, writeJson } from "./json-file.ts";

const name = "unfinished.json";

/** If the file cannot be written, `warn` is called once with the reason, and apply continues without. */
export function createReplaceJournal(root: string, warn: (why: string) => void): ReplaceJournal {
  let warned = false;
  return {
    read: () => readJsonList(localPath(root, name)).filter(isJournalEntry),
    write: (entries) => {
      try {
        writeJson(prepareLocal(root, name), entries);
      } catch (error) {
        if (!warned) warn((error as Error).message.replace(/\.$/, ""));
        warned = true;
      }
    },
  };
}

function isJournalEntry(value: unknown): value is JournalEntry {
  const { children, ...texts } = (value ?? {}) as Record<keyof JournalEntry, unknown>;
  const { baseUrl, kind, id, address, becomes, content } = texts;
  return (
    Array.isArray(children) &&
    [baseUrl, kind, id, address, becomes, content, ...children].every(
      (field) => typeof field === "string",
    )
  );
}
