// Parts of the HTML report of promptctl test that several sections use.
import { html } from "hono/html";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import type { TestPlace } from "../../generated/types.ts";
import type { Html } from "../text/html-parts.ts";

/** The file and the line; empty without a place. */
export function placeHtml(place: TestPlace | undefined): Html | "" {
  return place === undefined ? "" : html`<span class="muted">${fileAndLine(place)}</span>`;
}
