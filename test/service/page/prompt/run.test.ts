// The form of the page that shows the request of a prompt and runs it.
import { describe, expect, it } from "vitest";
import type { PromptRun } from "../../../../src/engine/model/prompt-run.ts";
import {
  type ProviderFailure,
  providerFailure,
} from "../../../../src/providers/provider-failure.ts";
import { createPromptRunner, type PromptRunner } from "../../../../src/providers/runner.ts";
import { fakeProvider } from "../../../providers/fake-provider.ts";
import { attributeOf, type Element, findElements, textIn, words } from "../../../fixtures/html.ts";
import {
  origin,
  type PageFixture,
  pageFixture,
  type PageResponse,
  promptWith,
  type Visitor,
} from "../page-fixture.ts";

const resultOf = ({ text }: PageResponse): string | undefined => {
  const section = findElements(text, "section").find(
    (each) => attributeOf(each, "id") === "result",
  );
  return section && words(section);
};
/** The texts of the fields, by label. */
const fieldsOf = ({ text }: PageResponse): Record<string, string> => {
  const value = (id: string | undefined): string =>
    textIn(findElements(text, "textarea").find((each) => attributeOf(each, "id") === id)!);
  const labels = findElements(text, "label").filter((each) => attributeOf(each, "for") !== "q");
  const withField = labels.filter((each) => attributeOf(each, "for") !== undefined);
  return Object.fromEntries(
    withField.map((each) => [words(each), value(attributeOf(each, "for"))]),
  );
};
const buttonsOf = ({ text }: PageResponse): string[] => findElements(text, "button").map(words);
const isChecked = ({ text }: PageResponse): boolean =>
  findElements(text, "input").some((each: Element) => attributeOf(each, "checked") !== undefined);

interface Opened {
  readonly own: Visitor;
  readonly path: string;
  readonly id: string;
  readonly create: PageFixture["create"];
  readonly handler: PageFixture["handler"];
}

async function opened(
  texts: readonly string[],
  settings: Parameters<typeof pageFixture>[0] = {},
): Promise<Opened> {
  const { visitor, create, handler } = await pageFixture(settings);
  const id = await create("prompts", promptWith(texts));
  const own = visitor();
  await own.get(`/page/prompts/${id}`);
  return { own, id, path: `/page/prompts/${id}`, create, handler };
}

const failing = (error: ProviderFailure): PromptRunner => ({
  complete: async () => {
    throw error;
  },
});
const replying = (changes: Partial<PromptRun>): PromptRunner => ({
  complete: async ({ prompt }) => ({
    provider: prompt.parameters.provider,
    name: prompt.parameters.name,
    stats: { inputTokenCount: 12, outputTokenCount: 34, latency: 1234, cost: 0.00312 },
    message: { role: "assistant", content: [{ type: "TEXT", text: "Of course." }] },
    stopReason: "complete",
    omittedSettings: [],
    ...changes,
  }),
});
const anthropic = { echo: false, providers: ["anthropic"] };

