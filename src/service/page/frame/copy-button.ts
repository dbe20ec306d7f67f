// A button that copies the text of an element. The script of the page shows it.
import { html } from "hono/html";
import type { Html } from "../../../views/text/html-parts.ts";

/** `what`: what is copied, for people who do not see the element. */
export function copyButton(elementId: string, what: string): Html {
  const status = `${elementId}-copied`;
  return html`<p class="buttons copy">
    <span id="${status}" class="muted" role="status"></span>
    <button type="button" data-copy="${elementId}" data-status="${status}" hidden>
      Copy<span class="unseen"> ${what}</span>
    </button>
  </p>`;
}
