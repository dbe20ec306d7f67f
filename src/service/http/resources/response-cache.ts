// Caches texts of responses until the store changes, because most reads repeat an earlier one, and several
// clients list the same at the same time.
// Benchmark: the first row of "The embedded service" in docs/performance.md against its row
// "not cached".
import type { Store } from "../../store/stored-resource.ts";
import { setImmediate as nextTurn } from "node:timers/promises";

/** All cached texts together; the oldest are removed first, and a longer single text is not kept. */
const maxSize = 16 * 1024 * 1024;

/**
 * Returns the cached value of a key, or calls `create` if the store has changed since. Requests that want
 * the same value while it is created share it.
 */
export type ResponseCache<Value> = (key: string, create: () => Promise<Value>) => Promise<Value>;

interface Entry<Value> {
  readonly value: Promise<Value>;
  /** 0 until the value is created. */
  size: number;
}

export function createResponseCache<Value>(
  { version }: Pick<Store, "version">,
  sizeOf: (value: Value) => number,
): ResponseCache<Value> {
  const readVersion = sharedCall(version);
  const entries = new Map<string, Entry<Value>>();
  let totalSize = 0;
  let cachedVersion = "";

  function remove(key: string, entry: Entry<Value>): void {
    entries.delete(key);
    totalSize -= entry.size;
  }

  async function add(key: string, value: Promise<Value>): Promise<Value> {
    const entry: Entry<Value> = { value, size: 0 };
    const isCurrent = (): boolean => entries.get(key) === entry; // a write can remove it
    entries.set(key, entry);
    try {
      const size = sizeOf(await value);
      if (isCurrent() && size > maxSize) remove(key, entry);
      if (isCurrent()) totalSize += entry.size = size;
    } catch {
      if (isCurrent()) remove(key, entry);
    }
    for (const [oldestKey, oldest] of entries)
      if (totalSize > maxSize) remove(oldestKey, oldest);
      else break;
    return value;
  }

  return async (key, create) => {
    const current = await readVersion(); // before the read: the next request sees a write made in between
    if (current !== cachedVersion) {
      entries.clear();
      totalSize = 0;
      cachedVersion = current;
    }
    return entries.get(key)?.value ?? add(key, create());
  };
}

/**
 * The same function, but calls in one turn of the event loop share one call. It begins after all of
 * them, so that its result is never older than a request that gets it.
 * Benchmark: the rows of single gets of `npm run bench:service`.
 */
export function sharedCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined;
  const start = async (): Promise<Result> => {
    await nextTurn();
    next = undefined;
    return call();
  };
  return () => (next ??= start());
}
