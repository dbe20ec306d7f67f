// Which message of a version became which message of the next one.
import { canonicalJson, type Json } from "../engine/model/json.ts";
import type { Message } from "../generated/types.ts";

/** A message in both versions; `before` is absent if it is new, `after` if it was removed. */
export interface MessagePair {
  readonly before?: Message;
  readonly after?: Message;
}

/**
 * Pairs equal messages at both ends. Those between them are paired in order; what one version has
 * more is new or removed.
 */
export function pairMessages(before: readonly Message[], after: readonly Message[]): MessagePair[] {
  const [old, current] = [before, after].map((messages) => messages.map(textOf)) as [
    string[],
    string[],
  ];
  const shorter = Math.min(old.length, current.length);
  let start = 0;
  while (start < shorter && old[start] === current[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === current.at(-1 - end)) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const changed = Array.from(
    { length: Math.max(removed.length, added.length) },
    (_, index): MessagePair => ({
      ...(index < removed.length && { before: removed[index]! }),
      ...(index < added.length && { after: added[index]! }),
    }),
  );
  const same = (message: Message): MessagePair => ({ before: message, after: message });
  return [
    ...after.slice(0, start).map(same),
    ...changed,
    ...after.slice(after.length - end).map(same),
  ];
}

function textOf(message: Message): string {
  return canonicalJson(message as unknown as Json);
}
