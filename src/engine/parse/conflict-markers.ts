// Merge conflicts that git has written into a text, and that are still unresolved.
import type { Span } from "../model/diagnostic.ts";

/** The lines that begin, divide and end a conflict. Each of them alone can be part of a text. */
const markers = [/^<{7}(?: .*)?$/gm, /^={7}\r?$/gm, /^>{7}(?: .*)?$/gm] as const;

/** The first line of the first conflict in a text. */
export function findMergeConflict(text: string): Span | undefined {
  let from = 0;
  let first: Span | undefined;
  for (const marker of markers) {
    marker.lastIndex = from;
    const found = marker.exec(text);
    if (!found) return undefined;
    from = marker.lastIndex;
    first ??= { offset: found.index, length: found[0].trimEnd().length };
  }
  return first;
}

const markerLine = /(?:<{7}|\|{7}|>{7})(?: .*)?$|={7}\r?$/my;

/**
 * The marker in a line, whose start is given. A marker may be left over after the rest of its conflict
 * was removed: where it is invalid YAML, it is no text.
 */
export function conflictMarkerAt(text: string, lineStart: number): Span | undefined {
  markerLine.lastIndex = lineStart;
  const found = markerLine.exec(text);
  return found ? { offset: found.index, length: found[0].trimEnd().length } : undefined;
}

export const conflictMessage = "This is an unresolved merge conflict.";
