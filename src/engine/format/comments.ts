// Which comment belongs to which entry. Comments are met in the order of the text; one on a line of
// its own belongs to what comes next, or to the mapping or list that ends there, by its column.
import type { CST } from "yaml";
import type { LayoutLine } from "./tree.ts";

/** A mapping or list that has ended; comments may still be added below its last entry. */
export interface EndedGroup {
  /** That of its entries in the text. */
  readonly column: number;
  readonly below: LayoutLine[];
}

interface Pending {
  readonly text: LayoutLine;
  readonly column: number;
}

/** What comments are added to while the text is read. */
export interface CommentTarget {
  above: LayoutLine[];
  beside: string[];
}

export interface CommentCollector {
  /** Takes tokens as they come. */
  take(tokens: Iterable<CST.Token>): void;
  /** Says that a value stands here, which ends in a line end or not. */
  passed(endsLine: boolean): void;
  /** An entry begins at this column: it gets the comments above it. */
  open(entry: CommentTarget, column: number): void;
  /** What the current entry says is on one line: comments before it belong above. */
  hoist(entry: CommentTarget): void;
  end(group: EndedGroup): void;
  /** What is left at the end of the text, empty lines there aside. */
  rest(): LayoutLine[];
}

/** `text`: what the tokens are of. */
export function createCommentCollector(text: string): CommentCollector {
  let pending: Pending[] = [];
  let ended: EndedGroup[] = [];
  let current: CommentTarget | undefined;
  let atLineStart = true;

  const takeOne = (token: CST.Token): void => {
    const { type, offset } = token;
    if (type === "newline") {
      if (atLineStart && pending.at(-1)?.text !== "") pending.push({ text: "", column: -1 });
      atLineStart = true;
    } else if (type === "comment") {
      const comment = token.source.trimEnd();
      if (atLineStart || !current) pending.push({ text: comment, column: columnOf(text, offset) });
      else current.beside.push(comment);
      atLineStart = false;
    } else if (type !== "space") atLineStart = false;
  };

  const settle = (column: number): LayoutLine[] => {
    const others = settled(pending, ended, column);
    [pending, ended] = [[], []];
    return others;
  };

  return {
    take: (tokens) => {
      for (const token of tokens) takeOne(token);
    },
    passed: (endsLine) => void (atLineStart = endsLine),
    open: (entry, column) => {
      entry.above.push(...settle(column));
      current = entry;
    },
    hoist: (entry) => {
      const own = pending.filter((each) => each.text !== "").map((each) => each.text);
      pending = [];
      if (own.length === 0) return;
      entry.above.push(...entry.beside, ...own);
      entry.beside = [];
    },
    end: (group) => void ended.push(group),
    rest: () => {
      const lines = settle(-1);
      return lines.slice(0, lines.findLastIndex((each) => each !== "") + 1);
    },
  };
}

/** Gives pending lines to what has ended, by their columns; those of nothing that has are returned. */
function settled(
  pending: readonly Pending[],
  ended: readonly EndedGroup[],
  column: number,
): LayoutLine[] {
  let from = 0;
  for (const group of ended) {
    if (group.column <= column) break;
    const isOthers = (each: Pending): boolean => each.text !== "" && each.column < group.column;
    const other = pending.findIndex((each, index) => index >= from && isOthers(each));
    const upTo = pending.findLastIndex(
      (each, index) => each.text !== "" && (other < 0 || index < other),
    );
    if (upTo < from) continue;
    group.below.push(...pending.slice(from, upTo + 1).map((each) => each.text));
    from = upTo + 1;
  }
  return pending.slice(from).map((each) => each.text);
}

/** Characters before a place on its line. */
export function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}
