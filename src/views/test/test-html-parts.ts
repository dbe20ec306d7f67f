// Parts of the HTML report of promptctl test that several sections use.
import { html } from "hono/html";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import type { TestLocation } from "../../generated/types.ts";
import type { Html } from "../text/html-parts.ts";

/** The file and the line; empty without a location. */
export function locationHtml(location: TestLocation | undefined): Html | "" {
  return location === undefined ? "" : html`<span class="muted">${fileAndLine(location)}</span>`;
}
