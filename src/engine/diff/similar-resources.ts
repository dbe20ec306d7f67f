// Finds created resources that are similar to others, by the sentences of their texts.
import { groupBy } from "../model/collections.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Kind } from "../model/kind.ts";
import type { Create } from "../model/plan.ts";
import type { Observed } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";

/** The minimum share of common text, from 0 to 1. */
const minimumSimilarity = 0.6;
/** The end of a sentence: prompts of one line are compared in parts too. */
const sentenceEnd = /\n|(?<=[.!?])\s+/;
/** Shorter sentences are not compared: they are often equal by chance. */
const minimumSentenceLength = 20;
/** Sentences that more resources share are not compared. */
const maxSentenceHolders = 20;

/** A resource whose texts are compared. */
export type ComparedResource = Pick<Observed, "row" | "spec">;

/** Returns pairs of the same kind, the most similar first. Each resource is in one pair at most. */
export function similarPairs<Resource extends ComparedResource>(
  creates: readonly Create[],
  resources: readonly Resource[],
): [Create, Resource][] {
  if (creates.length === 0 || resources.length === 0) return [];
  const scored = scoredPairs(creates, resources)
    .filter(({ score }) => score >= minimumSimilarity)
    .sort((a, b) => b.score - a.score);
  const paired = new Set<unknown>();
  return scored.flatMap(({ create, observed }): [Create, Resource][] => {
    if (paired.has(create) || paired.has(observed)) return [];
    paired.add(create).add(observed);
    return [[create, observed]];
  });
}

/** How similar the texts of two bodies of a kind are, from 0 to 1. */
export function similarityOf(row: Kind, one: JsonObject, other: JsonObject): number {
  return similarity(textContent(row, one), textContent(row, other));
}

/** Scores the pairs with equal content or a common sentence, from 0 to 1. */
function scoredPairs<Resource extends ComparedResource>(
  creates: readonly Create[],
  resources: readonly Resource[],
) {
  const candidates = resources.map((observed) => ({
    observed,
    text: textContent(observed.row, observed.spec),
  }));
  const byContent = groupBy(candidates, ({ text }) => text.content);
  const bySentence = groupBy(
    candidates.flatMap((candidate) =>
      [...candidate.text.sentences].map((sentence) => ({ sentence, candidate })),
    ),
    ({ sentence }) => sentence,
  );
  return creates.flatMap((create) => {
    const text = textContent(create.row, create.body);
    const sharing = [...text.sentences].flatMap((sentence) => {
      const holders = bySentence.get(sentence) ?? [];
      return holders.length > maxSentenceHolders ? [] : holders.map(({ candidate }) => candidate);
    });
    const equal = (byContent.get(text.content) ?? []).slice(0, maxSentenceHolders);
    return [...new Set([...equal, ...sharing])].map((candidate) => ({
      create,
      observed: candidate.observed,
      score: similarity(text, candidate.text),
    }));
  });
}

type TextContent = ReturnType<typeof textContent>;

/** The content of a resource without its name: a digest, and its long sentences. */
function textContent(row: Kind, { name: _name, ...rest }: JsonObject) {
  const content = contentDigest(row, rest);
  return { content, sentences: new Set(longSentences(rest)) };
}

function longSentences(value: Json): string[] {
  if (typeof value === "string")
    return value
      .split(sentenceEnd)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.length >= minimumSentenceLength);
  if (Array.isArray(value)) return value.flatMap(longSentences);
  return isObject(value) ? Object.values(value).flatMap(longSentences) : [];
}

/** The share of common sentences in the sentences of both, by length. */
function similarity(first: TextContent, second: TextContent): number {
  if (first.content === second.content) return 1;
  const common = [...first.sentences].filter((sentence) => second.sentences.has(sentence));
  if (common.length === 0) return 0;
  return (2 * totalLength(common)) / (totalLength(first.sentences) + totalLength(second.sentences));
}

function totalLength(sentences: Iterable<string>): number {
  return [...sentences].reduce((sum, sentence) => sum + sentence.length, 0);
}
