// Finds prompts for the list of the page. Of each prompt only what the list shows is kept.
import type { Json } from "../../../engine/model/json.ts";
import { messageTexts } from "../../../engine/text/message-texts.ts";
import type { Prompt } from "../../../generated/types.ts";
import type { ResourceContext } from "../../http/resources/resources.ts";
import { excerptOf, type Excerpt } from "./excerpt.ts";
import { listParts } from "./list-parts.ts";
import { promptKind } from "../prompt/read-prompt.ts";
import { searchRank, type SearchTerm } from "./search-terms.ts";

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
  /** How well it matches the search: the lowest number is the best. */
  readonly rank: number;
  /** Where a term was found that is neither in the name nor in the model. */
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

/** Whether a position is the start of the list. */
export function isStart({ after, skip }: ListPosition): boolean {
  return after === listStart.after && skip === listStart.skip;
}

/**
 * The prompts in order of creation that contain all terms in their name, model, messages or tools, or have
 * the id: all of them if the list has less than 100 MiB, else one page of them.
 */
export async function findPrompts(
  context: ResourceContext,
  terms: readonly SearchTerm[],
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
      const match = matchPrompt(resource as unknown as Prompt, terms);
      if (match) found.push(match);
    }
    next = part.next === undefined ? undefined : { after: part.next, skip: 0 };
  }
  return (next && second) ?? { found, searched, next };
}

function matchPrompt(prompt: Prompt, terms: readonly SearchTerm[]): FoundPrompt | undefined {
  const { id, name, parameters, messages, tools } = prompt;
  const model = parameters.name;
  const texts = [
    ...messageTexts(messages as unknown as Json),
    ...tools.flatMap((tool) => [tool.name, tool.description]),
  ];
  const rank = searchRank(terms, { id, name, others: [[model], texts] });
  if (rank === undefined) return undefined;
  const term =
    rank > 0 && terms.find(({ anywhere }) => !anywhere.test(name) && !anywhere.test(model));
  const excerpt = term && bestExcerpt(texts, term);
  const toolIds = tools.map((tool) => tool.id);
  return { id, name, model, tools: toolIds, rank, excerpt: excerpt || undefined };
}

/** The first place with whole words, else with the start of one, else any. */
function bestExcerpt(
  texts: readonly string[],
  { whole, start, anywhere }: SearchTerm,
): Excerpt | undefined {
  for (const pattern of [whole, start, anywhere])
    for (const text of texts) {
      const excerpt = excerptOf(text, pattern);
      if (excerpt) return excerpt;
    }
  return undefined;
}
