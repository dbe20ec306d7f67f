// The list of prompts on the page: search, order and paging.
import { beforeAll, describe, expect, it } from "vitest";
import { maxPartBytes } from "../../../../src/service/store/stored-resource.ts";
import { attributeOf, findElements, words } from "../../../fixtures/html.ts";
import { type PageFixture, pageFixture, promptWith } from "../page-fixture.ts";

/** The rows of the table: name and excerpt. */
const rows = (page: string): string[] =>
  findElements(page, "th")
    .filter((each) => attributeOf(each, "scope") === "row")
    .map(words);
const captions = (page: string): string[] => findElements(page, "caption").map(words);
const linkOf = (page: string, text: string): string | undefined => {
  const link = findElements(page, "a").find((each) => words(each) === text);
  return link && attributeOf(link, "href");
};

describe("the search", () => {
  let fixture: PageFixture;
  let id: string;
  beforeAll(async () => {
    fixture = await pageFixture();
    const tool = await fixture.create("tools", {
      name: "issue_refund",
      description: "Pays money back.",
      parameters: { type: "object" },
    });
    id = await fixture.create("prompts", promptWith(["Be brief."], { name: "Triage" }));
    await fixture.create(
      "prompts",
      promptWith(["Antworte auf Deutsch.\n\nNenne die ÜBERWEISUNG und (a+b)*c."], {
        name: "Zahlung",
      }),
    );
    const tools = [{ toolId: tool }];
    await fixture.create("prompts", promptWith(["Hello"], { name: "Assistant", tools }));
    for (const name of ["About invoices", "Invoices", "No text"])
      await fixture.create("prompts", promptWith(["See the invoices."], { name }));
  });
  const search = async (query: string): Promise<string> =>
    (await fixture.visitor().get(`/page?${new URLSearchParams({ q: query })}`)).text;

  it.each([
    ["", ["About invoices", "Assistant", "Invoices", "No text", "Triage", "Zahlung"]],
    ["   ", ["About invoices", "Assistant", "Invoices", "No text", "Triage", "Zahlung"]],
    ["invoices", ["Invoices", "About invoices", "No text See the invoices."]],
    ["TRIAGE", ["Triage"]],
    ["überweisung", ["Zahlung Antworte auf Deutsch. Nenne die ÜBERWEISUNG und (a+b)*c."]],
    ["(a+b)*c", ["Zahlung Antworte auf Deutsch. Nenne die ÜBERWEISUNG und (a+b)*c."]],
    ["deutsch zahl", ["Zahlung Antworte auf Deutsch. Nenne die ÜBERWEISUNG und (a+b)*c."]],
    ["issue_refund", ["Assistant issue_refund"]],
    ["money back", ["Assistant Pays money back."]],
    ['"money back"', ["Assistant Pays money back."]],
    ['"back money"', []],
    ["claude-sonnet triage", ["Triage"]],
  ])("for %j finds %j", async (query, found) => {
    expect(rows(await search(query))).toEqual(found);
  });

  it("finds a whole id, and no part of one", async () => {
    expect(rows(await search(id.toUpperCase()))).toEqual(["Triage"]);
    expect(rows(await search(id.slice(0, 6)))).toEqual([]);
  });

  it("can be sorted by name, and again by the match", async () => {
    const { get } = fixture.visitor();
    const { text } = await get("/page?q=invoices&sort=name");
    expect(rows(text)[0]).toBe("About invoices");
    expect(captions(text)).toEqual(["3 matching prompts, sorted by name"]);
    const { text: again } = await get(linkOf(text, "Best match first")!);
    expect(rows(again)[0]).toBe("Invoices");
    expect(linkOf(again, "Best match first")).toBeUndefined();
  });

  it("keeps its text in the field and counts the results", async () => {
    const page = await search('be "brief" <b>');
    expect(attributeOf(findElements(page, "input")[0]!, "value")).toBe('be "brief" <b>');
    expect(words(findElements(page, "main")[0]!)).toContain('No prompt contains be "brief" <b>.');
    expect(captions(await search("claude"))).toEqual(["6 matching prompts, the best match first"]);
    expect(captions(await search("brief"))).toEqual(["1 matching prompt, the best match first"]);
  });
});

