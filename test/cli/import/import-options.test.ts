// Model options that import writes: schemas in files of their own, settings of other tools, and messages
// that Anthropic gets in another order.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { folderOf } from "../../io/folder.ts";
import { runCli } from "../fake-host.ts";

const properties = Object.fromEntries(
  ["reasoning", "answer", "category", "amount"].map((name) => [name, { type: "string" }]),
);
const schema = {
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
};
const format = { type: "json_schema", json_schema: { name: "a", strict: true, schema } };
const user = { role: "user", content: "Hi {{a}}" };

describe("a schema of more than 20 lines", () => {
  const request = { model: "gpt-5.4", messages: [user], response_format: format };

  it("gets a file of its own with the order of its keys, and is found there again", async () => {
    await using folder = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "a.json": JSON.stringify(request),
    });
    const run = async (...args: readonly string[]) => runCli(args, { cwd: folder.path });
    const { code, out } = await run("import", "openai-chat", "a.json");
    expect({ code, out }).toEqual({
      code: 0,
      out: `  + prompt/a → prompts/a.prompt.yaml, prompts/a.schema.json

1 file: 1 new, 0 unchanged.
Wrote 2 files. To check the definitions: promptctl validate
No longer read: a.json. Edit the definitions instead.
`,
    });
    expect(folder.read("prompts/a.schema.json")).toBe(`${JSON.stringify(schema, null, 2)}\n`);
    expect(parse(folder.read("prompts/a.prompt.yaml"))).toMatchObject({
      parameters: { options: { responseSchema: { file: "./a.schema.json" } } },
    });
    expect((await run("validate")).code).toBe(0);
    const again = await run("import", "openai-chat", "a.json");
    expect(again.out).toContain("0 new, 1 unchanged.");
  });

  it("is another one if its properties have another order", async () => {
    const reversed = Object.fromEntries(Object.entries(properties).toReversed());
    const other = { ...schema, properties: reversed };
    const json_schema = { ...format.json_schema, schema: other };
    await using folder = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "a.json": JSON.stringify(request),
      "b.json": JSON.stringify({ ...request, response_format: { ...format, json_schema } }),
    });
    const run = async (...args: readonly string[]) => runCli(args, { cwd: folder.path });
    await run("import", "openai-chat", "a.json");
    folder.write("a.json", folder.read("b.json"));
    const { code, err } = await run("import", "openai-chat", "a.json");
    expect(code).toBe(4);
    expect(err).toContain("parameters");
  });
});

const small = {
  type: "object",
  properties: { b: { type: "string" }, a: { type: "string" } },
  required: ["b", "a"],
  additionalProperties: false,
};
const smallFormat = {
  type: "json_schema",
  json_schema: { name: "a", strict: true, schema: small },
};

