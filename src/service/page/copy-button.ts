// A button that copies the text of an element. The script of the page shows it.
import { html } from "hono/html";
import type { Html } from "../../views/text/html-parts.ts";

export function copyButton(elementId: string): Html {
  const status = `${elementId}-copied`;
  return html`<p class="buttons">
    <button type="button" data-copy="${elementId}" data-status="${status}" hidden>Copy</button>
    <span id="${status}" class="muted" role="status"></span>
  </p>`;
}