describe("many prompts", () => {
  it("are sorted, on pages of 100, and in order of creation after a position", async () => {
    const { create, visitor } = await pageFixture();
    for (let number = 1; number <= 205; number++)
      await create(
        "prompts",
        promptWith([number % 2 ? "odd" : "even"], { name: `n${300 - number}` }),
      );
    const { get } = visitor();
    const pagesFrom = async (first: string, text: string): Promise<string[]> => {
      const pages: string[] = [];
      for (let path: string | undefined = first; path; path = linkOf(pages.at(-1)!, text))
        pages.push((await get(path)).text);
      return pages;
    };
    const created = Array.from({ length: 205 }, (_, index) => `n${299 - index}`);
    const sorted = await pagesFrom("/page", "Next page");
    expect(sorted.flatMap(captions)).toEqual(
      [1, 2, 3].map((page) => `205 prompts, sorted by name, page ${page} of 3`),
    );
    expect(sorted.flatMap(rows)).toEqual(created.toReversed());
    const later = await pagesFrom("/page?from=0-1", "More prompts");
    expect(later.flatMap(captions)).toEqual([
      "The next 100 prompts, in order of creation",
      "The next 100 prompts, in order of creation",
      "The next 4 prompts, in order of creation",
    ]);
    expect(later.flatMap(rows)).toEqual(created.slice(1));
    const odd = await pagesFrom("/page?q=odd", "Next page");
    expect(odd.flatMap(rows)).toEqual(
      Array.from({ length: 103 }, (_, index) => `n${299 - 2 * index} odd`).toReversed(),
    );
  });

  it("in several parts of the store are all found once", async () => {
    const { create, visitor, store } = await pageFixture();
    const text = "x".repeat(maxPartBytes / 14);
    for (let number = 0; number < 20; number++)
      await create("prompts", promptWith([`${text} end${number}z`], { name: `p${number}!` }));
    const first = await store.list("prompt");
    expect(first.next).toBeDefined();
    const { get } = visitor();
    expect(rows((await get("/page")).text)).toHaveLength(20);
    expect(rows((await get("/page?q=end18z")).text).map((row) => row.slice(0, 4))).toEqual([
      "p18!",
    ]);
    const { text: later } = await get(`/page?from=${first.next}-1`);
    expect(rows(later)[0]).toBe(`p${first.resources.length + 1}!`);
  });

  it("are searched so that other requests are handled between the parts of all searches", async () => {
    const { store, create } = await pageFixture();
    await create("prompts", promptWith(["Hello"]));
    const turns: number[] = [];
    let turn = 0;
    const count = (): void => {
      turn++;
      counter = setImmediate(count);
    };
    let counter = setImmediate(count);
    const list: typeof store.list = (...query) => {
      turns.push(turn);
      return store.list(...query);
    };
    const { visitor } = await pageFixture({ store: { ...store, list } });
    await Promise.all(Array.from({ length: 8 }, () => visitor().get("/page?q=nothing")));
    clearImmediate(counter);
    expect(turns).toHaveLength(8);
    expect(new Set(turns).size).toBe(8);
  });

  it.each(["x", "1", "-1-0", "1-", "99999999999999999999-1"])(
    "a position %j begins at the start",
    async (from) => {
      const { create, visitor } = await pageFixture();
      await create("prompts", promptWith(["Hello"]));
      const { text } = await visitor().get(`/page?from=${encodeURIComponent(from)}`);
      expect(captions(text)).toEqual(["1 prompt, sorted by name"]);
    },
  );

  it("a position after the end says so", async () => {
    const { visitor } = await pageFixture();
    const { text } = await visitor().get("/page?from=5-3");
    expect(words(findElements(text, "main")[0]!)).toContain("There are no more prompts.");
  });
});

