// Which message of a version became which message of the next one.
import { diffArrays } from "diff";
import { canonicalJson, type Json } from "../../../engine/model/json.ts";
import type { Message } from "../../../generated/types.ts";
import { words } from "../../../views/text/word-diff.ts";
import { messageText } from "./version-text.ts";

/** A message in both versions; `before` is absent if it is new, `after` if it was removed. */
export interface MessagePair {
  readonly before?: Message;
  readonly after?: Message;
}

/** With more new and removed messages than this, equal messages are not searched for. */
const maxEditLength = 1000;

/**
 * Pairs equal messages that have the same order in both versions. Between them, similar messages of
 * the same role are paired, and messages with the same text; all others are new or removed. A
 * message that moved is removed in one place and new in the other.
 */
export function pairMessages(before: readonly Message[], after: readonly Message[]): MessagePair[] {
  const [old, current] = [before, after].map((messages) =>
    messages.map((message) => ({ message, json: canonicalJson(message as unknown as Json) })),
  );
  const parts = diffArrays(old!, current!, {
    comparator: (one, other) => one.json === other.json,
    maxEditLength,
  });
  if (!parts) return pairChanged(before, after);
  const pairs: MessagePair[][] = [];
  let removed: Message[] = [];
  let added: Message[] = [];
  for (const part of parts) {
    const messages = part.value.map(({ message }) => message);
    if (part.removed) removed = [...removed, ...messages];
    else if (part.added) added = [...added, ...messages];
    else {
      const equal = messages.map((message) => ({ before: message, after: message }));
      pairs.push(pairChanged(removed, added), equal);
      removed = added = [];
    }
  }
  return [...pairs, pairChanged(removed, added)].flat();
}

/** The indexes of a pair in both lists. */
interface Place {
  readonly old: number;
  readonly current: number;
}

/** With more possible pairs than this, messages are paired by their index. */
const maxCandidates = 10_000;

/** Pairs the changed messages between two equal ones. */
function pairChanged(removed: readonly Message[], added: readonly Message[]): MessagePair[] {
  const isLarge = removed.length * added.length > maxCandidates;
  const places = isLarge ? samePlaces(removed, added) : similarPlaces(removed, added);
  const pairs: MessagePair[] = [];
  const next = { old: 0, current: 0 };
  const addUnpaired = ({ old, current }: Place): void => {
    for (const before of removed.slice(next.old, old)) pairs.push({ before });
    for (const after of added.slice(next.current, current)) pairs.push({ after });
  };
  for (const place of places) {
    addUnpaired(place);
    pairs.push({ before: removed[place.old]!, after: added[place.current]! });
    next.old = place.old + 1;
    next.current = place.current + 1;
  }
  addUnpaired({ old: removed.length, current: added.length });
  return pairs;
}

/** Messages of the same role with the same index. */
function samePlaces(removed: readonly Message[], added: readonly Message[]): Place[] {
  return removed.flatMap(({ role }, index) =>
    role === added[index]?.role ? [{ old: index, current: index }] : [],
  );
}

/** The most similar messages first, without pairs that cross a more similar one. In order. */
function similarPlaces(removed: readonly Message[], added: readonly Message[]): Place[] {
  const [olds, currents] = [removed, added].map((messages) => messages.map(comparableMessage));
  const candidates = olds!.flatMap((one, old) =>
    currents!.flatMap((other, current) =>
      one.role === other.role || one.text === other.text
        ? [{ old, current, similarity: similarity(one.words, other.words) }]
        : [],
    ),
  );
  const places: Place[] = [];
  for (const place of candidates.toSorted((one, other) => other.similarity - one.similarity))
    if (places.every(({ old, current }) => (old - place.old) * (current - place.current) > 0))
      places.push(place);
  return places.toSorted((one, other) => one.old - other.old);
}

/** The similarity of two texts is that of their first characters. */
const maxLength = 4000;

interface Comparable {
  readonly role: string;
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function comparableMessage(message: Message): Comparable {
  const text = messageText(message);
  return { role: message.role, text, words: new Set(words(text.slice(0, maxLength))) };
}

/** From 0 to 1: the share of words that both have. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return (2 * common) / Math.max(1, one.size + other.size);
}
