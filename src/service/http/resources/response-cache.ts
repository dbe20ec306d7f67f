// Caches response texts until the store changes, because most reads repeat an earlier one.
// Benchmark: the first row of "The embedded service" in docs/performance.md against its row
// "each the first time".
import { sharedCall } from "./shared-call.ts";
import type { Store } from "../../store/stored-resource.ts";

/** All cached texts together; a longer single text is not cached. */
const maxCharacters = 16 * 1024 * 1024;

/** The text of one resource with its ETag. */
interface TaggedText {
  readonly text: string;
  readonly etag: string;
}

/** A text, or the parts of a long text, which is not cached. */
export type ResponseText = string | TaggedText | ReadableStream<Uint8Array>;

/** Returns the cached text of a key, or calls `create` if the store has changed since. */
export type ResponseCache = (
  key: string,
  create: () => Promise<ResponseText>,
) => Promise<ResponseText>;

export function createResponseCache({ version }: Pick<Store, "version">): ResponseCache {
  const readVersion = sharedCall(version);
  const texts = new Map<string, string | TaggedText>();
  let characters = 0;
  let cachedVersion = "";

  function clear(): void {
    texts.clear();
    characters = 0;
  }

  function add(key: string, text: string | TaggedText): void {
    const { length } = typeof text === "string" ? text : text.text;
    if (length > maxCharacters || texts.has(key)) return;
    if (characters + length > maxCharacters) clear();
    texts.set(key, text);
    characters += length;
  }

  return async (key, create) => {
    const current = await readVersion(); // before the read: the next request sees a write made in between
    if (current !== cachedVersion) clear();
    cachedVersion = current;
    const cached = texts.get(key);
    if (cached !== undefined) return cached;
    const text = await create();
    // Another request can have found a newer version meanwhile.
    if (!(text instanceof ReadableStream) && current === cachedVersion) add(key, text);
    return text;
  };
}
