// A read-only connection that writes nothing, not even the side files of WAL mode. If no process
// writes to the file, it is opened as immutable, and reads are repeated if it changed meanwhile.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SqliteConnection } from "./sqlite.ts";

/** Opens an existing file; each snapshot reads the state committed when it begins. */
export function openReader(
  connect: (location: string) => SqliteConnection,
  path: string,
): SqliteConnection {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`There is no store at ${path}.`);
  let state = fileState(file);
  let connection = connect(fileUrl(file, state));
  let openCount = 1;
  let reading = false;

  /** Reopens the file and returns true if its state has changed since it was opened. */
  function reopenIfChanged(): boolean {
    const current = fileState(file);
    if (current === state) return false;
    connection.close();
    state = current;
    connection = connect(fileUrl(file, state));
    openCount += 1;
    return true;
  }

  /** Repeats the read until the file does not change during it. A nested read joins the outer one. */
  function readStable<T>(read: () => T): T {
    if (reading) return read();
    for (;;) {
      reading = true;
      const result = attempt(read);
      reading = false;
      if (!reopenIfChanged()) return result();
    }
  }

  const reject = (): never => {
    throw new Error(`The store ${path} is open for reading only.`);
  };
  return {
    all: (sql, ...parameters) => readStable(() => connection.all(sql, ...parameters)),
    run: reject,
    exec: reject,
    transaction: reject,
    snapshot: (work) => readStable(() => connection.snapshot(work)),
    version: () => readStable(() => `${openCount} ${connection.version()}`),
    close: () => connection.close(),
  };
}

/** `writing` if the file has a write-ahead log, else the file's size and modification time. */
function fileState(file: string): string {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log && log.size > 0) return "writing";
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}

function fileUrl(file: string, state: string): string {
  return `${pathToFileURL(file).href}?${state === "writing" ? "mode=ro" : "immutable=1"}`;
}

/** Defers an error until the result is used: a file that changed during the read can look corrupt. */
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
