// Opens the replace journal of a project, and decides whether it can be used.
import type { ReplaceJournal } from "../../engine/model/ports.ts";
import type { JournalEntry } from "../../engine/model/replace-journal.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import { checkoutReason } from "../../io/git/checkout.ts";
import { localPath } from "../../project/local/local-folder.ts";
import { createReplaceJournal, replaceJournalName } from "../../project/local/replace-journal.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, isCi } from "../host/command-host.ts";

/**
 * Opens the replace journal of a project, with a warning if it cannot be read or written. A journal that
 * may come from a repository is not read: it could name resources of others, which apply would delete.
 */
export async function openReplaceJournal(host: CommandHost, root: string): Promise<ReplaceJournal> {
  const journal = createReplaceJournal(root, (reason) =>
    host.err(
      `Cannot write the replace journal in .promptctl/: ${escapeText(reason)}. If this apply is interrupted, delete remaining old evaluations with --prune.\n`,
    ),
  );
  const warnIgnored = (reason: string): void =>
    host.err(
      `Warning: .promptctl/${replaceJournalName} is ignored, because ${reason}. Old evaluations of an interrupted apply are unmanaged: --prune deletes those that equal a version in git.\n`,
    );
  try {
    if (journal.read().length === 0) return journal;
  } catch (error) {
    warnIgnored(`it cannot be read: ${escapeText(systemMessage(error))}`);
    return { read: () => [], write: () => {} }; // its entries are kept
  }
  const place = { folder: root, env: host.env };
  const reason = isCi(host.env)
    ? "CI is set"
    : await checkoutReason(place, localPath(root, replaceJournalName));
  if (reason === undefined) return journal;
  warnIgnored(reason);
  return { ...journal, read: () => [] };
}

/** The journal with the entries of a saved plan. They are written with those of the next apply. */
export function withEntries(
  journal: ReplaceJournal,
  entries: readonly JournalEntry[],
): ReplaceJournal {
  let added = entries;
  const isSame = (a: JournalEntry, b: JournalEntry): boolean =>
    a.baseUrl === b.baseUrl && a.kind === b.kind && a.id === b.id;
  return {
    read: () => {
      const own = journal.read();
      return [...own, ...added.filter((entry) => !own.some((each) => isSame(each, entry)))];
    },
    write: (all) => {
      added = []; // an apply that begins to delete takes them over
      journal.write(all);
    },
  };
}
