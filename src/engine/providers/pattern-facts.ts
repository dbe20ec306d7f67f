// What the regular expressions of schemas can use that engines of providers do not have, as data: parts of the
// rows of reply schemas and of schemas of tools.

/** A part of a regular expression of JavaScript. */
export type PatternPart =
  /** `(?=`, `(?!`, `(?<=` and `(?<!`. */
  | "lookAround"
  /** `\1` and `\k`. */
  | "backReference"
  /** `\b` and `\B` outside of character classes. */
  | "wordBoundary"
  /** `(?<name>`, which Python writes as `(?P<name>`. */
  | "namedGroup"
  /** A letter after a backslash that Python does not know, such as `\p`; and `\u{`. */
  | "otherEscape";

/** Parts of patterns that an API refuses. */
export interface RefusedPatterns {
  readonly parts: readonly PatternPart[];
  readonly sources: readonly string[];
}

/** `pattern` in the reply schemas of Anthropic. */
export const anthropicPatterns: RefusedPatterns = {
  parts: ["lookAround", "backReference", "wordBoundary"],
  sources: ["https://platform.claude.com/docs/en/build-with-claude/structured-outputs"],
};

/** OpenAI reads the patterns of every tool with Python. */
export const pythonPatterns: RefusedPatterns = {
  parts: ["namedGroup", "otherEscape"],
  sources: [
    "https://github.com/BerriAI/litellm/pull/40485",
    "https://github.com/pleaseai/shunt/pull/488",
  ],
};

/**
 * `pattern` in the reply schemas and in the strict tools of OpenAI. The wording of its errors shows that the
 * same check reads both: the package jsonschema of Python.
 */
export const openaiPatterns: RefusedPatterns = {
  parts: [...pythonPatterns.parts, "lookAround"],
  sources: [
    ...pythonPatterns.sources,
    "https://github.com/ag2ai/ag2/issues/1990",
    "https://github.com/vercel/ai/pull/21037",
  ],
};
