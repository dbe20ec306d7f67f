// What other regular expressions have, and RE2 does not.

/** What a pattern uses that RE2 does not have, in one sentence; undefined if nothing. */
export function patternGap(pattern: string): string | undefined {
  const unescaped = pattern.replace(/\\[^1-9k]/gs, "");
  if (/\(\?<?[=!]/.test(unescaped)) return "RE2 has no look-ahead and no look-behind.";
  return /\\[1-9k]/.test(unescaped) ? "RE2 has no back-references." : undefined;
}
