// Caches response texts until the store changes, because most reads repeat an earlier one.
// Benchmark: the first row of "The embedded service" in docs/performance.md against its row
// "each the first time".
import type { Store } from "./store.ts";

/** All cached texts together; a longer single text is not cached. */
const maxCharacters = 16 * 1024 * 1024;

/** Returns the cached text of a key, or calls `create` if the store has changed since. */
export type ResponseCache = (key: string, create: () => string) => string;

export function createResponseCache({ version }: Pick<Store, "version">): ResponseCache {
  const texts = new Map<string, string>();
  let characters = 0;
  let cachedVersion = "";

  function clear(): void {
    texts.clear();
    characters = 0;
  }

  return (key, create) => {
    const current = version(); // before the read: the next request sees a write made in between
    if (current !== cachedVersion) clear();
    cachedVersion = current;
    const text = texts.get(key) ?? create();
    if (texts.has(key) || text.length > maxCharacters) return text;
    if (characters + text.length > maxCharacters) clear();
    texts.set(key, text);
    characters += text.length;
    return text;
  };
}
