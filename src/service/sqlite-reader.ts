// Reads a SQLite file without writing anything, not even the side files that WAL wants.
// Where no writer is at work the file is read as one that cannot change, and read again if it did.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Connection } from "./sqlite.ts";

/** A reading connection to a file that exists; each snapshot sees what is committed when it begins. */
export function openReader(connect: (location: string) => Connection, path: string): Connection {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`There is no store at ${path}.`);
  let state = stateOf(file);
  let open = connect(locationOf(file, state));
  let opened = 1;

  /** Opens anew if the file is in another state than when it was opened. */
  function moved(): boolean {
    const now = stateOf(file);
    if (now === state) return false;
    open.close();
    state = now;
    open = connect(locationOf(file, state));
    opened += 1;
    return true;
  }

  let reading = false;

  /** What is read while the file stays as it is; a read within another is part of that one. */
  function steady<T>(read: () => T): T {
    if (reading) return read();
    for (;;) {
      reading = true;
      const result = attempt(read);
      reading = false;
      if (!moved()) return result();
    }
  }

  const refuse = (): never => {
    throw new Error(`The store ${path} was opened for reading only.`);
  };
  return {
    all: (sql, ...parameters) => steady(() => open.all(sql, ...parameters)),
    run: refuse,
    exec: refuse,
    transaction: refuse,
    snapshot: (work) => steady(() => open.snapshot(work)),
    version: () => steady(() => `${opened} ${open.version()}`),
    close: () => open.close(),
  };
}

/** `writing` while there is a log beside the file, else the file's size and time of change. */
function stateOf(file: string): string {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log && log.size > 0) return "writing";
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}

function locationOf(file: string, state: string): string {
  return `${pathToFileURL(file).href}?${state === "writing" ? "mode=ro" : "immutable=1"}`;
}

/** What came of it, to be had later: a file that changed underfoot may look damaged. */
function attempt<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (cause) {
    return () => {
      throw cause;
    };
  }
}
