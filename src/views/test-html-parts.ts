// Parts of the HTML report of promptctl test that several sections use.
import { html } from "hono/html";
import type { TestPlace } from "../generated/types.ts";
import { wordDiff } from "./word-diff.ts";

/** A part of the page. */
export type Html = ReturnType<typeof html>;

export function placeHtml(place: TestPlace | undefined): Html | "" {
  return place === undefined ? "" : html`<span class="muted">${place.file}:${place.line}</span>`;
}

/** One side of two texts, with its changed words marked. */
export function diffHtml(before: string, after: string, side: "Base" | "Head"): Html {
  const pairs = wordDiff(before, after);
  if (!pairs) return html`${side === "Base" ? before : after}`;
  return html`${pairs.map((pair) => {
    const text = side === "Base" ? pair.before : pair.after;
    if (pair.isEqual || text === "") return text;
    return side === "Base" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
  })}`;
}
