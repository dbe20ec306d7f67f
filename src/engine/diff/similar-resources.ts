// Finds created resources that are similar to unmanaged ones, by the lines of their texts.
import { groupBy } from "../model/collections.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { kindNamed, type Kinds } from "../model/kind.ts";
import type { Create } from "../model/plan.ts";
import type { Observed } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";

/** The minimum share of common text, from 0 to 1. */
const minimumSimilarity = 0.7;
/** Shorter lines are not compared: they are often equal by chance. */
const minimumLineLength = 20;
/** Lines that more resources share are not compared. */
const maxLineHolders = 20;

/** Returns pairs of the same kind, the most similar first. Each resource is in one pair at most. */
export function similarPairs(
  kinds: Kinds,
  creates: readonly Create[],
  unmanaged: readonly Observed[],
): [Create, Observed][] {
  if (creates.length === 0 || unmanaged.length === 0) return [];
  const scored = scoredPairs(kinds, creates, unmanaged)
    .filter(({ score }) => score >= minimumSimilarity)
    .sort((a, b) => b.score - a.score);
  const paired = new Set<unknown>();
  return scored.flatMap(({ create, observed }): [Create, Observed][] => {
    if (paired.has(create) || paired.has(observed)) return [];
    paired.add(create).add(observed);
    return [[create, observed]];
  });
}

/** Scores the pairs with equal content or a common line, from 0 to 1. */
function scoredPairs(kinds: Kinds, creates: readonly Create[], unmanaged: readonly Observed[]) {
  const candidates = unmanaged.map((observed) => ({
    observed,
    text: textContent(kinds, observed.kind, observed.spec),
  }));
  const byContent = groupBy(candidates, ({ text }) => text.content);
  const byLine = groupBy(
    candidates.flatMap((candidate) =>
      [...candidate.text.lines].map((line) => ({ line, candidate })),
    ),
    ({ line }) => line,
  );
  return creates.flatMap((create) => {
    const text = textContent(kinds, create.kind, create.body);
    const sharing = [...text.lines].flatMap((line) => {
      const holders = byLine.get(line) ?? [];
      return holders.length > maxLineHolders ? [] : holders.map(({ candidate }) => candidate);
    });
    const equal = (byContent.get(text.content) ?? []).slice(0, maxLineHolders);
    return [...new Set([...equal, ...sharing])].map((candidate) => ({
      create,
      observed: candidate.observed,
      score: similarity(text, candidate.text),
    }));
  });
}

type TextContent = ReturnType<typeof textContent>;

/** The content of a resource without its name: a digest, and its long lines. */
function textContent(kinds: Kinds, kind: string, { name: _name, ...rest }: JsonObject) {
  const content = contentDigest(kindNamed(kinds, kind), rest);
  return { content, lines: new Set(longLines(rest)) };
}

function longLines(value: Json): string[] {
  if (typeof value === "string")
    return value
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.length >= minimumLineLength);
  if (Array.isArray(value)) return value.flatMap(longLines);
  return isObject(value) ? Object.values(value).flatMap(longLines) : [];
}

/** The share of common lines in the lines of both, by length. */
function similarity(first: TextContent, second: TextContent): number {
  if (first.content === second.content) return 1;
  const common = [...first.lines].filter((line) => second.lines.has(line));
  return (2 * totalLength(common)) / (totalLength(first.lines) + totalLength(second.lines));
}

function totalLength(lines: Iterable<string>): number {
  return [...lines].reduce((sum, line) => sum + line.length, 0);
}
