// The versions of a prompt on the page, and the changes of each.
import { beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../../src/engine/model/json.ts";
import type { Store } from "../../../../src/service/store/stored-resource.ts";
import { attributeOf, findElements, textIn, words } from "../../../fixtures/html.ts";
import { modelParameters } from "../../../fixtures/model-parameters.ts";
import { openTestStore } from "../../../fixtures/test-store.ts";
import { pageFixture, promptWith, type Visitor } from "../page-fixture.ts";

const mainOf = (page: string): string => words(findElements(page, "main")[0]!);
const texts = (page: string, tag: string): string[] => findElements(page, tag).map(textIn);

describe("the versions of a prompt", () => {
  let own: Visitor;
  let path: string;
  beforeAll(async () => {
    let hour = 0;
    const fixture = await pageFixture({ now: () => Date.UTC(2026, 10, 23, hour++) });
    const tool = (name: string): Promise<string> =>
      fixture.create("tools", { name, description: "", parameters: {} });
    const [first, second] = [await tool("lookup_order"), await tool("issue_refund")];
    const id = await fixture.create("prompts", promptWith(["Be very brief.", "{{ticket}}"]));
    await fixture.replace(
      `prompts/${id}`,
      promptWith(["Be quite brief.", "One more.", "{{ticket}}"], {
        tools: [{ toolId: first }, { toolId: second }],
      }),
    );
    await fixture.replace(`prompts/${id}`, promptWith(["Be quite brief."], { name: "Triage" }));
    await fixture.handler(
      new Request(`http://localhost/sdk/v1/tools/${second}`, { method: "DELETE" }),
    );
    own = fixture.visitor();
    path = `/page/prompts/${id}/versions`;
  });

  it("are listed newest first, with time and size", async () => {
    const { text } = await own.get(path);
    expect(findElements(text, "tr").map(words)).toEqual([
      "Version Written Changed Size",
      expect.stringMatching(
        /^Version 3 current 2026-11-23 0\d:00 UTC name "Support triage" → "Triage", messages\[1\] removed, messages\[2\] removed, tools -lookup_order -id:[\da-f]{24} \d+ bytes$/,
      ),
      expect.stringMatching(
        /^Version 2 2026-11-23 0\d:00 UTC messages\[0\] "Be very brief." → "Be quite brief.", messages\[1\] added, tools \+lookup_order \+id:[\da-f]{24} \d+ bytes$/,
      ),
      expect.stringMatching(/^Version 1 2026-11-23 0\d:00 UTC \d+ bytes$/),
    ]);
    expect(attributeOf(findElements(text, "time")[0]!, "datetime")).toMatch(
      /^2026-11-23T0\d:00:00/,
    );
  });

  it("are compared with any other one that the address names", async () => {
    const { text } = await own.get(`${path}/3?with=1`);
    expect(texts(text, "del")).toEqual(["Support triage", "very", "{{ticket}}"]);
    expect(texts(text, "ins")).toEqual(["Triage", "quite"]);
    expect(mainOf(text)).toContain("compared with version 1");
    const [select] = findElements(text, "select");
    expect(words(select!)).toBe("Version 2 Version 1");
    expect((await own.get(`${path}/3?with=9`)).status).toBe(404);
  });

  it("are compared with the one before, word by word", async () => {
    const { text } = await own.get(`${path}/2`);
    expect(texts(text, "del")).toEqual(["none", "very"]);
    expect(texts(text, "ins")).toEqual([
      expect.stringMatching(/^lookup_order, id:[\da-f]{24} \(deleted\)$/),
      "quite",
      "One more.",
    ]);
    expect(findElements(text, "h3").map(words)).toEqual([
      "Settings",
      "System",
      "User (new)",
      "User",
    ]);
    expect(findElements(text, "section").map(words)).toEqual([
      "Before tools: none",
      expect.stringMatching(/^After tools: lookup_order, id:[\da-f]{24} \(deleted\)$/),
      "Before Be very brief.",
      "After Be quite brief.",
    ]);
    expect(findElements(text, "details").map(words)).toEqual([
      expect.stringMatching(
        /^11 unchanged settings prompt name: Support triage provider: ANTHROPIC /,
      ),
    ]);
    expect(mainOf(text)).toContain("compared with version 1");
    expect(findElements(text, "a").map(words)).toEqual(
      expect.arrayContaining(["Newer: version 3", "Older: version 1"]),
    );
  });

  it("show what was removed and renamed", async () => {
    const { text } = await own.get(`${path}/3`);
    expect(findElements(text, "h3").map(words)).toEqual([
      "Settings",
      "System",
      "User (removed)",
      "User (removed)",
    ]);
    expect(texts(text, "del").slice(-2)).toEqual(["One more.", "{{ticket}}"]);
    expect(texts(text, "ins")).toEqual(["Triage", "none"]);
  });

  it("the oldest is shown as it is", async () => {
    const { text } = await own.get(`${path}/1`);
    expect(mainOf(text)).toContain("the oldest version that the service has");
    expect([...texts(text, "del"), ...texts(text, "ins")]).toEqual([]);
  });

  it.each(["4", "0", "-1", "01", "1e0", "x"])("version %s does not exist", async (number) => {
    expect((await own.get(`${path}/${number}`)).status).toBe(404);
  });
});

/** The page of version 2 of a prompt with these two states. */
async function changePage(before: Json, after: Json): Promise<string> {
  const { create, replace, visitor } = await pageFixture();
  const id = await create("prompts", before);
  await replace(`prompts/${id}`, after);
  return (await visitor().get(`/page/prompts/${id}/versions/2`)).text;
}

/** A prompt with one message of these texts, each a block. */
const withBlocks = (...blocks: string[]): Json =>
  promptWith([], {
    messages: [
      {
        promptMessageId: "m",
        role: "user",
        content: blocks.map((text) => ({ type: "TEXT", text })),
      },
    ],
  });

describe("a change can be seen", () => {
  it("of the order of keys in a reply schema, and of an effort", async () => {
    const { create, replace, visitor } = await pageFixture();
    const withOptions = (order: readonly string[], reasoningEffort: string): Json => {
      const properties = Object.fromEntries(order.map((name) => [name, { type: "string" }]));
      const options = { responseSchema: { type: "object", properties }, reasoningEffort };
      return promptWith(["Hi"], { parameters: modelParameters({ options } as object) as never });
    };
    const id = await create("prompts", withOptions(["reasoning", "answer"], "low"));
    await replace(`prompts/${id}`, withOptions(["answer", "reasoning"], "low"));
    await replace(`prompts/${id}`, withOptions(["answer", "reasoning"], "high"));
    const { text } = await visitor().get(`/page/prompts/${id}/versions`);
    const [, third, second] = findElements(text, "tr").map(words);
    expect(third).toContain('options.reasoningEffort "low" → "high"');
    expect(second).toContain("options.responseSchema");
    const changes = (await visitor().get(`/page/prompts/${id}/versions/2`)).text;
    expect(words(findElements(changes, "main")[0]!)).toContain("options.responseSchema");
  });

  it("of a long text, by lines with the ones around them", async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `Rule ${index}: be polite & brief.`);
    const after = lines.with(1_500, "Rule 1500: be calm & brief.");
    const page = await changePage(withBlocks(lines.join("\n")), withBlocks(after.join("\n")));
    expect(texts(page, "span").filter((each) => /^(Line|  )/.test(each))).toEqual([
      "Line 1500",
      `  ${lines[1_499]}`,
      `  ${lines[1_501]}`,
    ]);
    expect([texts(page, "del"), texts(page, "ins"), texts(page, "strong")]).toEqual([
      ["- Rule 1500: be polite & brief."],
      ["+ Rule 1500: be calm & brief."],
      ["polite", "calm"],
    ]);
  });

  it("of a text in which nearly every line differs", async () => {
    const text = (word: string): string =>
      Array.from({ length: 400 }, (_, index) => `${word}${index}`).join("\n");
    const page = await changePage(withBlocks(text("a")), withBlocks(text("b")));
    expect([texts(page, "del").at(-1), texts(page, "ins").at(-1)]).toEqual(["- a399", "+ b399"]);
  });

  it("of a tool to another one with the same name", async () => {
    const { create, replace, visitor } = await pageFixture();
    const tool = (name: string): Promise<string> =>
      create("tools", { name, description: "", parameters: {} });
    const [search, first, second] = [
      await tool("search"),
      await tool("lookup"),
      await tool("lookup"),
    ];
    const withTools = (...ids: string[]): Json =>
      promptWith([], { tools: ids.map((toolId) => ({ toolId })) });
    const id = await create("prompts", withTools(search, first));
    await replace(`prompts/${id}`, withTools(search, second));
    const { text } = await visitor().get(`/page/prompts/${id}/versions/2`);
    expect(findElements(text, "section").map(words)).toEqual([
      expect.stringMatching(new RegExp(`tools: search, lookup \\(id:${first}\\)$`)),
      expect.stringMatching(new RegExp(`tools: search, lookup \\(id:${second}\\)$`)),
    ]);
    expect([texts(text, "del"), texts(text, "ins")]).toEqual([[first], [second]]);
  });

  it.each<[sentence: string, before: Json, after: Json, del: string[], ins: string[]]>([
    [
      "of two blocks to one with the same text",
      withBlocks("Be brief.", "Be kind."),
      withBlocks("Be brief.\nBe kind."),
      ["[block 2]↵\n"],
      [],
    ],
    ["of no block to an empty one", withBlocks(), withBlocks(""), ["[no blocks]"], []],
    ["of a line break at the end", withBlocks("Brief."), withBlocks("Brief.\n"), [], ["↵\n"]],
    ["of a line break in the text", withBlocks("A.\n\nB."), withBlocks("A.\nB."), ["↵\n"], []],
    ["of an arrow", withBlocks("Brief."), withBlocks("Brief.↵"), [], ["↵"]],
    ["of an arrow and a line break", withBlocks("A."), withBlocks("A.↵\n"), [], ["\\u{21b5}↵\n"]],
    ["of lines, without arrows", withBlocks("a\nb"), withBlocks("c\nd"), ["a", "b"], ["c", "d"]],
  ])("%s", async (_sentence, before, after, del, ins) => {
    const page = await changePage(before, after);
    expect([texts(page, "del"), texts(page, "ins")]).toEqual([del, ins]);
  });

  it("of one message with others inserted and moved", async () => {
    const page = await changePage(
      promptWith(["Be very brief.", "First.", "Second."]),
      promptWith(["Stay calm.", "Second.", "First."]),
    );
    expect(findElements(page, "h3").map(words)).toEqual([
      "Settings",
      "System",
      expect.stringMatching(/^User \((new|removed)\)$/),
      "User",
      expect.stringMatching(/^User \((new|removed)\)$/),
    ]);
  });
});

