// What promptctl import says of requests that would differ, and of cases that cannot run.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";

async function importing(
  format: string,
  value: JsonObject,
  ...flags: readonly string[]
): Promise<CliResult> {
  await using folder = folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    "a.json": JSON.stringify(value),
  });
  return await runCli(["import", format, "a.json", ...flags], { cwd: folder.path });
}

const user = { role: "user", content: "Hi" };
const chat = { model: "gpt-6-luna", messages: [user] };
const message = { model: "claude-sonnet-4-6", max_tokens: 9, messages: [user] };
const image = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
const look = { type: "function", function: { name: "look", parameters: {}, strict: true } };
const lax = { type: "function", function: { name: "send", parameters: {} } };
const schema = { type: "json_schema", json_schema: { name: "a" } };
const laxSchema = {
  type: "json_schema",
  json_schema: { name: "a", schema: { type: "object", properties: { a: {} } } },
};

describe("import, where applications would send another request,", () => {
  it.each<[format: string, value: JsonObject, fields: string]>([
    ["openai-chat", { ...chat, response_format: schema }, "response_format"],
    ["openai-chat", { ...chat, reasoning_effort: "huge", stop: [""] }, "reasoning_effort, stop"],
    ["openai-chat", { ...chat, tools: [look, lax] }, "tools[].function.strict"],
    ["openai-chat", { ...chat, audio: { voice: "a" } }, "audio"],
    ["openai-chat", { ...chat, response_format: laxSchema }, "response_format"],
    ["openai", { model: "gpt-6-luna", input: "Hi", background: true }, "background"],
    ["openai", { model: "gpt-6-luna", input: "Hi", prompt: { id: "pmpt_1" } }, "prompt.id"],
    [
      "openai-chat",
      {
        ...chat,
        messages: [{ role: "user", content: [image, image, { type: "text", text: "a" }] }],
      },
      "messages[].content[]",
    ],
    ["openai", { model: "gpt-6-luna", input: "Hi", text: { format: schema } }, "text.format"],
    ["anthropic", { ...message, betas: ["a-2026"] }, "betas"],
    [
      "anthropic",
      { ...message, tools: [{ name: "look", input_schema: {}, strict: true }] },
      "tools[].strict",
    ],
    ["anthropic", { ...message, mcp_servers: [{ type: "url", name: "a" }] }, "mcp_servers"],
    [
      "promptfoo",
      {
        prompts: ["Hi"],
        providers: [{ id: "openai:gpt-6-luna", config: { response_format: schema } }],
      },
      "providers[].config.response_format",
    ],
    [
      "promptfoo",
      { prompts: ["Hi"], providers: [{ id: "openai:gpt-6-luna", config: { retries: 2 } }] },
      "providers[].config",
    ],
    [
      "promptfoo",
      {
        prompts: [
          JSON.stringify([{ role: "user", content: [{ type: "text", text: "{{a}}" }, image] }]),
        ],
        providers: "openai:gpt-6-luna",
      },
      "prompts[][].content[]",
    ],
    [
      "langfuse",
      { name: "a", prompt: [user], config: { model: "gpt-6-luna", languages: ["de"] } },
      "config.languages",
    ],
    [
      "github",
      { ...chat, model: "openai/gpt-6-luna", responseFormat: "json_schema" },
      "responseFormat",
    ],
  ])("of %s exits with 1 and names the fields: %j", async (format, value, fields) => {
    const { code, out } = await importing(format, value);
    expect(code).toBe(1);
    expect(out.split("\n").slice(-3)).toEqual([
      `Sent differently: requests would be without ${fields}.`,
      "All else is imported. If that is intended, --partial makes the exit code 0.",
      "",
    ]);
    const intended = await importing(format, value, "--partial");
    expect(intended.code).toBe(0);
    expect(intended.out).toMatch(/Sent differently: .*\n$/);
  });

  it("names a field in the text of a prompt, and why such a text is refused", async () => {
    const of = (messages: readonly JsonObject[]): Promise<CliResult> =>
      importing("promptfoo", {
        providers: "openai:gpt-6-luna",
        prompts: [JSON.stringify(messages)],
      });
    expect((await of([{ role: "user", content: ["{{a}}", image] }])).err).toBe(
      "Warning: a.json:1:45: prompts[0][0].content[1] is not imported. Messages of definitions have no such content.\n",
    );
    expect((await of([{ role: "no", content: "{{a}}" }])).err).toContain(
      'Error: a.json:1:45: A prompt is not imported. [0].role in the text: The message has the role "no".\n',
    );
  });

  it.each<[format: string, value: JsonObject]>([
    ["openai-chat", { ...chat, user: "a", metadata: { input: "x" }, store: true }],
    [
      "github",
      { ...chat, model: "openai/gpt-6-luna", evaluators: [{ uses: "github/similarity" }] },
    ],
    [
      "promptfoo",
      { prompts: ["Hi"], providers: "openai:gpt-6-luna", tests: [{ vars: { input: "x" } }] },
    ],
  ])("of %s exits with 0 for other fields: %j", async (format, value) => {
    const { code, out, err } = await importing(format, value);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("is not imported") });
    expect(out).not.toContain("Sent differently");
  });
});

