// Elements of several parts of the page. HTML drops a line break at the start of an element that shows a
// text with its line breaks, so there is one before each text.
import { html } from "hono/html";
import type { Tool } from "../../../generated/types.ts";
import type { Html } from "../../../views/text/html-parts.ts";
import { jsonLines, pageText } from "./page-text.ts";

/**
 * A button that copies the text of an element. The script of the page shows it. `what`: what is copied,
 * for people who do not see the element.
 */
export function copyButton(elementId: string, what: string): Html {
  const status = `${elementId}-copied`;
  return html`<p class="buttons copy">
    <span id="${status}" class="muted" role="status"></span>
    <button type="button" data-copy="${elementId}" data-status="${status}" hidden>
      Copy<span class="unseen"> ${what}</span>
    </button>
  </p>`;
}

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

/** In UTC, because the page does not know the time zone of the reader. */
export function timeHtml(time: number | undefined, until: "minutes" | "seconds" = "seconds"): Html {
  if (time === undefined) return html`<span class="muted">unknown time</span>`;
  const text = new Date(time).toISOString();
  const shown = text.slice(0, until === "minutes" ? 16 : 19).replace("T", " ");
  return html`<time datetime="${text}">${shown} UTC</time>`;
}

/** A tool that can be unfolded. `note`: beside its name; `more`: above its parameters. */
export function toolHtml(tool: Tool, note?: Html, more?: Html): Html {
  return html`<details>
    <summary><code>${pageText(tool.name)}</code> ${note}</summary>
    <div>
      <p dir="auto">${pageText(tool.description)}</p>
      ${more} ${preHtml(jsonLines(tool.parameters))}
      <p class="muted">id <code>${tool.id}</code></p>
    </div>
  </details>`;
}
