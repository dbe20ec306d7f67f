// The replace journal of a project, with a warning if it cannot be written; and one in memory, for
// checkouts that cannot be trusted.
import type { JournalEntry } from "../engine/model/replace-journal.ts";
import type { ReplaceJournal } from "../engine/model/ports.ts";
import { createReplaceJournal } from "../io/replace-journal.ts";
import { escapeText } from "../views/terminal-text.ts";
import type { CommandHost } from "./command-host.ts";

export function openReplaceJournal(host: CommandHost, root: string): ReplaceJournal {
  return createReplaceJournal(root, (reason) =>
    host.err(
      `Cannot write the replace journal in .promptctl/: ${escapeText(reason)}. If this apply is interrupted, delete remaining old evaluations with --prune.\n`,
    ),
  );
}

export function inMemoryReplaceJournal(): ReplaceJournal {
  let entries: readonly JournalEntry[] = [];
  return { read: () => entries, write: (newEntries) => void (entries = newEntries) };
}
