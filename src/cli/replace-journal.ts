// The project's notes of begun replaces, with the person told where they cannot be kept; and notes
// that last as long as the process, where a checkout is not to be believed.
import type { JournalEntry } from "../engine/model/replace-journal.ts";
import type { ReplaceJournal } from "../engine/model/ports.ts";
import { notebookIn } from "../io/replace-journal.ts";
import { visible } from "../views/paint.ts";
import type { Host } from "./host.ts";

export function notebookOf(host: Host, root: string): ReplaceJournal {
  return notebookIn(root, (why) =>
    host.err(
      `The replaces cannot be noted in .promptctl/: ${visible(why)}. Should this apply be cut short, old evaluations may be left for --prune.\n`,
    ),
  );
}

/** Empty at first, and gone with the process. */
export function emptyNotebook(): ReplaceJournal {
  let kept: readonly JournalEntry[] = [];
  return { read: () => kept, write: (notes) => void (kept = notes) };
}