describe("the settings of other tools become model options", () => {
  it.each<[format: string, file: string, text: string, options: JsonObject]>([
    [
      "promptfoo",
      "a.json",
      JSON.stringify({
        prompts: ["Hi {{a}}"],
        providers: [
          {
            id: "openai:gpt-5.4",
            config: {
              response_format: smallFormat,
              reasoning_effort: "low",
              stop: ["x"],
              verbosity: "low",
              passthrough: { prompt_cache_key: "k" },
            },
          },
        ],
      }),
      {
        responseSchema: small,
        reasoningEffort: "low",
        stopSequences: ["x"],
        extra: { verbosity: "low", prompt_cache_key: "k" },
      },
    ],
    [
      "promptfoo",
      "a.json",
      JSON.stringify({
        prompts: ["Hi {{a}}"],
        providers: [
          {
            id: "openai:responses:gpt-5.4",
            config: { reasoning: { effort: "high", summary: "auto" } },
          },
        ],
      }),
      { reasoningEffort: "high", api: "responses", extra: { reasoning: { summary: "auto" } } },
    ],
    [
      "promptfoo",
      "a.json",
      JSON.stringify({
        prompts: ["Hi {{a}}"],
        providers: [
          {
            id: "anthropic:messages:claude-sonnet-4-6",
            config: { thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 4096 },
          },
        ],
      }),
      { extra: { thinking: { type: "enabled", budget_tokens: 1024 } } },
    ],
    [
      "langfuse",
      "a.json",
      JSON.stringify({
        name: "a",
        prompt: [user],
        config: {
          model: "gpt-5.4",
          response_format: smallFormat,
          reasoning_effort: "low",
          logprobs: true,
        },
      }),
      { responseSchema: small, reasoningEffort: "low", extra: { logprobs: true } },
    ],
    [
      "github",
      "a.json",
      JSON.stringify({
        model: "openai/gpt-5.4",
        messages: [user],
        responseFormat: "json_schema",
        jsonSchema: JSON.stringify(smallFormat.json_schema),
      }),
      { responseSchema: small },
    ],
    [
      "text",
      "a.prompty",
      `---
name: a
model:
  api: chat
  configuration: { type: openai, name: gpt-5.4 }
  parameters:
    stop: [END]
    reasoning_effort: low
    verbosity: low
    response_format: ${JSON.stringify(smallFormat)}
---
user:
Hi {{a}}
`,
      {
        responseSchema: small,
        reasoningEffort: "low",
        stopSequences: ["END"],
        extra: { verbosity: "low" },
      },
    ],
    [
      "text",
      "a.prompty",
      `---
name: a
model:
  id: gpt-5.4
  provider: openai
  apiType: responses
  options: { temperature: 0.5, maxOutputTokens: 9, additionalProperties: { truncation: auto } }
outputs:
  - { name: reason, kind: string, description: Why. }
  - { name: score, kind: float }
  - { name: tags, kind: array, items: { kind: string } }
---
user:
Hi {{a}}
`,
      {
        responseSchema: {
          type: "object",
          properties: {
            reason: { type: "string", description: "Why." },
            score: { type: "number" },
            tags: { type: "array", items: { type: "string" } },
          },
          required: ["reason", "score", "tags"],
          additionalProperties: false,
        },
        api: "responses",
        extra: { truncation: "auto" },
      },
    ],
    [
      "text",
      "a.prompt",
      `---
model: anthropic/claude-sonnet-4-6
config: { stopSequences: [END], temperature: 0.5 }
output:
  format: json
  schema:
    mood(enum, how it sounds): [GOOD, BAD]
    people(array, who is in it):
      name: string, the name
      age?: integer
    note?: string
---
Hi {{a}}
`,
      {
        responseSchema: {
          type: "object",
          properties: {
            mood: { type: "string", enum: ["GOOD", "BAD"], description: "how it sounds" },
            people: {
              type: "array",
              items: {
                type: "object",
                properties: {
                  name: { type: "string", description: "the name" },
                  age: { type: ["integer", "null"] },
                },
                required: ["name"],
                additionalProperties: false,
              },
              description: "who is in it",
            },
            note: { type: ["string", "null"] },
          },
          required: ["mood", "people"],
          additionalProperties: false,
        },
        stopSequences: ["END"],
      },
    ],
  ])("of %s: %s %s", async (name, file, text, options) => {
    await using folder = folderOf({ "promptctl.yaml": "definitions: prompts\n", [file]: text });
    const { code, err } = await runCli(["import", name, file], { cwd: folder.path });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { parameters } = parse(folder.read("prompts/a.prompt.yaml")) as {
      parameters: { options: JsonObject & { responseSchema?: { file?: string } } };
    };
    const { responseSchema: written, ...others } = parameters.options;
    const included =
      written?.file === undefined
        ? written
        : (JSON.parse(folder.read("prompts/a.schema.json")) as JsonObject);
    expect({ ...(included && { responseSchema: included }), ...others }).toEqual(options);
  });

  it("of Dotprompt for OpenAI, with all properties required and optional ones null", async () => {
    await using folder = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "a.prompt": `---
model: openai/gpt-5.4
output: { schema: { a: string, b?: string } }
---
Hi
`,
    });
    const { code, err } = await runCli(["import", "text", "a.prompt"], { cwd: folder.path });
    expect({ code, err }).toEqual({
      code: 0,
      err: "Note: a.prompt:3:11: output.schema is changed. OpenAI requires all properties: optional ones are null.\n",
    });
    expect(parse(folder.read("prompts/a.prompt.yaml"))).toMatchObject({
      parameters: { options: { responseSchema: { required: ["a", "b"] } } },
    });
  });

  it.each(["Person", "{ a(tuple): string }"])("of Dotprompt names the schema %s", async (text) => {
    await using folder = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "a.prompt": `---\nmodel: openai/gpt-5.4\noutput: { schema: ${text} }\n---\nHi\n`,
    });
    const { code, out } = await runCli(["import", "text", "a.prompt"], { cwd: folder.path });
    expect(code).toBe(1);
    expect(out).toContain("Sent differently: requests would be without output.schema.\n");
  });
});

it("a message of the system that moves to the front at Anthropic is a warning", async () => {
  const messages = [
    { role: "user", content: "Hi" },
    { role: "system", content: "Be brief." },
    { role: "user", content: "Bye" },
  ];
  const request = { model: "claude-opus-5", max_tokens: 9, messages };
  await using folder = folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    "a.json": JSON.stringify([request]),
    "b.json": JSON.stringify({ ...request, system: "Be brief.", messages: messages.slice(0, 1) }),
    "c.json": JSON.stringify({ model: "gpt-5.4", messages }),
  });
  const errOf = async (format: string, file: string): Promise<string> =>
    (await runCli(["import", format, file, "--dry-run"], { cwd: folder.path })).err;
  expect(await errOf("anthropic", "a.json")).toBe(
    "Warning: a.json:1:2: [0] is sent in another order. Anthropic gets the messages of the system before all others.\n",
  );
  expect(await errOf("anthropic", "b.json")).toBe("");
  expect(await errOf("openai-chat", "c.json")).toBe("");
});
