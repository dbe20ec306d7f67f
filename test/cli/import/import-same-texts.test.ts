// promptctl import of texts that the project has already: one prompt, also under other names.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";

const texts = {
  "texts/formal.txt": "Greet {{name}} formally.\n",
  "texts/casual.md": "Greet {{name}} as a friend.\n",
};

const friend: JsonObject = {
  description: "friend",
  vars: { name: "Author A" },
  assert: [{ type: "icontains", value: "{{name}}" }],
};

const config: JsonObject = {
  prompts: ["file://texts/formal.txt", "file://texts/casual.md"],
  providers: ["openai:gpt-6-luna", "anthropic:messages:claude-sonnet-4-6"],
  tests: [friend],
};

const projectOf = (
  promptfoo: JsonObject,
  files: Readonly<Record<string, string>> = texts,
): Folder =>
  folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    "promptfooconfig.yaml": stringify(promptfoo),
    ...files,
  });

const importing = (
  folder: Folder,
  format: "text" | "promptfoo",
  ...flags: readonly string[]
): Promise<CliResult> => {
  const files = format === "text" ? Object.keys(texts) : ["promptfooconfig.yaml"];
  const model = format === "text" ? ["--model", "gpt-6-luna"] : [];
  return runCli(["import", format, ...files, ...model, ...flags], { cwd: folder.path });
};

/** The names of the prompts, each with the names of its evaluations. */
function promptsIn(folder: Folder): Record<string, string[]> {
  const paths = readdirSync(folder.at("prompts")).filter((path) => path.endsWith(".yaml"));
  const documents = paths.flatMap((path) =>
    parseAllDocuments(folder.read(`prompts/${path}`)).map((each) => each.toJS() as JsonObject),
  );
  const ofKind = (kind: string): JsonObject[] => documents.filter((each) => each["kind"] === kind);
  return Object.fromEntries(
    ofKind("prompt").map(({ name, evaluations = [] }) => [
      String(name),
      [
        ...(evaluations as JsonObject[]),
        ...ofKind("evaluation").filter(({ prompt }) => prompt === name),
      ].map((each) => String(each["name"])),
    ]),
  );
}

describe("promptfoo after text", () => {
  it("writes no prompt again, and its tests go to the prompts with the same text", async () => {
    await using folder = projectOf(config);
    await importing(folder, "text");
    expect(await importing(folder, "promptfoo")).toMatchObject({
      code: 0,
      err: `Warning: promptfooconfig.yaml:6:5: providers[1] is not imported. The project has its prompts with another model or other settings: prompt/texts casual, prompt/texts formal.
`,
      out: `  + evaluation/texts formal/friend → prompts/texts-formal.evaluation.yaml
  + evaluation/texts casual/friend → prompts/texts-casual.evaluation.yaml
Note: prompt/texts formal has the text of formal (gpt-6-luna), formal (claude-sonnet-4-6). The roles of its messages stay.
Note: prompt/texts casual has the text of casual (gpt-6-luna), casual (claude-sonnet-4-6). The roles of its messages stay.

1 file: 2 new, 2 unchanged, 1 field not imported.
Wrote 2 files. To check the definitions: promptctl validate
No longer read: promptfooconfig.yaml. Edit the definitions instead.
`,
    });
    expect(promptsIn(folder)).toEqual({ "texts casual": ["friend"], "texts formal": ["friend"] });
    expect(await runCli(["validate"], { cwd: folder.path })).toMatchObject({ code: 0 });
    const again = await importing(folder, "promptfoo");
    expect(again.out).toContain(": 0 new, 2 unchanged, 1 field not imported.\nNothing to write.\n");
  });

  it.each<[what: string, change: JsonObject, friends: string[], strict: number]>([
    ["with the same model", { providers: ["openai:chat:gpt-6-luna"] }, ["friend"], 0],
    ["with another model only", { providers: ["openai:gpt-6-sol"] }, ["friend"], 1],
    [
      "with the same model and a setting",
      { providers: [{ id: "openai:gpt-6-luna", config: { temperature: 0 } }] },
      ["friend"],
      1,
    ],
    ["with labels", { prompts: [{ id: "file://texts/formal.txt", label: "A" }] }, ["friend"], 1],
    ["as a text in the configuration", { prompts: ["Greet {{name}} formally."] }, ["friend"], 1],
    [
      "with a test of one provider",
      {
        tests: [
          friend,
          { ...friend, vars: { name: "B" }, providers: ["openai:gpt-6-luna"], description: "one" },
        ],
      },
      ["friend", "one"],
      1,
    ],
    ["without tests", { tests: [], providers: ["openai:gpt-6-luna"] }, [], 0],
  ])("a prompt %s is the one of the project", async (_what, change, friends, strict) => {
    await using folder = projectOf({ ...config, ...change });
    await importing(folder, "text");
    const { code } = await importing(folder, "promptfoo", "--strict");
    expect(promptsIn(folder)).toMatchObject({ "texts formal": friends });
    expect(Object.keys(promptsIn(folder))).toEqual(["texts casual", "texts formal"]);
    expect(code).toBe(strict);
  });

  it("takes a prompt of the same name with the same text", async () => {
    const files = { "prompts/formal.txt": texts["texts/formal.txt"] };
    const prompts = ["file://prompts/formal.txt"];
    await using folder = projectOf({ ...config, prompts, providers: ["openai:gpt-5.4"] }, files);
    const args = ["import", "text", "prompts/formal.txt", "--model", "gpt-6-luna"];
    await runCli(args, { cwd: folder.path });
    const { code, out } = await importing(folder, "promptfoo");
    expect({ code, prompts: promptsIn(folder) }).toEqual({
      code: 0,
      prompts: { formal: ["friend"] },
    });
    expect(out).not.toContain("has the text of");
  });

  it("makes a prompt of each text that the project does not have", async () => {
    await using folder = projectOf({
      ...config,
      prompts: [...(config["prompts"] as Json[]), "Hi"],
    });
    await importing(folder, "text");
    await importing(folder, "promptfoo");
    expect(Object.keys(promptsIn(folder))).toEqual(
      [
        "promptfooconfig.yaml (claude-sonnet-4-6)",
        "promptfooconfig.yaml (gpt-6-luna)",
        "texts casual",
        "texts formal",
      ].map((each) => each.replace("promptfooconfig.yaml", folder.path.split("/").at(-1)!)),
    );
  });

  it("says that cases cannot run without a message of the user", async () => {
    await using folder = projectOf(config);
    await importing(folder, "text", "--model", "claude-sonnet-4-6");
    const { out } = await importing(folder, "promptfoo");
    expect(out).toContain("Note: prompt/texts formal: Its cases cannot run: Anthropic refuses");
  });
});

