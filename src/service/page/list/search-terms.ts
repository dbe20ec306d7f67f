// What a search of the page looks for, and how well a resource matches it.

/** A word of a search, or a phrase in quotes. Neither case nor the kind of white space counts. */
export interface SearchTerm {
  readonly text: string;
  readonly anywhere: RegExp;
  /** From the start of a word. */
  readonly start: RegExp;
  /** As whole words. */
  readonly whole: RegExp;
}

/** The terms of a search text: `refund "money back"` has two. */
export function searchTerms(query: string): SearchTerm[] {
  const parts = query.match(/"[^"]*"|[^\s"]+|"/g) ?? [];
  const texts = parts.map((part) => /^"(.*)"$/s.exec(part)?.[1]!.trim() ?? part);
  return texts.filter((text) => text !== "").map(termOf);
}

function termOf(text: string): SearchTerm {
  const words = text.split(/\s+/).map((word) => word.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&"));
  const pattern = words.join("\\s+");
  const start = `(?<![\\p{L}\\p{N}])${pattern}`;
  return {
    text,
    anywhere: new RegExp(pattern, "iu"),
    start: new RegExp(start, "iu"),
    whole: new RegExp(`${start}(?![\\p{L}\\p{N}])`, "iu"),
  };
}

/** The texts of a resource, by how much a match in them says. */
interface SearchedTexts {
  readonly id: string;
  readonly name: string;
  /** Groups of texts, the most important first. */
  readonly others: readonly (readonly string[])[];
}

/**
 * The place of a resource among the results: 0 if its name is the search text, more if a term is only a
 * part of a word, or is not in the name. Undefined if a term is not found. An id is found by the whole id.
 */
export function searchRank(
  terms: readonly SearchTerm[],
  { id, name, others }: SearchedTexts,
): number | undefined {
  const query = terms.map(({ text }) => text.toLowerCase()).join(" ");
  if ([id, name.toLowerCase()].includes(query)) return 0;
  const ranks = terms.map((term) => termRank(term, [[name], ...others]));
  return ranks.includes(undefined) ? undefined : 1 + Math.max(0, ...(ranks as number[]));
}

function termRank(
  { anywhere, start, whole }: SearchTerm,
  groups: readonly (readonly string[])[],
): number | undefined {
  const isIn = (texts: readonly string[], pattern: RegExp): boolean =>
    texts.some((text) => pattern.test(text));
  const at = groups.findIndex((texts) => isIn(texts, anywhere));
  if (at === -1) return undefined;
  const forms = [whole, start, anywhere];
  return at * forms.length + forms.findIndex((pattern) => isIn(groups[at]!, pattern));
}
