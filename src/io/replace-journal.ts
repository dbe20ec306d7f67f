// The journal of unfinished replaces, in `.promptctl/unfinished.json` of the project.
import type { JournalEntry } from "../engine/model/replace-journal.ts";
import { readFileSync } from "node:fs";
import type { ReplaceJournal } from "../engine/model/ports.ts";
import { localPath, prepareLocal } from "./local-folder.ts";
import { writeFileAtomically } from "./atomic-file.ts";

const name = "unfinished.json";

/** If the file cannot be written, `warn` is called once with the reason, and apply continues without. */
export function createReplaceJournal(root: string, warn: (why: string) => void): ReplaceJournal {
  let warned = false;
  return {
    read: () => readEntries(localPath(root, name)),
    write: (entries) => {
      try {
        writeFileAtomically(
          prepareLocal(root, name),
          `${JSON.stringify(entries, null, 2)}\n`,
          0o600,
        );
      } catch (error) {
        if (!warned) warn((error as Error).message.replace(/\.$/, ""));
        warned = true;
      }
    },
  };
}

/** The entries of the file; none if it is missing or damaged. */
function readEntries(path: string): JournalEntry[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value.filter(isJournalEntry) : [];
  } catch {
    return [];
  }
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