describe("tests of an existing prompt", () => {
  const test = (name: string, fields: JsonObject = {}): JsonObject => ({
    vars: { name },
    assert: [{ type: "contains", value: name }],
    ...fields,
  });

  it("without a description get the next number, with a changed one they are refused", async () => {
    const providers = ["openai:gpt-6-luna"];
    await using folder = projectOf({ ...config, providers, tests: [test("A")] });
    await importing(folder, "text");
    await importing(folder, "promptfoo");
    const write = (...tests: JsonObject[]): void =>
      folder.write("promptfooconfig.yaml", stringify({ ...config, providers, tests }));
    write(test("B"), test("A"), test("C", { description: "c" }));
    expect((await importing(folder, "promptfoo")).out).toContain("4 new");
    expect(promptsIn(folder)["texts formal"]!.toSorted()).toEqual(["c", "case 1", "case 2"]);
    write(test("D", { description: "c" }));
    expect(await importing(folder, "promptfoo")).toMatchObject({
      code: 4,
      err: expect.stringContaining("evaluation/texts formal/c (prompts/"),
    });
  });

  it("with another check only are new", async () => {
    const rubric = (value: string): JsonObject =>
      test("A", { description: value, assert: [{ type: "llm-rubric", value }] });
    await using folder = projectOf({ ...config, tests: [rubric("one")] });
    await importing(folder, "text");
    await importing(folder, "promptfoo");
    folder.write("promptfooconfig.yaml", stringify({ ...config, tests: [rubric("two")] }));
    await importing(folder, "promptfoo");
    expect(promptsIn(folder)["texts formal"]!.toSorted()).toEqual(["one", "two"]);
  });
});

describe("promptfoo before text, and twice", () => {
  it("leaves the texts that the project has", async () => {
    await using folder = projectOf(config);
    await importing(folder, "promptfoo");
    const before = promptsIn(folder);
    expect(Object.keys(before)).toHaveLength(4);
    expect(await importing(folder, "promptfoo")).toMatchObject({
      code: 0,
      err: "",
      out: "1 file: 0 new, 4 unchanged.\nNothing to write.\n",
    });
    expect((await importing(folder, "text")).out).toContain("2 files: 0 new, 2 unchanged.");
    expect(promptsIn(folder)).toEqual(before);
  });

  it("joins the tests of two configurations for one text", async () => {
    const second = { ...friend, description: "other", vars: { name: "B" } };
    const other = { ...config, tests: [second, friend] };
    await using folder = projectOf(config, { ...texts, "other.yaml": stringify(other) });
    const args = ["import", "promptfoo", "promptfooconfig.yaml", "other.yaml"];
    expect(await runCli(args, { cwd: folder.path })).toMatchObject({ code: 0 });
    const prompts = promptsIn(folder);
    expect(Object.keys(prompts)).toHaveLength(4);
    expect(prompts["formal (gpt-6-luna)"]).toEqual(["friend", "other"]);
  });

  it.each<[what: string, file: string, text: string, content: Json]>([
    ["a file that is one text", "a.txt", "\nHi {{x}}\n", { file: "../a.txt" }],
    ["a text that begins another one", "b/a.txt", "Hi\n", { file: "../b/a.txt" }],
    ["a Markdown file with a rule", "a.md", "Hi\n\n---\n\nthere\n", { file: "../a.md" }],
    ["a text of several", "a.txt", "Hi\n---\nHo\n", "Hi"],
    ["a conversation", "a.json", '[{"role":"user","content":"Hi"}]', "Hi"],
  ])("includes %s only where it is the whole text", async (_what, file, text, content) => {
    const promptfoo = { ...config, prompts: [`file://${file}`], providers: ["openai:gpt-6-luna"] };
    await using folder = projectOf(promptfoo, { [file]: text });
    const { out } = await importing(folder, "promptfoo");
    const copied = typeof content === "string" ? `, ${file}` : "";
    expect(out).toContain(`\nNo longer read: promptfooconfig.yaml${copied}. Edit the`);
    const [document] = parseAllDocuments(folder.read("prompts/a.prompt.yaml"));
    expect(document!.toJS()).toMatchObject({ messages: [{ role: "user", content }] });
  });
});
