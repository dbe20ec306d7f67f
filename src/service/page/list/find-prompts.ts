// Finds prompts for the list of the page. Of each prompt only what the list shows is kept.
import type { Json } from "../../../engine/model/json.ts";
import { messageTexts } from "../../../engine/text/message-texts.ts";
import type { Prompt } from "../../../generated/types.ts";
import type { ResourceContext } from "../../http/resources/resources.ts";
import { excerptOf, type Excerpt } from "./excerpt.ts";
import { listParts } from "./list-parts.ts";
import { promptKind } from "../prompt/read-prompt.ts";

/** Prompts on one page. */
export const pageSize = 100;

/** A longer search text is cut, in characters. */
export const maxQueryLength = 200;

/** A place in the list of the store: a part, and how many prompts of it were shown before. */
export interface ListPosition {
  readonly after: number;
  readonly skip: number;
}

export const listStart: ListPosition = { after: 0, skip: 0 };

/** A prompt in the list. */
export interface FoundPrompt {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  /** The ids of its tools. */
  readonly tools: readonly string[];
  /** Where the text was found, unless it is in the name. */
  readonly excerpt: Excerpt | undefined;
}

export interface FoundPrompts {
  /** All of them if the list was read from its start to its end, else those of one page. */
  readonly found: readonly FoundPrompt[];
  /** Prompts that were compared with the search text. */
  readonly searched: number;
  /** Where the list continues; undefined at its end. */
  readonly next: ListPosition | undefined;
}

/** The text of a position in a URL: `1200-50`. */
export function positionText({ after, skip }: ListPosition): string {
  return `${after}-${skip}`;
}

/** The position that a text describes; the start for all other texts. */
export function parsePosition(text: string | undefined): ListPosition {
  const [, after, skip] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "") ?? [];
  return after === undefined ? listStart : { after: Number(after), skip: Number(skip) };
}

/** The search text of a URL, as it is searched and shown. */
export function readQuery(text = ""): string {
  return text.trim().slice(0, maxQueryLength).toWellFormed();
}

/** The words of a search text, in lower case. */
export function searchWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a position is the start of the list. */
export function isStart({ after, skip }: ListPosition): boolean {
  return after === listStart.after && skip === listStart.skip;
}

/**
 * The prompts in order of creation that contain all words in their name, id, model, messages or tools:
 * all of them if the list has less than 100 MiB, else one page of them.
 */
export async function findPrompts(
  context: ResourceContext,
  words: readonly string[],
  from: ListPosition,
): Promise<FoundPrompts> {
  const found: FoundPrompt[] = [];
  let searched = 0;
  let next: ListPosition | undefined;
  let second: FoundPrompts | undefined; // where the second page begins
  for await (const part of listParts(context, promptKind(context), from.after)) {
    const { after } = part;
    for (const [index, resource] of part.resources.entries()) {
      if (after === from.after && index < from.skip) continue;
      if (found.length === pageSize && !second) {
        second = { found: [...found], searched, next: { after, skip: index } };
        if (!isStart(from)) return second;
      }
      searched++;
      const match = matchPrompt(resource as unknown as Prompt, words);
      if (match) found.push(match);
    }
    next = part.next === undefined ? undefined : { after: part.next, skip: 0 };
  }
  return (next && second) ?? { found, searched, next };
}

function matchPrompt(prompt: Prompt, words: readonly string[]): FoundPrompt | undefined {
  const { id, name, parameters, messages, tools } = prompt;
  const row = { id, name, model: parameters.name, tools: tools.map((tool) => tool.id) };
  if (words.length === 0) return { ...row, excerpt: undefined };
  const labels = [name, id, parameters.name];
  const texts = [
    ...messageTexts(messages as unknown as Json),
    ...tools.flatMap((tool) => [tool.name, tool.description]),
  ];
  const isInLabels = containsIn(labels);
  const isInTexts = containsIn(texts);
  if (!words.every((word) => isInLabels(word) || isInTexts(word))) return undefined;
  const word = words.find((each) => !isInLabels(each));
  const excerpt = word && texts.map((text) => excerptOf(text, word)).find(Boolean);
  return { ...row, excerpt: excerpt || undefined };
}

/** Whether one of the texts contains a word in lower case. Its time is linear in the texts. */
export function containsIn(texts: readonly string[]): (word: string) => boolean {
  const lower = texts.map((text) => text.toLowerCase());
  return (word) => lower.some((text) => text.includes(word));
}
