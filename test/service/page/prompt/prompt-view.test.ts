// One prompt on the page: its parts and its definition.
import { beforeAll, describe, expect, it } from "vitest";
import { attributeOf, findElements, textIn, words } from "../../../fixtures/html.ts";
import { messages as allBlocks } from "../../../scenarios/contract/bodies.ts";
import { type PageFixture, pageFixture, promptWith } from "../page-fixture.ts";

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
      /^1\. Where is it 2 assertions id [\da-f]{24} · threshold 0\.5 · weight 1 Variables company Oakmoor customer null Appended messages User Where is it\? Assertions The reply must call lookup_order The reply must not contain any of "refund" weight 0\.5 Fill in its values$/,
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
      "Definitions are changed in git. Edit the YAML file of this prompt, then run: promptctl plan --base-url http://localhost:4100 promptctl apply --base-url http://localhost:4100 Copy the commands If the project has no file for it yet, this writes one: promptctl pull --base-url http://localhost:4100 --target 'prompt/Support triage'",
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
    ).toEqual(["yaml0", "yaml1", "pull"]);
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
