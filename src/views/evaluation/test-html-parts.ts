// Parts of the HTML report of promptctl test that several sections use.
import { firstOf } from "../../engine/text/word-lists.ts";
import { html } from "hono/html";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import type { TestLocation } from "../../generated/types.ts";
import type { Html } from "../text/html-parts.ts";

/** The file and the line; empty without a location. */
export function locationHtml(location: TestLocation | undefined): Html | "" {
  return location === undefined ? "" : html`<span class="muted">${fileAndLine(location)}</span>`;
}

/** A text with its lines. A long one scrolls, also with the keyboard. */
export function textHtml(text: Html | string): Html {
  const plain = String(text);
  const isLong = plain.length > 1500 || plain.split("\n").length > 16;
  return isLong ? html`<pre class="long" tabindex="0">${text}</pre>` : html`<pre>${text}</pre>`;
}

/** Some items of a list, and how many it has besides. */
export function someItems(items: readonly Html[], most: number): readonly Html[] {
  return firstOf(items, most, (more) => html`<li>And ${more} more.</li>`);
}
