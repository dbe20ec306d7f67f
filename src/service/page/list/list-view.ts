// The list of prompts with the search.
import { html } from "hono/html";
import type { Html } from "../../../views/text/html-parts.ts";
import { pluralize } from "../../../views/text/terminal-text.ts";
import type { Excerpt } from "./excerpt.ts";
import {
  type FoundPrompts,
  isStart,
  type ListPosition,
  maxQueryLength,
  positionText,
} from "./find-prompts.ts";
import { commandLine } from "../frame/git-commands.ts";
import type { PageContent } from "../frame/layout.ts";
import {
  defaultOrder,
  type ListChoice,
  type ListRows,
  type Order,
  type PromptRow,
} from "./list-order.ts";
import { pageRoot, promptPath } from "../frame/page-paths.ts";
import { pageText } from "../frame/page-text.ts";
import { timeHtml, commandsHtml } from "../frame/elements.ts";
import type { Visit } from "../frame/visit.ts";

interface ListView extends Omit<FoundPrompts, "found"> {
  /** The search text; empty for all prompts. */
  readonly query: string;
  readonly from: ListPosition;
  readonly choice: ListChoice;
  readonly list: ListRows;
}

export function listPage(view: ListView, { origin }: Visit): PageContent {
  const { query, list, choice } = view;
  const isEmpty = isWhole(view) && query === "" && choice.model === "" && list.total === 0;
  return {
    part: "prompts",
    title: query === "" ? "Prompts" : `Prompts with "${query}"`,
    body: html`<h1>Prompts</h1>
      ${isEmpty ? emptyService(origin) : html`${searchForm(view)} ${resultHtml(view)}`}`,
  };
}

/** Whether the prompts of all pages are known, so that they can be counted and sorted. */
function isWhole({ next, from }: ListView): boolean {
  return next === undefined && isStart(from);
}

function emptyService(origin: string): Html {
  const commands = `promptctl init my-project\n${commandLine("apply my-project", { origin, environment: undefined })}`;
  return html`<p>This service has no prompts yet.</p>
    <p>
      Prompts are defined in YAML files in git. These commands create a project with an example, and
      apply it to this service:
    </p>
    ${commandsHtml("first", commands)}`;
}

function searchForm(view: ListView): Html {
  const { query, choice, list } = view;
  const isChosen = choice.order !== defaultOrder(query);
  const hasModels = isWhole(view) && (list.models.length > 1 || choice.model !== "");
  return html`<search>
    <form class="search" method="get" action="${pageRoot}">
      <label for="q">Search names, models, messages, tools, or an id</label>
      <input id="q" name="q" type="search" value="${query}" maxlength="${maxQueryLength}" />
      ${hasModels && modelField(list, choice)}
      ${isChosen && html`<input type="hidden" name="sort" value="${choice.order}" />`}
      <button>Search</button>
      ${isChosen && query !== "" && html`<a href="${urlWith(view, { order: "match", page: 1 })}">Best match first</a>`}
      ${(query !== "" || choice.model !== "") && html`<a href="${pageRoot}">Show all</a>`}
    </form>
  </search>`;
}

/** Models in the filter: more make it unusable. */
const maxModels = 50;

function modelField({ models }: ListRows, { model }: ListChoice): Html {
  const options = models
    .slice(0, maxModels)
    .map(
      ([name, count]) =>
        html`<option value="${name}" ${name === model && html`selected`}>
          ${pageText(name)} (${numberText(count)})
        </option>`,
    );
  return html`<span class="choice">
    <label for="model">Model</label>
    <select id="model" name="model">
      <option value="">All</option>
      ${options}
    </select>
  </span>`;
}

function resultHtml(view: ListView): Html {
  const { query, searched, next, from, list, choice } = view;
  const more = next && listUrl({ q: query, from: positionText(next) });
  if (list.rows.length === 0 && more)
    return html`<p role="status">No prompt found among ${pluralize(searched, "prompt")}.</p>
      <p><a href="${more}">Continue the search</a></p>`;
  if (list.rows.length === 0)
    return html`<p role="status">
      ${(query === "" && choice.model === "") || !isStart(from) || choice.page > 1 ? "There are no more prompts." : html`No prompt contains <q>${pageText(query)}</q>.`}
    </p>`;
  return html`${promptTable(view)} ${pagesHtml(view)}
  ${more && html`<p><a href="${more}">${query === "" ? "More prompts" : "Continue the search"}</a></p>`}`;
}

