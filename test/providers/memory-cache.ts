// A reply cache in memory.
import type { CachedReply, ReplyCache } from "../../src/engine/model/ports.ts";

export function memoryCache(): ReplyCache & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  const parsed = (text: string): CachedReply => JSON.parse(text) as CachedReply;
  return {
    entries,
    read: (key) => (entries.has(key) ? parsed(entries.get(key)!) : undefined),
    write: (key, reply) => void entries.set(key, JSON.stringify(reply)),
  };
}
