// A read-only store that writes nothing, not even the side files of WAL mode. If no process writes
// to the file, it is opened as immutable, and reads are repeated if it changed meanwhile.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SynchronousStore } from "./synchronous-store.ts";

/** Reads an existing file, opened with `open`; each read sees the state committed when it begins. */
export function createStoreReader(
  open: (location: string) => SynchronousStore,
  path: string,
): SynchronousStore {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`There is no store at ${path}.`);
  const { read, close } = createStableReads(open, file);
  const reject = (): never => {
    throw new Error(`The store ${path} is open for reading only.`);
  };
  return {
    list: (kind, query) => read((store) => store.list(kind, query)),
    get: (kind, id) => read((store) => store.get(kind, id)),
    summaries: (ids, childKind) => read((store) => store.summaries(ids, childKind)),
    versions: (kind, id) => read((store) => store.versions(kind, id)),
    getVersion: (kind, id, number) => read((store) => store.getVersion(kind, id, number)),
    findSession: (idDigest, now) => read((store) => store.findSession(idDigest, now)),
    insert: reject,
    replace: reject,
    remove: reject,
    openSession: reject,
    closeSession: reject,
    version: () => read((store, openCount) => `${openCount} ${store.version()}`),
    checkAccess: () => read((store) => store.checkAccess()),
    close,
  };
}

interface StableReads {
  /**
   * Calls the function with the opened store, and again until the file does not change during it.
   * `openCount`: how often the file has been opened.
   */
  read<Result>(readStore: (store: SynchronousStore, openCount: number) => Result): Result;
  close(): void;
}

function createStableReads(
  open: (location: string) => SynchronousStore,
  file: string,
): StableReads {
  let state = fileState(file);
  let store: SynchronousStore | undefined;
  let openCount = 0;

  function openedStore(): SynchronousStore {
    if (store) return store;
    openCount += 1;
    const mode = state === "writing" ? "mode=ro" : "immutable=1";
    return (store = open(`${pathToFileURL(file).href}?${mode}`));
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

  const read: StableReads["read"] = (readStore) => {
    try {
      const result = readStore(openedStore(), openCount);
      if (!closeIfChanged()) return result;
    } catch (cause) {
      // A file that changed during the read can look corrupt.
      if (!closeIfChanged()) throw cause;
    }
    return read(readStore);
  };

  return { read, close: () => store?.close() };
}

/** `writing` if the file has a write-ahead log, else the file's size and modification time. */
function fileState(file: string): string {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log && log.size > 0) return "writing";
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}
