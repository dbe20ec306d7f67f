// Times on the page.
import { html } from "hono/html";
import type { Html } from "../../../views/text/html-parts.ts";

/** In UTC, because the page does not know the time zone of the reader. */
export function timeHtml(time: number | undefined, until: "minutes" | "seconds" = "seconds"): Html {
  if (time === undefined) return html`<span class="muted">unknown time</span>`;
  const text = new Date(time).toISOString();
  const shown = text.slice(0, until === "minutes" ? 16 : 19).replace("T", " ");
  return html`<time datetime="${text}">${shown} UTC</time>`;
}
