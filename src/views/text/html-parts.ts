// Parts of HTML that the report of promptctl test and the page of the service share. The template
// escapes all values.
import { html } from "hono/html";
import { type Pair, wordDiff } from "./word-diff.ts";

/** A part of a page. */
export type Html = ReturnType<typeof html>;

/** A text of both sides. */
interface SidesHtml {
  /** False if too many words differ. */
  readonly isMarked: boolean;
  readonly base: Html;
  readonly head: Html;
}

/** Two texts with their changed words marked; inserted and deleted line breaks as `↵`. */
export function diffHtml(base: string, head: string): SidesHtml {
  const pairs = wordDiff(base, head);
  if (!pairs) return { isMarked: false, base: html`${base}`, head: html`${head}` };
  const marked = (text: string, pair: Pair, mark: (text: string) => Html): Html | string => {
    if (pair.isEqual || text === "") return text;
    const hasSameLines = countLines(pair.before) === countLines(pair.after);
    return mark(hasSameLines ? text : visibleLineBreaks(text));
  };
  const del = (text: string): Html => html`<del>${text}</del>`;
  const ins = (text: string): Html => html`<ins>${text}</ins>`;
  return {
    isMarked: true,
    base: html`${pairs.map((pair) => marked(pair.before, pair, del))}`,
    head: html`${pairs.map((pair) => marked(pair.after, pair, ins))}`,
  };
}

function countLines(text: string): number {
  return text.split("\n").length;
}

/** `↵` before each line break, so that a marked one can be seen. `↵` in the text is escaped. */
function visibleLineBreaks(text: string): string {
  return text.replaceAll("↵", "\\u{21b5}").replaceAll("\n", "↵\n");
}
