// Elements that show a text with all its line breaks. HTML drops a line break at the start of their
// content, so there is one before each text.
import { html } from "hono/html";
import type { Html } from "../../../views/text/html-parts.ts";
import { copyButton } from "./copy-button.ts";

type Content = Html | string | readonly (Html | string)[];

export function preHtml(content: Content): Html {
  return html`<pre dir="auto">${"\n"}${content}</pre>`;
}

/** Commands with a button that copies them; a line is not broken at the hyphens of a flag. */
export function commandsHtml(id: string, commands: string): Html {
  const parts = commands
    .split(/( --[a-z-]+)/)
    .map((part) =>
      part.startsWith(" --") ? html` <span class="flag">${part.trim()}</span>` : part,
    );
  return html`<div class="commands">
    <pre id="${id}">${"\n"}${parts}</pre>
    ${copyButton(id, "the commands")}
  </div>`;
}

interface TextField {
  readonly id: string;
  readonly name: string;
  readonly rows: number;
  readonly value: string;
}

export function textareaHtml({ id, name, rows, value }: TextField): Html {
  const text = `\n${value}`;
  return html`<textarea id="${id}" name="${name}" rows="${rows}" dir="auto">${text}</textarea>`;
}
