// Parts of HTML that the report of promptctl test and the page of the service share. The template
// escapes all values.
import { html } from "hono/html";
import { wordDiff } from "./word-diff.ts";

/** A part of a page. */
export type Html = ReturnType<typeof html>;

/** A text of both sides. */
interface SidesHtml {
  /** False if too many words differ. */
  readonly isMarked: boolean;
  readonly base: Html;
  readonly head: Html;
}

/** Two texts with their changed words marked. */
export function diffHtml(base: string, head: string): SidesHtml {
  const pairs = wordDiff(base, head);
  if (!pairs) return { isMarked: false, base: html`${base}`, head: html`${head}` };
  const marked = (text: string, isEqual: boolean, mark: (text: string) => Html): Html | string =>
    isEqual || text === "" ? text : mark(text);
  const del = (text: string): Html => html`<del>${text}</del>`;
  const ins = (text: string): Html => html`<ins>${text}</ins>`;
  return {
    isMarked: true,
    base: html`${pairs.map(({ before, isEqual }) => marked(before, isEqual, del))}`,
    head: html`${pairs.map(({ after, isEqual }) => marked(after, isEqual, ins))}`,
  };
}