const orderTexts: Readonly<Record<Order, string>> = {
  match: "the best match first",
  name: "sorted by name",
  model: "sorted by model",
  evaluations: "those with the most evaluations first",
  tools: "those with the most tools first",
  changed: "the last changed first",
};

function captionOf(view: ListView): string {
  const { query, from, list, choice } = view;
  const noun = query === "" && choice.model === "" ? "prompt" : "matching prompt";
  const shown = pluralize(list.rows.length, noun);
  if (!isWhole(view))
    return `${isStart(from) ? "The first" : "The next"} ${shown}, in order of creation`;
  const pages = list.pages > 1 ? `, page ${choice.page} of ${list.pages}` : "";
  return `${numberText(list.total)} ${list.total === 1 ? noun : `${noun}s`}, ${orderTexts[choice.order]}${pages}`;
}

/** `5,000`. */
function numberText(number: number): string {
  return number.toLocaleString("en");
}

function pagesHtml(view: ListView): Html | "" {
  const { choice, list } = view;
  if (!isWhole(view) || list.pages < 2) return "";
  const link = (page: number, text: string): Html | false =>
    page >= 1 && page <= list.pages && html`<a href="${urlWith(view, { page })}">${text}</a>`;
  return html`<nav class="buttons" aria-label="Pages">
    ${link(choice.page - 1, "Previous page")} ${link(choice.page + 1, "Next page")}
  </nav>`;
}

function urlWith({ query, choice }: ListView, changed: Partial<ListChoice>): string {
  const { order, model, page } = { ...choice, ...changed };
  const values = { q: query, model, sort: order === defaultOrder(query) ? "" : order };
  return listUrl({ ...values, page: page === 1 ? "" : String(page) });
}

function listUrl(values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return given.length === 0
    ? pageRoot
    : `${pageRoot}?${new URLSearchParams(Object.fromEntries(given))}`;
}

function promptTable(view: ListView): Html {
  const head = (order: Order, text: string, className = ""): Html => {
    const isSorted = isWhole(view) && order === view.choice.order;
    const direction = order === "name" || order === "model" ? "ascending" : "descending";
    const link = urlWith(view, { order, page: 1 });
    return html`<th scope="col" class="${className}" ${isSorted && html`aria-sort="${direction}"`}>
      ${isWhole(view) ? html`<a href="${link}">${text}</a>` : text}
    </th>`;
  };
  return html`<table class="list">
    <caption>
      ${captionOf(view)}
    </caption>
    <thead>
      <tr>
        ${head("name", "Name")} ${head("model", "Model", "wide")}
        ${head("evaluations", "Evaluations", "number wide")}
        ${head("tools", "Tools", "number wide")} ${head("changed", "Last change")}
      </tr>
    </thead>
    <tbody>
      ${view.list.rows.map(promptRow)}
    </tbody>
  </table>`;
}

function promptRow({ id, name, model, tools, excerpt, summary }: PromptRow): Html {
  return html`<tr>
    <th scope="row">
      <a href="${promptPath(id)}" dir="auto">${pageText(name)}</a>
      ${excerpt && excerptHtml(excerpt)}
    </th>
    <td class="wide"><code>${pageText(model)}</code></td>
    <td class="number wide">${numberText(summary?.children ?? 0)}</td>
    <td class="number wide">${tools.length}</td>
    <td>
      ${timeHtml(summary?.writtenAt, "minutes")}
      ${summary?.keyName !== undefined && html`<span class="muted key" dir="auto">${pageText(summary.keyName)}</span>`}
    </td>
  </tr> `;
}

function excerptHtml({ before, found, after }: Excerpt): Html {
  return html`<br /><span class="muted" dir="auto"
      >${pageText(before)}<mark class="found">${pageText(found)}</mark>${pageText(after)}</span
    >`;
}