describe("the present state", () => {
  const sentence = "The present state has no version: an older version of promptctl wrote it.";

  /** The pages of a prompt in a store that differs in some operations. */
  async function pagesWith(changes: (store: Store) => Partial<Store>): Promise<string[]> {
    const store = await openTestStore();
    const { create, replace, visitor } = await pageFixture({
      store: { ...store, ...changes(store) },
    });
    const id = await create("prompts", promptWith(["One."]));
    await replace(`prompts/${id}`, promptWith(["Two."]));
    const paths = ["versions", "versions/2", "versions/1"];
    const pages = paths.map((path) => visitor().get(`/page/prompts/${id}/${path}`));
    return (await Promise.all(pages)).map(({ text }) => mainOf(text));
  }

  it("is the newest version", async () => {
    const [list, newest, oldest] = await pagesWith(() => ({}));
    expect(list).toContain("Version 2 current");
    expect(newest).toContain("UTC · current · compared with version 1");
    expect(oldest).not.toContain("current");
    expect(`${list} ${newest} ${oldest}`).not.toContain(sentence);
  });

  it("has no version if an older promptctl wrote it", async () => {
    const [list, newest, oldest] = await pagesWith((store) => ({
      get: async (kind, id) => {
        const found = await store.get(kind, id);
        const body = { ...found!.resource.body, name: "Written by an older promptctl" };
        return { ...found!, resource: { ...found!.resource, body } };
      },
    }));
    expect(list).toContain(`Versions ${sentence} 2 versions, newest first`);
    expect(newest).toContain(`UTC · compared with version 1 ${sentence}`);
    expect(`${list} ${newest}`).not.toContain("current");
    expect(oldest).not.toContain(sentence);
  });

  it("has no version if an older promptctl created the prompt", async () => {
    const [list] = await pagesWith(() => ({ versions: async () => [] }));
    expect(list).toContain(`Versions ${sentence} The service keeps`);
    expect(list).not.toContain("newest first");
  });
});