describe("an unused variable of a test of promptfoo in a file", () => {
  const names = ["system", "prompt", "input", "content", "output", "n", "tools", "format"];
  const values = Object.fromEntries(names.map((name) => [name, "1"]));
  const test = { vars: { x: "A", ...values } };
  const columns = ["x", ...names];
  const rows = (separator: string): string =>
    `${columns.join(separator)}\n${columns.map(() => "1").join(separator)}\n`;

  it.each<[path: string, text: string, config: JsonObject]>([
    ["t.csv", rows(","), { tests: "file://t.csv" }],
    ["t.tsv", rows("\t"), { tests: "file://t.tsv" }],
    ["t.jsonl", `${JSON.stringify(test)}\n`, { tests: "file://t.jsonl" }],
    ["t.json", JSON.stringify([test]), { tests: ["file://t.json"] }],
    ["t.yaml", JSON.stringify([test]), { tests: [{ path: "file://t.yaml" }] }],
    ["d.yaml", JSON.stringify(test), { defaultTest: "file://d.yaml" }],
    ["v.yaml", JSON.stringify(test.vars), { tests: [{ vars: "file://v.yaml" }] }],
    ["v.json", JSON.stringify(test.vars), { tests: [{ vars: ["v.json"] }] }],
    ["none.txt", "", { tests: [test] }],
  ])("%s is listed, and not sent", async (path, text, config) => {
    await using folder = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "a.json": JSON.stringify({
        prompts: ["Hi {{x}}"],
        providers: "openai:gpt-6-luna",
        ...config,
      }),
      [path]: text,
    });
    const { code, out, err } = await runCli(["import", "promptfoo", "a.json"], {
      cwd: folder.path,
    });
    expect({ code, sent: out.includes("Sent differently") }).toEqual({ code: 0, sent: false });
    for (const name of names) expect(err).toContain(`${name} is not imported.`);
  });

  it("is told apart from a setting of a provider in a file", async () => {
    const provider = { id: "openai:gpt-6-luna", config: { retries: 2, cost: 1 } };
    await using folder = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "a.json": JSON.stringify({ prompts: ["Hi"], providers: ["file://p.json"] }),
      "p.json": JSON.stringify([provider]),
    });
    const { code, out } = await runCli(["import", "promptfoo", "a.json"], { cwd: folder.path });
    expect(code).toBe(1);
    expect(out).toContain("Sent differently: requests would be without [].config.");
  });
});

describe("import of cases", () => {
  const tests = [{ vars: { a: "x" } }, { vars: { b: "x" } }];
  const config = { prompts: ["Hi {{a}}{{env.HOME}}"], providers: "openai:gpt-6-luna", tests };

  it("says which cannot run, because a variable has no value", async () => {
    const { out } = await importing("promptfoo", config);
    expect(out).toContain(
      ": 2 of its 2 cases cannot run: they have no value for {{env.HOME}}, {{a}}.\n",
    );
    const valid = await importing("promptfoo", { ...config, prompts: ["Hi {{a}}"] });
    expect(valid.out).toContain(
      "\nNote: prompt/a: 1 of its 2 cases cannot run: they have no value for {{a}}.\n",
    );
    const two = await importing("promptfoo", { ...config, prompts: ["Hi {{a}}", "Bye {{a}}"] });
    expect(two.out.match(/^Note: .*cannot run.*$/gm)).toEqual([
      "Note: Each of prompt/a, prompt/a 2: 1 of its 2 cases cannot run: they have no value for {{a}}.",
    ]);
  });

  it("says that Anthropic refuses them without a message of the user", async () => {
    const systemOnly = {
      model: "claude-sonnet-4-6",
      max_tokens: 9,
      system: "Hi {{a}}",
      messages: [],
    };
    const { out } = await importing("anthropic", systemOnly);
    expect(out).toContain(
      "Note: prompt/a: Its cases cannot run: Anthropic refuses requests without a message of the user.\n",
    );
  });

  it("says the same of prompts without cases, with the flag for texts", async () => {
    const note = "Note: prompt/a: Anthropic refuses requests without a message of the user:";
    const systemOnly = { model: "claude-sonnet-4-6", max_tokens: 9, system: "Hi", messages: [] };
    expect((await importing("anthropic", systemOnly)).out).toContain(note);
    await using folder = folderOf({ "promptctl.yaml": "definitions: prompts\n", "a.txt": "Hi" });
    const args = ["import", "text", "a.txt", "--dry-run", "--model"];
    const run = async (...flags: readonly string[]): Promise<string> =>
      (await runCli([...args, ...flags], { cwd: folder.path })).out;
    expect(await run("claude-sonnet-4-6")).toContain(
      `${note} append one when you run it, or import a text with --role user.\n`,
    );
    expect(await run("claude-sonnet-4-6", "--role", "user")).not.toContain("Note:");
    expect(await run("gpt-6-luna")).not.toContain("Note:");
  });

  it("says nothing of cases that can", async () => {
    const { out } = await importing("promptfoo", { ...config, prompts: ["Hi"] });
    expect(out).not.toContain("cannot run");
  });
});
