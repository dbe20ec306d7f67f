// The project's notes of begun replaces, with the person told where they cannot be kept; and notes
// that last as long as the process, where a checkout is not to be believed.
import type { JournalEntry } from "../engine/model/replace-journal.ts";
import type { ReplaceJournal } from "../engine/model/ports.ts";
import { notebookIn } from "../io/replace-journal.ts";
import { escapeText } from "../views/terminal-text.ts";
import type { CommandHost } from "./command-host.ts";

export function openReplaceJournal(host: CommandHost, root: string): ReplaceJournal {
  return notebookIn(root, (why) =>
    host.err(
      `The replaces cannot be noted in .promptctl/: ${escapeText(why)}. Should this apply be cut short, old evaluations may be left for --prune.\n`,
    ),
  );
}

/** Empty at first, and gone with the process. */
export function inMemoryReplaceJournal(): ReplaceJournal {
  let kept: readonly JournalEntry[] = [];
  return { read: () => kept, write: (notes) => void (kept = notes) };
}
