// The part of a text around what a search found.

export interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Characters on each side of what was found. */
const margin = 60;

/** The first place where a word in lower case is found, with the text around it on one line. */
export function excerptOf(original: string, word: string): Excerpt | undefined {
  const lower = original.toLowerCase();
  const start = lower.indexOf(word);
  if (start === -1) return undefined;
  // Some letters have another length in lower case.
  const text = lower.length === original.length ? original : lower;
  const end = start + word.length;
  const before = text.slice(Math.max(0, start - margin), start).toWellFormed();
  const after = text.slice(end, end + margin).toWellFormed();
  const [startsLate, endsEarly] = [start > margin, end + margin < text.length];
  // Without the parts of words at its ends.
  return {
    before: startsLate ? `…${oneLine(before.replace(/^\S*\s/, ""))}` : oneLine(before),
    found: text.slice(start, end),
    after: endsEarly ? `${oneLine(after.replace(/\s\S*$/, ""))}…` : oneLine(after),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