describe("the form", () => {
  it("has a field for each variable, once, in the order of use", async () => {
    const { own, path } = await opened(["{{b}} {{a}} {{#x}}", "{{ a }} {{c d}}"]);
    expect(Object.keys(fieldsOf(await own.get(path)))).toEqual([
      "b",
      "a",
      "c d",
      "User message after those of the prompt (optional)",
    ]);
  });

  it("shows a request that is JSON, also with invisible characters", async () => {
    const { own, path } = await opened(["{{a}}"]);
    const value = "a\u00ad\u202eb";
    const { text } = await own.post(path, { action: "request", "variable-a": value });
    const request = findElements(text, "pre").find((each) => attributeOf(each, "id") === "request");
    expect(JSON.stringify(JSON.parse(textIn(request!)))).toContain(JSON.stringify(value));
  });

  it("shows the request with the values, in the format of the provider", async () => {
    const { own, path } = await opened(["You work for {{company}}.", "{{ticket}}"]);
    const response = await own.post(path, {
      action: "request",
      "variable-company": "Oakmoor & <Co>",
      "variable-ticket": "one\r\ntwo",
      message: "And this.",
    });
    expect(response.status).toBe(200);
    const request = findElements(response.text, "pre").find(
      (each) => attributeOf(each, "id") === "request",
    );
    expect(JSON.parse(textIn(request!))).toEqual({
      model: "claude-sonnet-4-6",
      max_tokens: 1024,
      temperature: 0.2,
      system: "You work for Oakmoor & <Co>.",
      messages: [
        { role: "user", content: "one\ntwo" },
        { role: "user", content: "And this." },
      ],
    });
    expect(resultOf(response)).toMatch(/^Request to Anthropic/);
  });

  it("keeps its values", async () => {
    const { own, path } = await opened(["{{a}}", "{{b}}"]);
    const response = await own.post(path, {
      action: "run",
      "variable-a": "\n\u00a0 <b>&amp;\u202e",
      "variable-b": "",
      empty: "1",
      message: "\r\nlast",
    });
    // A textarea drops the line break at its start, and the parser of the test as well.
    expect(fieldsOf(response)).toEqual({
      a: "\n\u00a0 <b>&amp;\u202e",
      b: "",
      "User message after those of the prompt (optional)": "\nlast",
    });
    expect(isChecked(response)).toBe(true);
  });

  it("names the variables without a value; an empty field is one, unless the box is checked", async () => {
    const { own, path } = await opened(["{{a}}", "{{b}}"]);
    for (const action of ["run", "request"]) {
      const response = await own.post(path, { action, "variable-b": "B" });
      expect([response.status, resultOf(response)]).toEqual([
        400,
        'Failed These variables have no value: "a".',
      ]);
      expect(fieldsOf(response)["b"]).toBe("B");
    }
    const { status } = await own.post(path, { action: "run", "variable-b": "B", empty: "1" });
    expect(status).toBe(200);
  });

  it.each(["__proto__", "constructor", "then", "a&b=c", 'x" y', "ä/ö\u200b", "line\nbreak", "%41"])(
    "fills the variable %j",
    async (name) => {
      const { own, path } = await opened(["System", `<{{${name}}}>`]);
      const { text } = await own.get(path);
      const [field] = findElements(text, "textarea");
      const fields = { action: "run", [attributeOf(field!, "name")!]: "VALUE" };
      expect(resultOf(await own.post(path, fields))).toContain("[echo] <VALUE>");
    },
  );

  it("is filled in from an evaluation, whose messages are appended", async () => {
    const { own, id, path, create } = await opened(["{{company}}", "{{note}}"]);
    const evaluation = await create("evaluations", {
      promptId: id,
      variables: { company: "Oakmoor", note: null, other: "?" },
      appendedMessages: [
        { role: "user", content: [{ type: "TEXT", text: "Where is {{order}}?" }] },
      ],
    });
    const page = await own.get(`${path}?evaluation=${evaluation}`);
    expect(fieldsOf(page)).toMatchObject({ company: "Oakmoor", note: "", order: "" });
    expect(isChecked(page)).toBe(true);
    const response = await own.post(path, {
      action: "run",
      evaluation,
      empty: "1",
      "variable-company": "Oakmoor",
      "variable-order": "OM-7",
    });
    expect(resultOf(response)).toContain("[echo] Where is OM-7?");
    expect(fieldsOf(response)).toMatchObject({ company: "Oakmoor", order: "OM-7" });
    expect(response.text).toContain(`name="evaluation" value="${evaluation}"`);
  });

  it("ignores an evaluation of another prompt", async () => {
    const { own, path, create } = await opened(["{{a}}"]);
    const promptId = await create("prompts", promptWith(["{{a}}"]));
    const other = { promptId, variables: { a: "of the other" }, appendedMessages: [] };
    const evaluation = await create("evaluations", other);
    for (const id of [evaluation, "none"]) {
      const page = await own.get(`${path}?evaluation=${id}`);
      expect([page.status, fieldsOf(page)["a"]]).toEqual([200, ""]);
      expect(words(findElements(page.text, "main")[0]!)).toContain(
        `The prompt has no evaluation ${id}.`,
      );
    }
  });

  it("is not sent without the messages of an evaluation that was deleted meanwhile", async () => {
    const { own, id, path, create, handler } = await opened(["Hi"]);
    const content = [{ type: "TEXT", text: "Where is OM-7?" }];
    const evaluation = await create("evaluations", {
      promptId: id,
      variables: {},
      appendedMessages: [{ role: "user", content }],
    });
    await own.get(`${path}?evaluation=${evaluation}`);
    const url = `${origin}/sdk/v1/evaluations/${evaluation}`;
    expect((await handler(new Request(url, { method: "DELETE" }))).status).toBe(200);
    const response = await own.post(path, { action: "run", evaluation });
    expect([response.status, resultOf(response)]).toEqual([
      400,
      `Failed The prompt has no evaluation ${evaluation} any more, so its messages cannot be appended. Send the form again to run without them.`,
    ]);
    expect(response.text).not.toContain('name="evaluation"');
  });
});

