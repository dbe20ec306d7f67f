// Assigns comments to entries, in the order of the text. A comment on a line of its own belongs to
// the next entry, or to a mapping or list that ends before it, depending on its column.
import type { CST } from "yaml";
import type { LayoutLine } from "./layout.ts";

/** A mapping or list that has ended; comments can still be added below its last entry. */
interface EndedGroup {
  /** The column of its entries in the text. */
  readonly column: number;
  readonly below: LayoutLine[];
}

interface PendingLine {
  readonly text: LayoutLine;
  readonly column: number;
}

/** An entry that gets comments while the text is read. */
export interface CommentTarget {
  above: LayoutLine[];
  beside: string[];
}

export type CommentCollector = ReturnType<typeof createCommentCollector>;

export function createCommentCollector() {
  let pending: PendingLine[] = [];
  let ended: EndedGroup[] = [];
  let current: CommentTarget | undefined;
  let atLineStart = true;

  const addToken = (token: CST.Token): void => {
    if (token.type === "newline") {
      if (atLineStart && pending.at(-1)?.text !== "") pending.push({ text: "", column: -1 });
      atLineStart = true;
    } else if (token.type === "comment") {
      const comment = token.source.trimEnd();
      if (atLineStart || !current) pending.push({ text: comment, column: token.indent });
      else current.beside.push(comment);
      atLineStart = false;
    } else if (token.type !== "space") atLineStart = false;
  };

  const assignPending = (column: number): LayoutLine[] => {
    const unassigned = assignToGroups(pending, ended, column);
    [pending, ended] = [[], []];
    return unassigned;
  };

  return {
    /** Reads the comments among tokens. */
    addTokens: (tokens: readonly CST.Token[]): void => {
      for (const token of tokens) addToken(token);
    },
    /** Skips a value. `endsLine`: it includes its line ending. */
    skipValue: (endsLine: boolean): void => void (atLineStart = endsLine),
    /** Begins an entry at a column, and gives it the comments above. */
    beginEntry: (entry: CommentTarget, column: number): void => {
      entry.above.push(...assignPending(column));
      current = entry;
    },
    /** Moves comments between a key and its value above the key. */
    moveAbove: (entry: CommentTarget): void => {
      const comments = pending.map(({ text: line }) => line).filter((line) => line !== "");
      pending = [];
      if (comments.length === 0) return;
      entry.above.push(...entry.beside, ...comments);
      entry.beside = [];
    },
    endGroup: (group: EndedGroup): void => void ended.push(group),
    /** The remaining comments, without trailing empty lines. */
    remaining: (): LayoutLine[] => {
      const lines = assignPending(-1);
      return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
    },
  };
}

/** Adds pending lines to ended groups by their columns, and returns the others. */
function assignToGroups(
  pending: readonly PendingLine[],
  ended: readonly EndedGroup[],
  column: number,
): LayoutLine[] {
  let from = 0;
  for (const group of ended) {
    if (group.column <= column) break;
    const end = pending.findIndex(
      ({ text, column: own }, index) => index >= from && text !== "" && own < group.column,
    );
    const last = pending.findLastIndex(
      ({ text }, index) => text !== "" && (end < 0 || index < end),
    );
    if (last < from) continue;
    group.below.push(...pending.slice(from, last + 1).map(({ text }) => text));
    from = last + 1;
  }
  return pending.slice(from).map(({ text }) => text);
}
