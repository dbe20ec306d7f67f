// Patterns that someone else wrote, in linear time: RE2, without look-around and back-references.
// Loaded on demand, because re2js is large.
import { RE2JS } from "re2js";

/** A pattern of RE2. */
export interface LinearPattern {
  /** Whether it matches anywhere in a text. */
  matches(text: string): boolean;
  /** Whether it matches the whole text. */
  matchesWhole(text: string): boolean;
  /** Its first match in a text, which may be empty; undefined without one. */
  first(text: string): string | undefined;
}

/** Compiles a pattern; `problem` says in one sentence why it is none. */
export type CompilePattern = (
  pattern: string,
  options?: { readonly ignoreCase?: boolean },
) => LinearPattern | { readonly problem: string };

/** The patterns of RE2. */
export const compilePattern: CompilePattern = (pattern, { ignoreCase = false } = {}) => {
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return {
      matches: (text) => compiled.test(text),
      matchesWhole: (text) => compiled.testExact(text),
      first: (text) => {
        const matcher = compiled.matcher(text);
        return matcher.find() ? (matcher.group() ?? "") : undefined;
      },
    };
  } catch (error) {
    const message = (error as Error).message.replace("error parsing regexp: ", "");
    return { problem: patternGap(pattern) ?? `It is not a pattern of RE2: ${message}.` };
  }
};

/** What a pattern uses that RE2 does not have, in one sentence; undefined if nothing. */
function patternGap(pattern: string): string | undefined {
  const unescaped = pattern.replace(/\\[^1-9k]/gs, "");
  if (/\(\?<?[=!]/.test(unescaped)) return "RE2 has no look-ahead and no look-behind.";
  return /\\[1-9k]/.test(unescaped) ? "RE2 has no back-references." : undefined;
}
