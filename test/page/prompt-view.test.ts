// One prompt on the page: its parts, its definition and its versions.
import { beforeAll, describe, expect, it } from "vitest";
import { attributeOf, findElements, textIn, words } from "../fixtures/html.ts";
import { messages as allBlocks } from "../scenarios/contract/bodies.ts";
import { type PageFixture, pageFixture, promptWith, type Visitor } from "./page-fixture.ts";

const mainOf = (page: string): string => words(findElements(page, "main")[0]!);
const texts = (page: string, tag: string): string[] => findElements(page, tag).map(textIn);

describe("a prompt", () => {
  let fixture: PageFixture;
  let page: string;
  let definition: string;
  beforeAll(async () => {
    fixture = await pageFixture();
    const { create } = fixture;
    const tool = await create("tools", {
      name: "lookup_order",
      description: "Finds an order.",
      parameters: { type: "object", properties: { orderNumber: { type: "string" } } },
    });
    const id = await create(
      "prompts",
      promptWith(["You help {{ customer }} of {{company}}.\n{{#if x}}", "{{company}}"], {
        tools: [{ toolId: tool }],
      }),
    );
    const evaluation = await create("evaluations", {
      promptId: id,
      variables: { company: "Oakmoor", customer: null },
      appendedMessages: [{ role: "user", content: [{ type: "TEXT", text: "Where is it?" }] }],
      threshold: 0.5,
    });
    for (const assertion of [
      { type: "TOOL_CALLED", toolName: "lookup_order" },
      { type: "CONTAINS_ANY", targetValues: ["refund"], negate: true, weight: 0.5 },
    ])
      await create("evaluation-assertions", { evaluationId: evaluation, ...assertion });
    const { get } = fixture.visitor();
    page = (await get(`/page/prompts/${id}`)).text;
    definition = (await get(`/page/prompts/${id}/definition`)).text;
  });

  it("has its messages with the variables marked", () => {
    expect(texts(page, "pre").slice(0, 2)).toEqual([
      "You help {{ customer }} of {{company}}.\n{{#if x}}",
      "{{company}}",
    ]);
    expect(texts(page, "mark")).toEqual(["{{ customer }}", "{{company}}", "{{company}}"]);
    expect(texts(page, "h3").slice(0, 2)).toEqual(["System", "User"]);
  });

  it("has its parameters, those with their default marked", () => {
    const [parameters] = findElements(page, "dl", "facts").slice(-1);
    expect(words(parameters!)).toContain(
      "provider ANTHROPIC name claude-sonnet-4-6 responseFormat TEXT (default) temperature 0.2 topP 1 (default)",
    );
    expect(words(parameters!)).toContain("maxTokens 1024");
  });

  it("has its tools", () => {
    const tool = findElements(page, "details").find((each) =>
      words(each).startsWith("lookup_order"),
    );
    expect(words(tool!)).toMatch(
      /^lookup_order Finds an order\. \{ "type": "object", "properties": \{ "orderNumber": \{ "type": "string" \} \} \} id [\da-f]{24}$/,
    );
  });

  it("has its evaluations with their variables, messages and assertions", () => {
    const evaluation = findElements(page, "details").find((each) => words(each).startsWith("1."));
    expect(words(evaluation!)).toMatch(
      /^1\. Where is it 2 assertions id [\da-f]{24} · threshold 0\.5 · weight 1 Variables company Oakmoor customer null Appended messages User Where is it\? Assertions TOOL_CALLED lookup_order not CONTAINS_ANY \["refund"\] weight 0\.5 Fill in its values$/,
    );
  });

  it("names each evaluation by a text that the others do not have", async () => {
    const { create, visitor } = await pageFixture();
    const id = await create("prompts", promptWith(["{{today}} {{question}}"]));
    for (const question of ["Where is it?", "Can I return it?", "Can I return it?"])
      await create("evaluations", {
        promptId: id,
        variables: { today: "12 November", question },
        appendedMessages: [],
      });
    const { text } = await visitor().get(`/page/prompts/${id}`);
    expect(findElements(text, "summary").map(words)).toEqual([
      "1. Where is it 0 assertions",
      "2. Can I return it 0 assertions",
      "3. Can I return it 0 assertions",
    ]);
  });

  it("says that definitions are changed in git, with the commands", () => {
    expect(mainOf(page)).toContain(
      "Definitions are changed in git. Edit the YAML file of this prompt, then run: promptctl plan --base-url http://localhost:4100 promptctl apply --base-url http://localhost:4100 If the project has no file for it yet, this writes one: promptctl pull --base-url http://localhost:4100 --target 'prompt/Support triage'",
    );
  });

  it("has a definition to copy, with its tools as definitions of their own", () => {
    expect(texts(definition, "pre")).toEqual([
      `kind: prompt
name: Support triage
tools: [lookup_order]
parameters:
  provider: ANTHROPIC
  name: claude-sonnet-4-6
  temperature: 0.2
  maxTokens: 1024
messages:
  - role: system
    content: |-
      You help {{ customer }} of {{company}}.
      {{#if x}}
  - role: user
    content: "{{company}}"
evaluations:
  - name: Oakmoor
    variables:
      company: Oakmoor
      customer: null
    appendedMessages:
      - role: user
        content: Where is it?
    threshold: 0.5
    assertions:
      - type: TOOL_CALLED
        toolName: lookup_order
      - type: CONTAINS_ANY
        targetValues: [refund]
        weight: 0.5
        negate: true
`,
      `kind: tool
name: lookup_order
description: Finds an order.
parameters:
  type: object
  properties:
    orderNumber:
      type: string
`,
      "promptctl pull --base-url http://localhost:4100 --target 'prompt/Support triage'",
    ]);
    expect(
      findElements(definition, "button").map((each) => attributeOf(each, "data-copy")),
    ).toEqual(["yaml0", "yaml1"]);
  });

  it("without evaluations and tools says so", async () => {
    const id = await fixture.create("prompts", promptWith([]));
    const { text } = await fixture.visitor().get(`/page/prompts/${id}`);
    expect(mainOf(text)).toMatch(/Messages None\. Evaluations None\. .*Tools None\./);
  });

  it("shows every type of block", async () => {
    const body = allBlocks.map((message, index) => ({ promptMessageId: `m${index}`, ...message }));
    const id = await fixture.create("prompts", promptWith([], { messages: body }));
    const { text } = await fixture.visitor().get(`/page/prompts/${id}`);
    expect(mainOf(text)).toContain(
      'System You triage tickets for {{company}}. User Ünïcode 😀\\u{202e}Image, image/png, 8 bytes Assistant Calls lookup_order call_1 {"orderNumber": 7 Tool Result of call_1',
    );
  });
});

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
    await fixture.handler(
      new Request(`http://localhost/sdk/v1/prompts/${id}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(promptWith(["Be quite brief."], { name: "Triage" })),
      }),
    );
    await fixture.handler(
      new Request(`http://localhost/sdk/v1/tools/${second}`, { method: "DELETE" }),
    );
    own = fixture.visitor();
    path = `/page/prompts/${id}/versions`;
  });

  it("are listed newest first, with time and size", async () => {
    const { text } = await own.get(path);
    expect(findElements(text, "tr").map(words)).toEqual([
      "Version Written Size",
      expect.stringMatching(/^Version 3 current 2026-11-23 0\d:00:00 UTC \d+ bytes$/),
      expect.stringMatching(/^Version 2 2026-11-23 0\d:00:00 UTC \d+ bytes$/),
      expect.stringMatching(/^Version 1 2026-11-23 0\d:00:00 UTC \d+ bytes$/),
    ]);
    expect(attributeOf(findElements(text, "time")[0]!, "datetime")).toMatch(
      /^2026-11-23T0\d:00:00/,
    );
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
      expect.stringMatching(/^Before prompt: Support triage/),
      expect.stringMatching(/^After prompt: Support triage/),
      "Before Be very brief.",
      "After Be quite brief.",
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

it("texts with too many changed words are shown without marks, and the page says so", async () => {
  const { create, replace, visitor } = await pageFixture();
  const text = (word: string): string =>
    Array.from({ length: 400 }, (_, index) => `${word}${index}`).join("\n");
  const id = await create("prompts", promptWith([text("a")]));
  await replace(`prompts/${id}`, promptWith([text("b")]));
  const page = (await visitor().get(`/page/prompts/${id}/versions/2`)).text;
  expect(texts(page, "ins")).toEqual([]);
  expect(mainOf(page)).toContain("Too many words differ to mark them.");
});
