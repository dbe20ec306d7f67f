// The list of prompts with the search.
import { html } from "hono/html";
import type { Html } from "../../views/text/html-parts.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import type { Excerpt } from "./excerpt.ts";
import {
  type FoundPrompt,
  type FoundPrompts,
  type ListPosition,
  listStart,
  maxQueryLength,
  positionText,
} from "./find-prompts.ts";
import { commandLine } from "./git-commands.ts";
import type { PageContent } from "./layout.ts";
import { pageRoot, promptPath } from "./page-paths.ts";
import { pageText } from "./page-text.ts";
import type { Visit } from "./visit.ts";
import { commandsHtml } from "./whole-text.ts";

interface ListView extends FoundPrompts {
  /** The search text; empty for all prompts. */
  readonly query: string;
  readonly from: ListPosition;
}

export function listPage(view: ListView, { origin }: Visit): PageContent {
  const { found, query, from, next } = view;
  const isWhole = next === undefined && isStart(from);
  const isEmpty = isWhole && found.length === 0 && query === "";
  return {
    title: query === "" ? "Prompts" : `Prompts with "${query}"`,
    body: html`<h1>Prompts</h1>
      ${isEmpty ? emptyService(origin) : html`${searchForm(query)} ${resultHtml(view, isWhole)}`}`,
  };
}

function isStart({ after, skip }: ListPosition): boolean {
  return after === listStart.after && skip === listStart.skip;
}

function emptyService(origin: string): Html {
  const commands = `promptctl init my-project\n${commandLine("apply my-project", origin)}`;
  return html`<p>This service has no prompts yet.</p>
    <p>
      Prompts are defined in YAML files in git. These commands create a project with an example, and
      apply it to this service:
    </p>
    ${commandsHtml(commands)}`;
}

function searchForm(query: string): Html {
  return html`<search>
    <form class="search" method="get" action="${pageRoot}">
      <label for="q">Search names, ids, models, messages and tools</label>
      <input id="q" name="q" type="search" value="${query}" maxlength="${maxQueryLength}" />
      <button>Search</button>
      ${query !== "" && html`<a href="${pageRoot}">Show all</a>`}
    </form>
  </search>`;
}

function resultHtml(view: ListView, isWhole: boolean): Html {
  const { found, query, searched, next, from } = view;
  const more = next && linkTo(query, next);
  if (found.length === 0 && more)
    return html`<p role="status">No prompt found among ${pluralize(searched, "prompt")}.</p>
      <p><a href="${more}">Continue the search</a></p>`;
  if (found.length === 0)
    return html`<p role="status">
      ${query === "" || !isStart(from) ? "There are no more prompts." : html`No prompt contains <q>${pageText(query)}</q>.`}
    </p>`;
  const sorted = isWhole ? found.toSorted(byName) : found;
  return html`${promptTable(sorted, captionOf(view, isWhole))}
  ${more && html`<p><a href="${more}">${query === "" ? "More prompts" : "Continue the search"}</a></p>`}`;
}

function byName(one: FoundPrompt, other: FoundPrompt): number {
  return one.prompt.name.localeCompare(other.prompt.name, "en");
}

function captionOf({ found, query, from }: ListView, isWhole: boolean): string {
  const count = pluralize(found.length, query === "" ? "prompt" : "matching prompt");
  if (isWhole) return `${count}, sorted by name`;
  return `${isStart(from) ? "The first" : "The next"} ${count}, in order of creation`;
}

function linkTo(query: string, position: ListPosition): string {
  return `${pageRoot}?${new URLSearchParams({ ...(query !== "" && { q: query }), from: positionText(position) })}`;
}

function promptTable(found: readonly FoundPrompt[], caption: string): Html {
  return html`<table class="list">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Model</th>
        <th scope="col" class="number wide">Messages</th>
        <th scope="col" class="number wide">Tools</th>
      </tr>
    </thead>
    <tbody>
      ${found.map(promptRow)}
    </tbody>
  </table>`;
}

function promptRow({ prompt, excerpt }: FoundPrompt): Html {
  const { id, name, parameters, messages, tools } = prompt;
  return html`<tr>
    <th scope="row">
      <a href="${promptPath(id)}" dir="auto">${pageText(name)}</a>
      ${excerpt && excerptHtml(excerpt)}
    </th>
    <td><code>${pageText(parameters.name)}</code></td>
    <td class="number wide">${messages.length}</td>
    <td class="number wide">${tools.length}</td>
  </tr> `;
}

function excerptHtml({ before, found, after }: Excerpt): Html {
  return html`<br /><span class="muted" dir="auto"
      >${pageText(before)}<mark class="found">${pageText(found)}</mark>${pageText(after)}</span
    >`;
}
