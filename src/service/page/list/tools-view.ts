// The tools, each with the prompts that use it.
import { firstOf } from "../../../engine/text/word-lists.ts";
import { html } from "hono/html";
import type { Html } from "../../../views/text/html-parts.ts";
import { pluralize } from "../../../views/text/terminal-text.ts";
import type { FoundTool, FoundTools } from "./find-tools.ts";
import { maxQueryLength } from "./find-prompts.ts";
import type { PageContent } from "../frame/layout.ts";
import { promptPath, toolsPath } from "../frame/page-paths.ts";
import { pageText } from "../frame/page-text.ts";
import { toolHtml } from "../frame/elements.ts";

/** `query`: the search text; empty for all tools. */
export function toolsPage(found: FoundTools, query: string): PageContent {
  const { tools, hasMore, hasMorePrompts } = found;
  const isEmpty = tools.length === 0 && query === "" && !hasMore;
  return {
    title: query === "" ? "Tools" : `Tools with "${query}"`,
    part: "tools",
    body: html`<h1>Tools</h1>
      ${isEmpty ? html`<p>This service has no tools.</p>` : html`${searchForm(query)} ${countHtml(found, query)}`}
      ${hasMore && html`<p class="note">The service has more tools, which are not shown. Search for a part of their name or description.</p>`}
      ${hasMorePrompts && html`<p class="note">The service has more prompts than this page reads: a tool can be used by others too.</p>`}
      ${tools.map(usedToolHtml)}`,
  };
}

function searchForm(query: string): Html {
  return html`<search>
    <form class="search" method="get" action="${toolsPath}">
      <label for="q">Search names, descriptions, or an id</label>
      <input id="q" name="q" type="search" value="${query}" maxlength="${maxQueryLength}" />
      <button>Search</button>
      ${query !== "" && html`<a href="${toolsPath}">Show all</a>`}
    </form>
  </search>`;
}

function countHtml({ tools }: FoundTools, query: string): Html {
  if (tools.length > 0)
    return html`<p class="muted">
      ${pluralize(tools.length, "tool")},
      ${query === "" ? "sorted by name" : "the best match first"}
    </p>`;
  return html`<p role="status">No tool contains <q>${pageText(query)}</q>.</p>`;
}

function usedToolHtml({ tool, usedBy }: FoundTool): Html {
  const users = usedBy.length === 0 ? "no prompt" : pluralize(usedBy.length, "prompt");
  return toolHtml(
    tool,
    html`<span class="muted">used by ${users}</span>`,
    html`${usedBy.length > 0 && usersHtml(usedBy)}
      <h2 class="small">Parameters</h2>`,
  );
}

/** Prompts that are named; a tool can be used by all. */
const maxUsers = 50;

function usersHtml(usedBy: FoundTool["usedBy"]): Html {
  const items = usedBy.map(
    ({ id, name }) => html`<li><a href="${promptPath(id)}" dir="auto">${pageText(name)}</a></li>`,
  );
  return html`<h2 class="small">Used by</h2>
    <ul>
      ${firstOf(items, maxUsers, (more) => html`<li class="muted">and ${more} more</li>`)}
    </ul>`;
}
