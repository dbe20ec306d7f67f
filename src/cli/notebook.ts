// The notes of begun replaces, in `.promptctl/unfinished.json` of the project.
import type { Unfinished } from "../engine/unfinished.ts";
import { readNotes, writeNotes } from "../io/local-folder.ts";
import type { Notebook } from "../sync/unfinished.ts";
import type { Host } from "./host.ts";

/** Where nothing can be written, apply goes on, and says what that may leave behind. */
export function notebookOf(host: Host, root: string): Notebook {
  return {
    read: () => readNotes(root).filter(isNote),
    write: (notes) => {
      try {
        writeNotes(root, notes);
      } catch (error) {
        host.err(
          `The replaces cannot be noted in .promptctl/: ${(error as Error).message}. Should this apply be cut short, old evaluations may be left for --prune.\n`,
        );
      }
    },
  };
}

function isNote(value: unknown): value is Unfinished {
  const { children, ...texts } = (value ?? {}) as Record<keyof Unfinished, unknown>;
  const { baseUrl, kind, id, address, content } = texts;
  return (
    Array.isArray(children) &&
    [baseUrl, kind, id, address, content, ...children].every((each) => typeof each === "string")
  );
}
