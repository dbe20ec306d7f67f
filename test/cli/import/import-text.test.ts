// promptctl import text: which files become which prompts, and what of them is refused or listed.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";

const projectOf = (files: Readonly<Record<string, string | Uint8Array>>): Folder =>
  folderOf({ "promptctl.yaml": "definitions: prompts\n", ...files });

function importing(folder: Folder, ...args: readonly string[]): Promise<CliResult> {
  const model = args.includes("--model") ? [] : ["--model", "gpt-6-luna"];
  return runCli(["import", "text", ...args, ...model], { cwd: folder.path });
}

/** The definition files by path. */
function definitionsIn(folder: Folder): Record<string, string> {
  const paths = readdirSync(folder.at("prompts"), { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => path.endsWith(".yaml")).toSorted();
  return Object.fromEntries(
    files.map((path) => [path, readFileSync(join(folder.at("prompts"), path), "utf8")]),
  );
}

interface ImportedFile extends CliResult {
  /** The definitions that were written, by name. */
  readonly definitions: Readonly<Record<string, Record<string, unknown>>>;
}

/** Imports one file. */
async function importOne(
  path: string,
  text: string,
  ...flags: readonly string[]
): Promise<ImportedFile> {
  await using folder = projectOf({ [path]: text });
  const result = await importing(folder, path, ...flags);
  const texts = result.out.includes("→") ? Object.values(definitionsIn(folder)) : [];
  const all = texts.map((each) => parse(each) as Record<string, unknown>);
  return { ...result, definitions: Object.fromEntries(all.map((each) => [each["name"], each])) };
}

const promptyFile = `---
name: Chat
description: Answers.
authors: [Author A]
model:
  api: chat
  configuration: { type: azure_openai, azure_deployment: gpt-6-luna }
  parameters: { max_tokens: 128, temperature: 0.2, stop: [END], response_format: { type: json_schema } }
inputs:
  question: { type: string, description: What the user asks., sample: "Who?" }
  other: { type: string, default: x }
---
system:

You reply in {{language}}.

# Notes

user:
{{question}}
`;

describe("a plain text", () => {
  it("is included where it is, with its name from the path", async () => {
    const { definitions, code, err } = await importOne("texts/support/system.md", "Be kind.\n");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(definitions).toEqual({
      "texts support system": {
        kind: "prompt",
        name: "texts support system",
        parameters: { provider: "OPENAI", name: "gpt-6-luna" },
        messages: [{ role: "system", content: { file: "../texts/support/system.md" } }],
      },
    });
  });

  it.each([
    ["prompts/system_prompt.txt", "system_prompt", "./system_prompt.txt"],
    ["src/prompts/triage/user.md", "triage user", "../src/prompts/triage/user.md"],
    ["notes.v2.jinja", "notes.v2", "../notes.v2.jinja"],
    ["plain", "plain", "../plain"],
    ['a b/it\'s "é" #1.txt', 'a b it\'s "é" #1', '../a b/it\'s "é" #1.txt'],
    ["con.txt", "con", "../con.txt"],
  ])("%s has the name %j", async (path, name, file) => {
    const { definitions } = await importOne(path, "Be kind.");
    expect(definitions[name]).toMatchObject({ messages: [{ content: { file } }] });
  });

  it.each<[what: string, path: string, text: string, flags: string[], message: unknown]>([
    [
      "whose placeholders are converted",
      "a.txt",
      "Hi {name}, {{x}}\n",
      ["--placeholders", "single-braces"],
      { role: "system", content: "Hi {{name}}, {x}\n" },
    ],
    [
      "in a hidden folder",
      ".github/a.txt",
      "Hi {{name}}",
      ["--role", "user"],
      { role: "user", content: "Hi {{name}}" },
    ],
    ["with a path with a backslash", "a\\b.txt", "Hi", [], { role: "system", content: "Hi" }],
    [
      "with a front matter",
      "a.md",
      "---\nname: A\n---\nHi\n",
      [],
      { role: "system", content: "Hi\n" },
    ],
  ])("%s is copied", async (_what, path, text, flags, message) => {
    const { definitions } = await importOne(path, text, ...flags);
    expect(Object.values(definitions)).toMatchObject([{ messages: [message] }]);
  });

  it("is copied from a folder outside the project, with the name of the file", async () => {
    await using other = folderOf({ "deep/system.md": "Be kind.\n" });
    await using folder = projectOf({});
    expect((await importing(folder, other.at("deep/system.md"))).code).toBe(0);
    expect(definitionsIn(folder)["system.prompt.yaml"]).toContain(
      "    content: |\n      Be kind.\n",
    );
  });

  it("with a byte order mark and CRLF is included, and read with LF", async () => {
    await using folder = projectOf({ "a.txt": "\uFEFFHi\r\nthere\r\n" });
    expect((await importing(folder, "a.txt")).code).toBe(0);
    expect(definitionsIn(folder)["a.prompt.yaml"]).toContain("content:\n      file: ../a.txt\n");
    const { out } = await runCli(["render", "a", "--from", "files", "--as", "openai"], {
      cwd: folder.path,
    });
    expect(JSON.parse(out)).toMatchObject({
      messages: [{ role: "system", content: "Hi\nthere\n" }],
    });
  });

  it("has a note for braces that are no placeholders, at the first of them", async () => {
    const text = 'Answer {email}.\nReply with {"a": "b", "n": {"a": 1}} or {}.\n';
    const flags = ["--placeholders", "single-braces"];
    const { definitions, err, code } = await importOne("a.txt", text, ...flags);
    expect(definitions["a"]).toMatchObject({
      messages: [{ content: text.replace("{email}", "{{email}}") }],
    });
    expect({ err, code }).toEqual({
      err: "Note: a.txt:2:12: Braces other than {name} stay text.\n",
      code: 0,
    });
  });

  it.each([
    ["Two\n  {customer}", "a.txt:2:3: The variable {customer}", "single-braces"],
    ["Use ${user.name}", "a.txt:1:5: The variable ${user.name}", "dollar-braces"],
  ])("%j may have placeholders, which a warning says", async (text, what, syntax) => {
    expect((await importOne("a.txt", text)).err).toBe(
      `Warning: ${what} is not imported. It stays text. To make it a variable: --placeholders ${syntax}.\n`,
    );
  });

  it.each(['{"a": 1}', "{ a }", "$5 {1}", "{{customer}}"])("%j has none", async (text) => {
    expect((await importOne("a.txt", text)).err).toBe("");
  });

  it("with lines of dashes is no front matter", async () => {
    const { definitions } = await importOne("a.md", "---\nBe kind.\n---\nBe brief.\n");
    expect(definitions["a"]).toMatchObject({ messages: [{ content: { file: "../a.md" } }] });
  });
});

describe("a file with a front matter", () => {
  it("of Prompty is a prompt with its sections, settings and sample", async () => {
    const sample = promptyFile.replace("inputs:", "sample: { language: French }\ninputs:");
    const { definitions, err, code } = await importOne("a.prompty", sample);
    expect(definitions).toEqual({
      Chat: {
        kind: "prompt",
        name: "Chat",
        metadata: { description: "Answers.", authors: ["Author A"] },
        parameters: {
          provider: "OPENAI",
          name: "gpt-6-luna",
          temperature: 0.2,
          maxTokens: 128,
          options: { stopSequences: ["END"] },
        },
        variables: { language: null, question: "What the user asks." },
        messages: [
          { role: "system", content: "You reply in {{language}}.\n\n# Notes" },
          { role: "user", content: "{{question}}" },
        ],
        evaluations: [
          { name: "sample", variables: { language: "French", question: "Who?" }, assertions: [] },
        ],
      },
    });
    expect(code).toBe(1);
    expect(err.match(/(?<=: )\S+(?= is not imported)/g)).toEqual([
      "model.configuration.type",
      "model.parameters.response_format",
      "inputs.other.default",
    ]);
  });

  it("of Prompty without all sample values has no evaluation", async () => {
    const { definitions, err } = await importOne("a.prompty", promptyFile);
    expect(definitions["Chat"]).not.toHaveProperty("evaluations");
    expect(err).toContain("There is no value for {{language}}, so it would be no whole case.");
  });

  it("of Dotprompt is a prompt with its roles, variables and default values", async () => {
    const { definitions, err } = await importOne(
      "hello.prompt",
      `# A licence.
---
model: openai/gpt-6-luna
config: { temperature: 0.5, maxOutputTokens: 9, stopSequences: [END] }
input:
  schema: { place: "string, where", count?: integer }
  default: { place: Rome, count: 2 }
output: { format: json }
tools: [look]
---
{{! not sent }}
{{role "system"}}
You are in {{place}}.{{!-- {{#if}} --}}
{{role "user"}}Reply in JSON {{{count}}} times.
{{role 'model'}}
Yes.
{{history}}
`,
    );
    expect(definitions).toEqual({
      hello: {
        kind: "prompt",
        name: "hello",
        parameters: {
          provider: "OPENAI",
          name: "gpt-6-luna",
          responseFormat: "JSON",
          temperature: 0.5,
          maxTokens: 9,
          options: { stopSequences: ["END"] },
        },
        variables: { place: "where", count: null },
        messages: [
          { role: "system", content: "\nYou are in {{place}}.\n" },
          { role: "user", content: "Reply in JSON {{count}} times.\n" },
          { role: "assistant", content: "\nYes.\n" },
        ],
        evaluations: [{ name: "sample", variables: { place: "Rome", count: "2" }, assertions: [] }],
      },
    });
    expect(err)
      .toBe(`Warning: hello.prompt:9:1: tools is not imported. They are names of tools, without their functions.
Note: hello.prompt:7:3: input.default is changed. Definitions have no default values: they are an evaluation.
Note: hello.prompt:6:37: input.schema.count? is changed. Variables are texts, and every one needs a value.
`);
  });

  it.each([
    ["{ temperature: 0.5, candidates: 2 }", "config.candidates"],
    ["{ version: x }", "config"],
  ])(
    "of Dotprompt with config: %s would be sent differently, but for its inputs",
    async (config, fields) => {
      const matter = `config: ${config}\ninput: { schema: Person }\noutput: { format: text }`;
      const { out } = await importOne("a.prompt", `---\n${matter}\n---\nHi {{a}}`);
      expect(out).toContain(`Sent differently: requests would be without ${fields}.\n`);
    },
  );

  it("of Copilot is a prompt with the inputs as variables", async () => {
    const { definitions, err } = await importOne(
      ".github/prompts/fix.prompt.md",
      "---\ndescription: Fix it\nmode: agent\nmodel: GPT-6\ntools: [codebase]\n---\nFix ${input:issue:which issue}.\n",
    );
    expect(definitions).toMatchObject({
      fix: {
        metadata: { description: "Fix it", mode: "agent" },
        messages: [{ role: "user", content: "Fix {{issue}}.\n" }],
      },
    });
    expect(err.match(/(?<=: )\S+(?= is not imported)/g)).toEqual(["model", "tools"]);
  });

  const agent = `name: Summarizer
model: { id: claude-sonnet-4-6, speed: fast }
tools:
  - { type: agent_toolset_20260401 }
  - { type: custom, name: look, description: Look., input_schema: { type: object, properties: {} } }
`;
  it.each([
    ["agents/a.md", `---\n${agent}---\nYou summarize {{text}}.\n`],
    ["agents/a.yaml", `${agent}system: |\n  You summarize {{text}}.\n`],
  ])("of an agent in %s is a prompt with its functions", async (path, text) => {
    const { definitions, err } = await importOne(path, text);
    expect(definitions["Summarizer"]).toEqual({
      kind: "prompt",
      name: "Summarizer",
      tools: ["look"],
      parameters: { provider: "ANTHROPIC", name: "claude-sonnet-4-6" },
      messages: [{ role: "system", content: "You summarize {{text}}.\n" }],
    });
    expect(err.match(/(?<=: )\S+(?= is not imported)/g)).toEqual(["model.speed", "tools[0]"]);
  });
});

describe("a field of a front matter", () => {
  const own = { model: "openai/gpt-6-luna", name: "A", description: "d", metadata: { a: 1 } };
  const matters: Readonly<Record<string, JsonObject>> = {
    "a.md": { ...own, tools: [{ name: "look", description: "d", input_schema: {} }] },
    "a.prompt.md": { ...own, mode: "agent", tools: ["x"] },
    "a.prompt": {
      ...own,
      config: { temperature: 0.5, x: { y: 1 } },
      input: {
        schema: { a: "string, x", b: { type: "string" } },
        default: { a: "x", c: { d: 1 } },
      },
      output: { format: "json", schema: { a: "string" } },
      tools: ["x", { name: "y" }],
    },
    "a.prompty": {
      ...own,
      model: {
        id: "gpt-6-luna",
        configuration: { type: "openai" },
        parameters: { temperature: 0.5, tools: [{ type: "function", function: { name: "look" } }] },
      },
      inputs: { a: { type: "string", default: "x" }, b: { type: "integer" }, c: { d: { e: 1 } } },
      sample: { a: "x", z: { y: "x" } },
      outputs: { a: { type: "string" } },
      tools: [{ name: "look2", kind: "function", parameters: [{ name: "a" }] }],
      template: { format: { kind: "jinja2" } },
    },
  };

  /** The value once for each object in it, with another field there, and the path of that. */
  function withUnknownField(value: Json): { value: Json; field: string }[] {
    if (typeof value !== "object" || value === null) return [];
    const inner = Object.entries(value).flatMap(([key, item]) =>
      withUnknownField(item as Json).map((each) => ({
        field: Array.isArray(value) ? `[${key}]${each.field}` : `.${key}${each.field}`,
        value: Array.isArray(value)
          ? value.with(Number(key), each.value)
          : { ...value, [key]: each.value },
      })),
    );
    const added = { field: ".unknownField", value: { ...value, unknownField: "u" } };
    return Array.isArray(value) ? inner : [added, ...inner];
  }

  it.each(Object.keys(matters))(
    "%s is in the definitions or listed, at any depth",
    async (path) => {
      for (const { value, field } of withUnknownField(matters[path]!)) {
        const text = `---\n${JSON.stringify(value)}\n---\nHi {{a}}{{b}}{{c.d}}`;
        const { definitions, err } = await importOne(
          path,
          text.replace(/\{\{.*/, path.endsWith("md") ? "" : "$&"),
        );
        const listed = err.match(/(?<=: )\S+(?= is (?:not imported|changed))/g) ?? [];
        const isListed = listed.some((each) => field.startsWith(`.${each}`));
        expect({
          field,
          err,
          isKept: JSON.stringify(definitions).includes("unknownField") || isListed,
        }).toMatchObject({ isKept: true });
      }
    },
  );
});

describe("a text that cannot be imported", () => {
  const logic = "is template logic, which definitions do not have.";
  const hint =
    "If {{ stands for a brace, as in format strings of Python: --placeholders single-braces.";
  it.each<[path: string, text: string | Uint8Array, message: string]>([
    ["a.txt", "Hi\n  {% if a %}b", `a.txt:2:3: A prompt is not imported. "{% if a %}" ${logic}`],
    [
      "a.txt",
      "Hi {{ a | upper }}",
      `a.txt:1:4: A prompt is not imported. "{{ a | upper }}" ${logic} ${hint}`,
    ],
    [
      "a.prompty",
      "---\nmodel:\n  apiType: embedding\n---\nHi",
      'a.prompty:3:3: A prompt is not imported. The interface "embedding" is none of conversations.',
    ],
    [
      "a.prompty",
      "---\ninputs:\n  - { name: a, kind: string }\n  - { name: b, kind: thread }\n---\nHi {{a}}{{b}}",
      "a.prompty:4:16: A prompt is not imported. Variables are texts, and the input is of the kind thread.",
    ],
    [
      "a.prompty",
      "---\nname: A\n---\nuser:\n\n  {{a + 1}}\n",
      `a.prompty:6:3: A prompt is not imported. "{{a + 1}}" ${logic}`,
    ],
    [
      "a.prompty",
      "---\nname: A\n---\nuser:\nHi ![x](a.png)\n",
      "a.prompty:5:4: A prompt is not imported. ![x](a.png) is an image. Definitions have images in base64.",
    ],
    [
      "a.prompty",
      "---\nname: A\n---\nHi\ntools:\nx",
      'a.prompty:5:1: A prompt is not imported. The section "tools:" is no message of a definition.',
    ],
    [
      "a.prompt",
      "---\nmodel: openai/gpt-6-luna\n---\n{{! x }}\na {{#if b}}c{{/if}}",
      `a.prompt:5:3: A prompt is not imported. "{{#if b}}" ${logic}`,
    ],
    [
      "a.prompt",
      "{{media url=x}}",
      `a.prompt:1:1: A prompt is not imported. "{{media url=x}}" ${logic}`,
    ],
    [
      "a.prompt",
      "{{history}}\nHi",
      "a.prompt:1:1: A prompt is not imported. {{history}} is not at the end of the text.",
    ],
    [
      "a.prompt.md",
      "Fix\n${selection}",
      "a.prompt.md:2:1: A prompt is not imported. ${selection} is a value of the editor.",
    ],
    ["a.txt", "", "a.txt:1:1: A prompt is not imported. It has no text."],
    ["a.md", "---\nname: A\n---\n \n", "a.md:2:1: A prompt is not imported. It has no text."],
    [
      "a.txt",
      Uint8Array.of(97, 10, 0xe4, 10),
      "a.txt: The file is not imported. a.txt is not UTF-8 text: line 2 has the byte 0xE4. Save it as UTF-8 in an editor, or convert it, if it is WINDOWS-1252: iconv -f WINDOWS-1252 -t UTF-8 a.txt > FILE",
    ],
    [
      "a.txt",
      Uint8Array.of(0xff, 0xfe, 97, 0),
      "a.txt: The file is not imported. a.txt is not UTF-8 text: it is UTF-16. Save it as UTF-8 in an editor, or convert it, if it is UTF-16: iconv -f UTF-16 -t UTF-8 a.txt > FILE",
    ],
    [
      "a.py",
      "x",
      "a.py: The file is not imported. a.py is a program, which promptctl does not run. Let the program write its value as JSON, and import that file.",
    ],
    [
      "a.md",
      "---\na: [b\n---\nHi",
      "a.md:2:4: The file is not imported. This bracket is never closed.",
    ],
    [
      "a.md",
      `---\na: &a [${"x,".repeat(99)}]\nb: &b [${"*a,".repeat(99)}]\nc: &c [${"*b,".repeat(99)}]\nd: [${"*c,".repeat(99)}]\n---\nHi`,
      "a.md:2:1: The file is not imported. The aliases of this document expand to too much data.",
    ],
  ])(
    "%s is listed with its place, and the others are imported: %j",
    async (path, text, message) => {
      await using folder = projectOf({ [path]: text, "good.txt": "Hi" });
      const { code, err, out } = await importing(folder, path, "good.txt");
      expect({ code, err }).toEqual({ code: 1, err: `Error: ${message}\n` });
      expect(out).toContain("+ prompt/good → prompts/good.prompt.yaml");
    },
  );

  it("is a symbolic link to a file outside the folder", async () => {
    await using other = folderOf({ "secret.txt": "a secret" });
    await using folder = projectOf({ "good.txt": "Hi" });
    folder.link("a.txt", other.at("secret.txt"));
    const { code, err } = await importing(folder, "a.txt", "good.txt");
    expect({ code, err }).toEqual({
      code: 1,
      err: "Error: a.txt: The file is not imported. a.txt is a symbolic link to a file outside the current folder.\n",
    });
    expect(JSON.stringify(definitionsIn(folder))).not.toContain("secret");
  });
});

describe("import text", () => {
  const files = {
    "texts/a.txt": "Be kind.\n",
    "texts/a.md": "Be brief, {name}.\n",
    "texts/b.prompty": promptyFile,
    "texts/c.prompt": '{{role "system"}}Hi {{a}}',
  };

  it("numbers other prompts of one name, and a second import changes nothing", async () => {
    await using folder = projectOf(files);
    const paths = Object.keys(files);
    const first = await importing(folder, ...paths);
    expect(first.out).toContain('Several definitions have the name "texts a"');
    const before = definitionsIn(folder);
    const second = await importing(folder, ...paths, "--partial");
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining("0 new, 4 unchanged") });
    expect(definitionsIn(folder)).toEqual(before);
  });

  it("follows an included text, and refuses a copied one that changed", async () => {
    await using folder = projectOf(files);
    await importing(folder, "texts/a.txt", "texts/c.prompt");
    writeFileSync(folder.at("texts/a.txt"), "Be very kind.\n");
    expect(await importing(folder, "texts/a.txt")).toMatchObject({ code: 0 });
    writeFileSync(folder.at("texts/c.prompt"), "Other.");
    expect(await importing(folder, "texts/c.prompt")).toMatchObject({ code: 4 });
  });

  it("writes valid definitions, also of a text of 5 MB", async () => {
    await using folder = projectOf({ ...files, "large.md": "Many words.\n".repeat(437_000) });
    expect((await importing(folder, "large.md", "--partial", ...Object.keys(files))).code).toBe(0);
    expect((await runCli(["validate"], { cwd: folder.path })).code).toBe(0);
  });

  it.each([
    [
      ["openai", "a.json", "--role", "user"],
      "--role cannot be used with import openai, only with import text.",
    ],
    [
      ["github", "a.yml", "--placeholders", "single-braces"],
      "--placeholders cannot be used with import github, only with import openai-chat, anthropic, text.",
    ],
  ])("refuses flags of other formats: %j", async (args, message) => {
    await using folder = projectOf(files);
    const { code, err } = await runCli(["import", ...args], { cwd: folder.path });
    expect({ code, err }).toMatchObject({ code: 64, err: expect.stringContaining(message) });
  });
});

describe("files that are no longer read", () => {
  it.each<[what: string, files: Record<string, string>, flags: string[], unused: string]>([
    ["an included text is read", { "a.md": "Hi" }, [], ""],
    [
      "a text with other placeholders",
      { "a.md": "Hi {x}" },
      ["--placeholders", "single-braces"],
      "a.md",
    ],
    [
      "one text of two",
      { "a.md": "Hi {x}", "b.md": "Ho" },
      ["--placeholders", "single-braces"],
      "a.md",
    ],
    ["a text with a front matter", { "a.md": "---\nname: A\n---\nHi" }, [], "a.md"],
    ["a broken file is named as such only", { "a.md": "Hi", "b.yaml": "system: [" }, [], ""],
    ["with --dry-run", { "a.prompt": "Hi" }, ["--dry-run"], "a.prompt"],
  ])("%s", async (_what, files, flags, unused) => {
    await using folder = projectOf(files);
    const { out } = await importing(folder, ...Object.keys(files), ...flags);
    const [, named = ""] =
      /^No longer read: (.*)\. Edit the definitions instead\.$/m.exec(out) ?? [];
    expect(named).toBe(unused);
  });

  it("are not named if nothing is written", async () => {
    await using folder = projectOf({ "a.md": "Hi {x}" });
    const flags = ["--placeholders", "single-braces"];
    await importing(folder, "a.md", ...flags);
    const { out } = await importing(folder, "a.md", ...flags);
    expect(out).toBe("1 file: 0 new, 1 unchanged.\nNothing to write.\n");
  });
});
