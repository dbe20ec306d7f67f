// A read-only store that writes nothing, not even the side files of WAL mode. If no process writes
// to the file, it is opened as immutable, and reads are repeated if it changed meanwhile.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** Reads an existing file, opened with `open`; each read sees the state committed when it begins. */
export function createDatabaseReader(
  open: (location: string) => SqliteDatabase,
  path: string,
): SqliteDatabase {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`There is no store at ${path}.`);
  const { read, close } = createStableReads(open, file);
  return {
    run: (mode, operation) => {
      if (mode === "IMMEDIATE") throw new Error(`The store ${path} is open for reading only.`);
      return read((database) => database.run(mode, operation));
    },
    version: () => read((database, openCount) => `${openCount} ${database.version()}`),
    checkAccess: () => read((database) => database.checkAccess()),
    close,
  };
}

interface StableReads {
  /**
   * Calls the function with the opened file, and again until the file does not change during it.
   * `openCount`: how often the file has been opened.
   */
  read<Result>(work: (database: SqliteDatabase, openCount: number) => Result): Result;
  close(): void;
}

function createStableReads(open: (location: string) => SqliteDatabase, file: string): StableReads {
  let state = fileState(file);
  let database: SqliteDatabase | undefined;
  let openCount = 0;

  function opened(): SqliteDatabase {
    if (database) return database;
    openCount += 1;
    const mode = state === "writing" ? "mode=ro" : "immutable=1";
    return (database = open(`${pathToFileURL(file).href}?${mode}`));
  }

  /** Closes the file and returns true if its state has changed since it was opened. */
  function closeIfChanged(): boolean {
    const current = fileState(file);
    if (current === state) return false;
    database?.close();
    database = undefined;
    state = current;
    return true;
  }

  const read: StableReads["read"] = (work) => {
    try {
      const result = work(opened(), openCount);
      if (!closeIfChanged()) return result;
    } catch (cause) {
      // A file that changed during the read can look corrupt.
      if (!closeIfChanged()) throw cause;
    }
    return read(work);
  };

  return { read, close: () => database?.close() };
}

/** `writing` if the file has a write-ahead log, else the file's size and modification time. */
function fileState(file: string): string {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log && log.size > 0) return "writing";
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}
