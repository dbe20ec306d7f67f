// A read-only store that writes nothing, not even the side files of WAL mode. If no process writes
// to the file, it is opened as immutable, and reads are repeated if it changed meanwhile.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Store } from "./stored-resource.ts";

/** Reads an existing file, opened with `open`; each read sees the state committed when it begins. */
export function createStoreReader(open: (location: string) => Store, path: string): Store {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`There is no store at ${path}.`);
  let state = fileState(file);
  let store: Store | undefined;
  let openCount = 0;
  let reading = false;

  function openedStore(): Store {
    if (!store) openCount += 1;
    store ??= open(
      `${pathToFileURL(file).href}?${state === "writing" ? "mode=ro" : "immutable=1"}`,
    );
    return store;
  }

  /** Closes the file and returns true if its state has changed since it was opened. */
  function closeIfChanged(): boolean {
    const current = fileState(file);
    if (current === state) return false;
    store?.close();
    store = undefined;
    state = current;
    return true;
  }

  /** Repeats the read until the file does not change during it. A nested read joins the outer one. */
  function readStable<T>(read: (opened: Store) => T): T {
    if (reading) return read(openedStore());
    reading = true;
    try {
      const result = read(openedStore());
      if (!closeIfChanged()) return result;
    } catch (cause) {
      // A file that changed during the read can look corrupt.
      if (!closeIfChanged()) throw cause;
    } finally {
      reading = false;
    }
    return readStable(read);
  }

  const reject = (): never => {
    throw new Error(`The store ${path} is open for reading only.`);
  };
  return {
    list: (kind, parentId) => readStable((opened) => opened.list(kind, parentId)),
    get: (kind, id) => readStable((opened) => opened.get(kind, id)),
    insert: reject,
    replace: reject,
    remove: reject,
    snapshot: (read) => readStable((opened) => opened.snapshot(read)),
    version: () => readStable((opened) => `${openCount} ${opened.version()}`),
    close: () => store?.close(),
  };
}

/** `writing` if the file has a write-ahead log, else the file's size and modification time. */
function fileState(file: string): string {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log && log.size > 0) return "writing";
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}
