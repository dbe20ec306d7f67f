// Which rows of the list of prompts are shown: those with one model, in an order, one page of them.
import { setImmediate as nextTurn } from "node:timers/promises";
import { compareNames } from "../../../views/text/display-name.ts";
import type { ResourceContext } from "../../http/resources/resources.ts";
import type { ResourceSummary } from "../../store/stored-version.ts";
import { type FoundPrompt, pageSize } from "./find-prompts.ts";

/** The columns by which the list can be sorted; and by how well a prompt matches the search. */
const orders = ["match", "name", "model", "evaluations", "tools", "changed"] as const;

export type Order = (typeof orders)[number];

/** What the list shows, as its address says it. */
export interface ListChoice {
  readonly order: Order;
  /** Only prompts with this model; empty for all. */
  readonly model: string;
  /** From 1. */
  readonly page: number;
}

/** A row of the list. */
export interface PromptRow extends FoundPrompt {
  /** Undefined if the prompt was deleted meanwhile. */
  readonly summary: ResourceSummary | undefined;
}

export interface ListRows {
  readonly rows: readonly PromptRow[];
  /** How many prompts all pages have. */
  readonly total: number;
  readonly pages: number;
  /** Each model with the number of its prompts, the most used first. */
  readonly models: readonly (readonly [model: string, count: number])[];
}

/** The order where an address names none. */
export function defaultOrder(searchText: string): Order {
  return searchText === "" ? "name" : "match";
}

/** The choice of an address; unknown values are those of the first page. */
export function readChoice(
  searchText: string,
  query: (name: string) => string | undefined,
): ListChoice {
  return {
    order: orders.find((each) => each === query("sort")) ?? defaultOrder(searchText),
    model: query("model") ?? "",
    page: /^[1-9]\d{0,5}$/.test(query("page") ?? "") ? Number(query("page")) : 1,
  };
}

/** The rows of one page of a whole list. */
export async function chooseRows(
  context: ResourceContext,
  found: readonly FoundPrompt[],
  { order, model, page }: ListChoice,
): Promise<ListRows> {
  const wanted = model === "" ? found : found.filter((each) => each.model === model);
  const needsAll = order === "changed" || order === "evaluations";
  const known = needsAll ? await withSummaries(context, wanted) : wanted;
  const sorted = (known as readonly PromptRow[]).toSorted(comparisons[order]);
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize);
  return {
    rows: needsAll ? shown : await withSummaries(context, shown),
    total: wanted.length,
    pages: Math.ceil(wanted.length / pageSize),
    models: countModels(found),
  };
}

/** The rows of a part of a list that is too long to be sorted. */
export async function asCreated(
  context: ResourceContext,
  found: readonly FoundPrompt[],
): Promise<ListRows> {
  const rows = await withSummaries(context, found);
  return { rows, total: found.length, pages: 1, models: [] };
}

/** Summaries that one query reads. */
const maxSummaries = 1_000;

/** Reads the newest version and the number of evaluations of each prompt. */
async function withSummaries(
  { store }: ResourceContext,
  found: readonly FoundPrompt[],
): Promise<PromptRow[]> {
  const summaries = new Map<string, ResourceSummary>();
  for (let start = 0; start < found.length; start += maxSummaries) {
    const ids = found.slice(start, start + maxSummaries).map(({ id }) => id);
    for (const each of await store.summaries(ids, "evaluation")) summaries.set(each.id, each);
    await nextTurn();
  }
  return found.map((each) => ({ ...each, summary: summaries.get(each.id) }));
}

const byName = (one: FoundPrompt, other: FoundPrompt): number => compareNames(one.name, other.name);

/** Equal rows are sorted by name. */
const comparisons: Readonly<Record<Order, (one: PromptRow, other: PromptRow) => number>> = {
  match: (one, other) => one.rank - other.rank || byName(one, other),
  name: byName,
  model: (one, other) => compareNames(one.model, other.model) || byName(one, other),
  evaluations: (one, other) =>
    (other.summary?.children ?? 0) - (one.summary?.children ?? 0) || byName(one, other),
  tools: (one, other) => other.tools.length - one.tools.length || byName(one, other),
  changed: (one, other) =>
    (other.summary?.writtenAt ?? 0) - (one.summary?.writtenAt ?? 0) || byName(one, other),
};

function countModels(found: readonly FoundPrompt[]): ListRows["models"] {
  const counts = new Map<string, number>();
  for (const { model } of found) counts.set(model, (counts.get(model) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}
