// The tools, each with the prompts that use it.
import { html } from "hono/html";
import type { Html } from "../../views/text/html-parts.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import type { FoundTool, FoundTools } from "./find-tools.ts";
import type { PageContent } from "./layout.ts";
import { promptPath } from "./page-paths.ts";
import { jsonLines, pageText } from "./page-text.ts";
import { preHtml } from "./whole-text.ts";

export function toolsPage({ tools, hasMore }: FoundTools): PageContent {
  return {
    title: "Tools",
    part: "tools",
    body: html`<h1>Tools</h1>
      ${tools.length === 0 ? html`<p>This service has no tools.</p>` : html`<p class="muted">${pluralize(tools.length, "tool")}, sorted by name</p>`}
      ${hasMore && html`<p class="note">This service has more tools or prompts than this page reads.</p>`}
      ${tools.map(toolHtml)}`,
  };
}

function toolHtml({ tool: { id, name, description, parameters }, usedBy }: FoundTool): Html {
  return html`<details>
    <summary>
      <code>${pageText(name)}</code>
      <span class="muted"
        >${usedBy.length === 0 ? "used by no prompt" : `used by ${pluralize(usedBy.length, "prompt")}`}</span
      >
    </summary>
    <div>
      <p dir="auto">${pageText(description)}</p>
      ${usedBy.length > 0 && usersHtml(usedBy)}
      <h2 class="small">Parameters</h2>
      ${preHtml(jsonLines(parameters))}
      <p class="muted">id <code>${id}</code></p>
    </div>
  </details>`;
}

/** Prompts that are named; a tool can be used by all. */
const maxUsers = 50;

function usersHtml(usedBy: FoundTool["usedBy"]): Html {
  const items = usedBy
    .slice(0, maxUsers)
    .map(
      ({ id, name }) => html`<li><a href="${promptPath(id)}" dir="auto">${pageText(name)}</a></li>`,
    );
  const more = usedBy.length - maxUsers;
  return html`<h2 class="small">Used by</h2>
    <ul>
      ${items} ${more > 0 && html`<li class="muted">and ${more} more</li>`}
    </ul>`;
}