describe("a run", () => {
  it("with --echo says that no provider was asked", async () => {
    const { own, path } = await opened(["System", "Hello {{name}}"]);
    const page = await own.get(path);
    expect(page.text).toContain("no provider is asked");
    const response = await own.post(path, { action: "run", "variable-name": "Ann" });
    expect([response.status, resultOf(response)]).toEqual([
      200,
      "Reply This is an echo. No provider was asked. [echo] Hello Ann 0 ms · $0 · 4 tokens in, 4 out · claude-sonnet-4-6",
    ]);
  });

  it("with a provider key shows the reply, its latency, cost and tokens", async () => {
    const { own, path } = await opened(["Hi"], { runner: replying({}), support: anthropic });
    expect(resultOf(await own.post(path, { action: "run" }))).toBe(
      "Reply Of course. 1.2 s · $0.00312 · 12 tokens in, 34 out · claude-sonnet-4-6",
    );
  });

  it("shows tool calls, why a reply is incomplete, what was not sent, and an unknown cost", async () => {
    const runner = replying({
      stopReason: "truncated",
      stopExplanation: "<i>why</i>",
      omittedSettings: ["temperature"],
      stats: { inputTokenCount: 1, outputTokenCount: 2, latency: 3, cost: null },
      message: {
        role: "assistant",
        content: [
          {
            type: "TOOL_CALL",
            toolCall: {
              toolCallId: "call_1",
              type: "function",
              function: { name: "lookup", arguments: '{"a":1}' },
            },
          },
        ],
      },
    });
    const { own, path } = await opened(["Hi"], { runner, support: anthropic });
    expect(resultOf(await own.post(path, { action: "run" }))).toBe(
      'Reply The reply is truncated. <i>why</i> Not sent, because the model refuses it: temperature. Calls lookup call_1 { "a": 1 } 3 ms · cost unknown · 1 tokens in, 2 out · claude-sonnet-4-6',
    );
  });

  it("without a key of the provider is not offered, and the page says what is missing", async () => {
    const { own, path } = await opened(["Hi"], { support: { echo: false, providers: ["openai"] } });
    const page = await own.get(path);
    const copies = ["Copy the commands", "Copy the commands"];
    expect(buttonsOf(page)).toEqual(["Show the request", ...copies]);
    expect(page.text).toContain("<code>ANTHROPIC_API_KEY</code>");
  });

  it.each<[Parameters<typeof providerFailure>, status: number, more?: string]>([
    [["rate-limited", "Anthropic limits the request rate (429).", { status: 429 }], 429],
    [
      ["rate-limited", "Slow down.", { status: 429, retryAfterMs: 6_001 }],
      429,
      " Try again in 7 seconds.",
    ],
    [["provider-failed", "Anthropic failed (500).", { status: 500 }], 502],
    [["timed-out", "Anthropic did not respond completely within 1 s."], 504],
    [["wrong-key", "Anthropic rejected the API key (401)."], 424],
  ])("that fails with %j is a message on the page", async (error, status, more = "") => {
    const runner = failing(providerFailure(...error));
    const { own, path } = await opened(["{{a}}"], { runner, support: anthropic });
    const response = await own.post(path, { action: "run", "variable-a": "<kept>" });
    expect([response.status, resultOf(response)]).toEqual([status, `Failed ${error[1]}${more}`]);
    expect(fieldsOf(response)["a"]).toBe("<kept>");
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  });

  it("sends the request to the provider once", async () => {
    await using provider = await fakeProvider({
      status: 429,
      body: { error: { type: "rate_limit_error", message: "Slow <b>down</b>" } },
    });
    const runner = createPromptRunner({
      fetch,
      providers: { anthropic: { key: "k".repeat(20), baseUrl: provider.url } },
      timeoutMs: 5_000,
    });
    const { own, path } = await opened(["Hi"], { runner, support: anthropic });
    const response = await own.post(path, { action: "run" });
    expect(resultOf(response)).toBe(
      "Failed Anthropic limits the request rate (429): Slow <b>down</b>",
    );
    expect(response.text).not.toContain("k".repeat(20));
    expect(provider.requests).toHaveLength(1);
  });

  it("of a prompt that was deleted meanwhile is a 404", async () => {
    const { own } = await opened(["Hi"]);
    expect((await own.post("/page/prompts/none", { action: "run" })).status).toBe(404);
  });

  it("with a form that is too large is a 413", async () => {
    const { own, path } = await opened(["{{a}}"], { bodyLimitBytes: 1000 });
    const response = await own.post(path, { action: "run", "variable-a": "x".repeat(1000) });
    expect(response.status).toBe(413);
  });
});
