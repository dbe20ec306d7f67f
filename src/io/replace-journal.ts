// The notes of begun replaces, in `.promptctl/unfinished.json` of the project.
import type { JournalEntry } from "../engine/model/replace-journal.ts";
import { readFileSync } from "node:fs";
import type { ReplaceJournal } from "../engine/model/ports.ts";
import { localPath, prepareLocal } from "./local-folder.ts";
import { writeWhole } from "./whole-file.ts";

const name = "unfinished.json";

/** Where nothing can be written, `warn` hears why, once, and apply goes on without. */
export function notebookIn(root: string, warn: (why: string) => void): ReplaceJournal {
  let warned = false;
  return {
    read: () => notesIn(localPath(root, name)),
    write: (notes) => {
      try {
        writeWhole(prepareLocal(root, name), `${JSON.stringify(notes, null, 2)}\n`, 0o600);
      } catch (error) {
        if (!warned) warn((error as Error).message.replace(/\.$/, ""));
        warned = true;
      }
    },
  };
}

/** Nothing where nothing was noted, or where it cannot be read. */
function notesIn(path: string): JournalEntry[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value.filter(isNote) : [];
  } catch {
    return [];
  }
}

function isNote(value: unknown): value is JournalEntry {
  const { children, ...texts } = (value ?? {}) as Record<keyof JournalEntry, unknown>;
  const { baseUrl, kind, id, address, becomes, content } = texts;
  return (
    Array.isArray(children) &&
    [baseUrl, kind, id, address, becomes, content, ...children].every(
      (each) => typeof each === "string",
    )
  );
}