describe("the order and the filter", () => {
  let list: (query: string) => Promise<string>;
  beforeAll(async () => {
    let minute = 0;
    const keys = [{ name: "ci", scope: "write", key: "secret" } as const];
    const fixture = await pageFixture({ keys, now: () => Date.UTC(2026, 10, 23, 9, minute++) });
    const tool = await fixture.create("tools", { name: "look", description: "", parameters: {} });
    const { parameters } = promptWith([]) as { parameters: Record<string, string> };
    const add = (name: string, changes = {}): Promise<string> =>
      fixture.create("prompts", promptWith(["Hello"], { name, ...changes }));
    await add("B", { tools: [{ toolId: tool }] });
    const id = await add("A", { parameters: { ...parameters, name: "gpt-5", provider: "OPENAI" } });
    await add("C");
    await fixture.create("evaluations", { promptId: id, variables: {}, appendedMessages: [] });
    const visitor = fixture.visitor();
    await visitor.logIn("secret");
    list = async (query) => (await visitor.get(`/page?${query}`)).text;
  });

  it.each([
    ["", ["A", "B", "C"], "3 prompts, sorted by name"],
    ["sort=changed", ["C", "A", "B"], "3 prompts, the last changed first"],
    ["sort=evaluations", ["A", "B", "C"], "3 prompts, those with the most evaluations first"],
    ["sort=tools", ["B", "A", "C"], "3 prompts, those with the most tools first"],
    ["sort=model", ["B", "C", "A"], "3 prompts, sorted by model"],
    ["sort=size", ["A", "B", "C"], "3 prompts, sorted by name"],
    ["model=gpt-5", ["A"], "1 matching prompt, sorted by name"],
  ])("%s", async (query, names, caption) => {
    const page = await list(query);
    expect([rows(page), captions(page)]).toEqual([names, [caption]]);
  });

  it("a row has the evaluations, the tools and the last change with its key", async () => {
    const page = await list("model=gpt-5");
    expect(findElements(page, "tr").map(words)).toEqual([
      "Name Model Evaluations Tools Last change",
      "A gpt-5 1 0 2026-11-23 09:02 UTC ci",
    ]);
    expect(findElements(page, "option").map(words)).toEqual([
      "All",
      "claude-sonnet-4-6 (2)",
      "gpt-5 (1)",
    ]);
  });
});

it("the tools have the prompts that use them", async () => {
  const { create, visitor } = await pageFixture();
  const tool = (name: string): Promise<string> =>
    create("tools", { name, description: `Does ${name}.`, parameters: {} });
  const [used] = [await tool("look"), await tool("act")];
  for (const name of ["Second", "First"])
    await create("prompts", promptWith(["Hello"], { name, tools: [{ toolId: used }] }));
  const { text } = await visitor().get("/page/tools");
  expect(findElements(text, "summary").map(words)).toEqual([
    "act used by no prompt",
    "look used by 2 prompts",
  ]);
  expect(findElements(text, "li").map(words)).toEqual(["First", "Second"]);
  const { text: searched } = await visitor().get("/page/tools?q=DOES+loo");
  expect(findElements(searched, "summary").map(words)).toEqual(["look used by 2 prompts"]);
  const { text: none } = await visitor().get("/page/tools?q=find");
  expect(words(findElements(none, "main")[0]!)).toContain("No tool contains find.");
});

it("of more than 500 tools, the page says that it does not show all; the search finds the others", async () => {
  const { create, visitor } = await pageFixture();
  for (let number = 1; number <= 501; number++)
    await create("tools", { name: `tool_${number}`, description: "A tool.", parameters: {} });
  const { text } = await visitor().get("/page/tools");
  expect(findElements(text, "summary")).toHaveLength(500);
  expect(text).toContain("more tools, which are not shown");
  const { text: last } = await visitor().get("/page/tools?q=tool_501");
  expect(findElements(last, "summary").map(words)).toEqual(["tool_501 used by no prompt"]);
  expect(last).not.toContain("not shown");
});

it("a service without prompts explains how to add the first ones", async () => {
  const { text } = await (await pageFixture()).visitor().get("/page");
  expect(words(findElements(text, "main")[0]!)).toBe(
    "Prompts This service has no prompts yet. Prompts are defined in YAML files in git. These commands create a project with an example, and apply it to this service: promptctl init my-project promptctl apply my-project --base-url http://localhost:4100 Copy the commands",
  );
});
