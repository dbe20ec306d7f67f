// The part of a text around what a search found.

export interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Characters on each side of what was found. */
const margin = 60;

/** The first place where a pattern matches, with the text around it on one line. */
export function excerptOf(text: string, pattern: RegExp): Excerpt | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [start, end] = [match.index, match.index + match[0].length];
  const before = text.slice(Math.max(0, start - margin), start).toWellFormed();
  const after = text.slice(end, end + margin).toWellFormed();
  const [startsLate, endsEarly] = [start > margin, end + margin < text.length];
  // Without the parts of words at its ends.
  return {
    before: startsLate ? `…${oneLine(before.replace(/^\S*\s/, ""))}` : oneLine(before),
    found: oneLine(match[0]),
    after: endsEarly ? `${oneLine(after.replace(/\s\S*$/, ""))}…` : oneLine(after),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
