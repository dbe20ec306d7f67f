// Parts of the HTML report of promptctl test that several sections use.
import { html } from "hono/html";
import { fileAndLine } from "../engine/model/diagnostic.ts";
import type { TestPlace } from "../generated/types.ts";
import { wordDiff } from "./word-diff.ts";

/** A part of the page. */
export type Html = ReturnType<typeof html>;

/** The file and the line; empty without a place. */
export function placeHtml(place: TestPlace | undefined): Html | "" {
  return place === undefined ? "" : html`<span class="muted">${fileAndLine(place)}</span>`;
}

/** A text of both sides. */
interface SidesHtml {
  readonly base: Html;
  readonly head: Html;
}

/** Two texts with their changed words marked. */
export function diffHtml(base: string, head: string): SidesHtml {
  const pairs = wordDiff(base, head);
  if (!pairs) return { base: html`${base}`, head: html`${head}` };
  const marked = (text: string, isEqual: boolean, mark: (text: string) => Html): Html | string =>
    isEqual || text === "" ? text : mark(text);
  const del = (text: string): Html => html`<del>${text}</del>`;
  const ins = (text: string): Html => html`<ins>${text}</ins>`;
  return {
    base: html`${pairs.map(({ before, isEqual }) => marked(before, isEqual, del))}`,
    head: html`${pairs.map(({ after, isEqual }) => marked(after, isEqual, ins))}`,
  };
}
