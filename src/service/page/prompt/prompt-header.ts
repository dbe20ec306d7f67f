// The heading of a prompt, with links to its parts.
import { html } from "hono/html";
import type { Prompt } from "../../../generated/types.ts";
import type { Html } from "../../../views/text/html-parts.ts";
import { pageRoot, promptPath } from "../frame/page-paths.ts";
import { pageText } from "../frame/page-text.ts";

type PromptPart = "prompt" | "definition" | "versions";

/** `current`: the part that the page shows. */
export function promptHeader({ id, name, parameters }: Prompt, current: PromptPart): Html {
  const part = (which: PromptPart, path: string, text: string): Html =>
    html`<a href="${path}" ${which === current && html`aria-current="page"`}>${text}</a> `;
  return html`<p><a href="${pageRoot}">All prompts</a></p>
    <h1 dir="auto">${pageText(name)}</h1>
    <p class="muted"><code>${pageText(parameters.name)}</code> · id <code>${id}</code></p>
    <nav class="parts" aria-label="Parts of the prompt">
      ${part("prompt", promptPath(id), "Prompt")}
      ${part("versions", promptPath(id, "versions"), "Versions")}
      ${part("definition", promptPath(id, "definition"), "YAML definition")}
    </nav>`;
}
