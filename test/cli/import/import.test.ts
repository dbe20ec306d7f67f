// promptctl import for the formats of other tools: the examples of docs/import-formats.md, which every format
// has, and what is the same for all of them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importFormats } from "../../../src/cli/import/import-formats.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/import-formats.md"), "utf8");

interface Example {
  readonly title: string;
  /** The text of each file that a line with its path precedes. */
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Empty where the page shows the command only. */
  readonly output: string;
}

/** The example of each section "Coming from …". */
const examples: readonly Example[] = page
  .split(/^## (?=Coming from )/m)
  .slice(1)
  .map((section) => {
    const [title = ""] = section.split("\n", 1);
    const files = section.matchAll(/^`([^`\n]+)`:\n\n```\w*\n(.*?)^```$/gms);
    const [, command = "", output = ""] =
      /^```(?:sh)?\n(?:\$ )?promptctl (.*?)\n(.*?)^```$/ms.exec(section) ?? [];
    return {
      title,
      files: Object.fromEntries([...files].map(([, path, text]) => [path!, text!])),
      args: command.split(" "),
      output,
    };
  });

const isDefinition = (path: string): boolean => /^prompts\/.*\.yaml$/.test(path);

const secret = `AKIA${"IOSFODNN7EXAMPLE"}`;

function projectFor({ files }: Example): Folder {
  const sources = Object.entries(files).filter(([path]) => !isDefinition(path));
  return folderOf({ "promptctl.yaml": "definitions: prompts\n", ...Object.fromEntries(sources) });
}

/** A definition file without the comment that names its schema. */
function definitionText(folder: Folder, path: string): string {
  return folder.read(path).replace(/^# yaml-language-server.*\n/, "");
}

describe("docs/import-formats.md", () => {
  it("shows the output of the first example", () => {
    expect(examples[0]!.output).toContain("\nWrote 1 file.");
  });

  it("has an example of every format but cases", () => {
    const formats = examples.map(({ args }) => args[1]);
    expect([...new Set(formats)].sort()).toEqual(
      importFormats.filter((format) => format !== "cases").toSorted(),
    );
  });

  describe.each(examples)("$title", (example) => {
    it("shows the definitions, and the output if any", async () => {
      await using folder = projectFor(example);
      const { code, out, err } = await runCli(example.args, { cwd: folder.path });
      expect({ code, output: example.output && err + out }).toEqual({
        code: 0,
        output: example.output,
      });
      const expected = Object.entries(example.files).filter(([path]) => isDefinition(path));
      expect(expected.length).toBeGreaterThan(0);
      for (const [path, text] of expected) expect(definitionText(folder, path)).toBe(text);
      const formatted = await runCli(["fmt", "--check"], { cwd: folder.path });
      expect(formatted.code).toBe(0);
    });

    it("is valid, can be applied and tested, and importing it again changes nothing", async () => {
      await using folder = projectFor(example);
      const run = (...args: readonly string[]): Promise<CliResult> =>
        runCli(args, { cwd: folder.path });
      await run(...example.args);
      const valid = await run("validate");
      const plan = await run("plan", "--local", "--detailed-exitcode");
      const applied = await run("apply", "--local", "--yes");
      const planned = await run("plan", "--local", "--detailed-exitcode");
      const tested = await run("test", "--on", "echo");
      expect([valid, plan, applied, planned].map(({ code }) => code)).toEqual([0, 2, 0, 0]);
      expect([0, 1]).toContain(tested.code); // an echo is seldom the expected reply
      expect(tested.err).not.toContain("Error:");
      const again = await run(...example.args);
      expect(again).toMatchObject({ code: 0, out: expect.stringContaining(": 0 new,") });
    });
  });
});

const request = { name: "Hello", model: "gpt-4.1", input: "Say hello to {{name}}." };

describe("import", () => {
  const projectOf = (files: Readonly<Record<string, string>>): Folder =>
    folderOf({ "promptctl.yaml": "definitions: prompts\n", ...files });
  const importing = (folder: Folder, ...args: readonly string[]): Promise<CliResult> =>
    runCli(["import", "openai", ...args], { cwd: folder.path });

  it("gives different tools of one name keys", async () => {
    const tool = { type: "function", name: "look", strict: false, parameters: {} };
    const values = ["one", "two"].map((description) => ({
      ...request,
      name: description,
      tools: [{ ...tool, description }],
    }));
    await using folder = projectOf({ "a.json": JSON.stringify(values) });
    expect(await importing(folder, "a.json")).toMatchObject({
      code: 0,
      err: "",
      out: `  + tool/look → prompts/tools/look.tool.yaml
  + prompt/one → prompts/one.prompt.yaml
  + tool/look-2 → prompts/tools/look-2.tool.yaml
  + prompt/two → prompts/two.prompt.yaml
Note: Several definitions have the name "look". This one is tool/look-2.
Note: tool/look-2: Tools of one name are told apart by pins. After the first apply, add the pins that it prints to promptctl.yaml.

1 file: 4 new, 0 unchanged.
Wrote 4 files. To check the definitions: promptctl validate
No longer read: a.json. Edit the definitions instead.
`,
    });
    expect(definitionText(folder, "prompts/tools/look.tool.yaml")).toContain("key: look\n");
    expect(definitionText(folder, "prompts/two.prompt.yaml")).toContain("tools: [look-2]\n");
    const valid = await runCli(["validate"], { cwd: folder.path });
    expect(valid.code).toBe(0);
  });

  it("leaves an equal definition in another file, and refuses a different one", async () => {
    await using folder = projectOf({ "a.json": JSON.stringify(request) });
    await importing(folder, "a.json");
    const text = definitionText(folder, "prompts/hello.prompt.yaml");
    await using moved = projectOf({
      "a.json": JSON.stringify(request),
      "prompts/all.yaml": `# mine\n${text}`,
    });
    expect((await importing(moved, "a.json")).out).toContain("0 new, 1 unchanged.");
    moved.write("prompts/all.yaml", text.replace("gpt-4.1", "gpt-4.1-mini"));
    expect(await importing(moved, "a.json")).toMatchObject({
      code: 4,
      out: "",
      err: `Refused: A definition differs from the imported one. Nothing was written.
    prompt/Hello (prompts/all.yaml:1): parameters
  Make the fields after the colon equal, or remove or rename the definition in the file. Then import again.
`,
    });
  });

  it("leaves a definition that differs in its key only", async () => {
    await using folder = projectOf({ "a.json": JSON.stringify(request) });
    await importing(folder, "a.json");
    const path = "prompts/hello.prompt.yaml";
    folder.write(path, definitionText(folder, path).replace("name:", "key: Hello\nname:"));
    expect((await importing(folder, "a.json")).out).toContain("0 new, 1 unchanged.");
  });

  const withTool = {
    ...request,
    tools: [{ type: "function", name: "look", parameters: {}, strict: false }],
    prompt: { variables: { name: "Ann" } },
  };

  it.each<[what: string, change: (text: string) => string, others: Record<string, string>]>([
    [
      "has its text in a file",
      (text) => text.replace("content: Say hello to {{name}}.", "content: { file: hello.md }"),
      { "prompts/hello.md": "Say hello to {{name}}." },
    ],
    ["writes a default", (text) => text.replace("name: gpt-4.1", "name: gpt-4.1\n  topP: 1"), {}],
    [
      "has its evaluation in a document of its own",
      (text) =>
        text.replace(
          /evaluations:\n[^]*$/,
          "---\nkind: evaluation\nprompt: Hello\nname: as sent\nvariables: { name: Ann }\nassertions: []\n---\nkind: evaluation\nprompt: Hello\nname: mine\n",
        ),
      {},
    ],
  ])("leaves a definition of the same meaning that %s", async (_what, change, others) => {
    await using folder = projectOf({ "a.json": JSON.stringify(withTool), ...others });
    await importing(folder, "a.json");
    const path = "prompts/hello.prompt.yaml";
    const text = definitionText(folder, path);
    const changed = change(text);
    expect(changed).not.toBe(text);
    folder.write(path, changed);
    expect(await importing(folder, "a.json")).toMatchObject({
      err: "",
      out: expect.stringContaining("0 new, 2 unchanged."),
    });
  });

  it("does not let a prompt that is not valid take the name of its tool", async () => {
    const [tool] = withTool.tools;
    const wrong = { ...withTool, max_output_tokens: 2 ** 60 };
    const right = { ...withTool, name: "Right", tools: [{ ...tool, description: "other" }] };
    await using folder = projectOf({ "a.json": JSON.stringify([wrong, right]) });
    expect(await importing(folder, "a.json")).toMatchObject({
      code: 1,
      out: `  + tool/look → prompts/tools/look.tool.yaml
  + prompt/Right → prompts/right.prompt.yaml

1 file: 2 new, 0 unchanged, 1 prompt refused.
Wrote 2 files. To check the definitions: promptctl validate
No longer read: a.json. Edit the definitions instead.
`,
    });
  });

  it("leaves a tool with a key, to which other imported prompts then refer", async () => {
    await using folder = projectOf({ "a.json": JSON.stringify(withTool) });
    await importing(folder, "a.json");
    const path = "prompts/tools/look.tool.yaml";
    folder.write(path, definitionText(folder, path).replace("name:", "key: finder\nname:"));
    const prompt = "prompts/hello.prompt.yaml";
    folder.write(prompt, definitionText(folder, prompt).replace("[look]", "[finder]"));
    folder.write("a.json", JSON.stringify([withTool, { ...withTool, name: "New" }]));
    expect((await importing(folder, "a.json")).out).toContain("1 new, 2 unchanged.");
    expect(definitionText(folder, "prompts/new.prompt.yaml")).toContain("tools: [finder]");
  });

  it.each<[field: string, change: (text: string) => string]>([
    ["evaluations (as sent)", (text) => text.replace("name: Ann", "name: Bob")],
    ["evaluations (mine)", (text) => `${text}  - name: mine\n    assertions: []\n`],
  ])("refuses a definition with other %s", async (field, change) => {
    await using folder = projectOf({ "a.json": JSON.stringify(withTool) });
    await importing(folder, "a.json");
    const path = "prompts/hello.prompt.yaml";
    folder.write(path, change(definitionText(folder, path)));
    expect(await importing(folder, "a.json")).toMatchObject({
      code: 4,
      err: expect.stringContaining(`prompt/Hello (${path}:1): ${field}\n`),
    });
  });

  it("writes nothing with --dry-run", async () => {
    await using folder = projectOf({ "a.json": JSON.stringify(request) });
    const { code, out } = await importing(folder, "a.json", "--dry-run");
    expect([code, out]).toEqual([0, expect.stringContaining("Would write 1 file.")]);
    expect(existsSync(folder.at("prompts"))).toBe(false);
  });

  it("reads the files that patterns match, in the order of their paths", async () => {
    const config = {
      prompts: ["file://p/**/*.txt", "p/{x,y}.json", "file://none/*.txt", "../*.txt"],
      providers: "openai:gpt-4.1",
      tests: "t/*.yaml",
    };
    await using folder = projectOf({
      "sub/a.json": JSON.stringify(config, null, 1),
      "sub/p/b.txt": "B {{v}}",
      "sub/p/a.txt": "A\r\nsecond {{v}}\r\n---\r\nthird\r\n",
      "sub/p/deep/c.txt": "C",
      "sub/p/y.json": '[{ "role": "user", "content": "Y" }]',
      "sub/t/1.yaml": "- vars: { v: one }",
      "sub/t/2.yaml": "- vars: { v: two }",
      "outside.txt": "no",
    });
    const cwd = folder.at("sub");
    const { code, err, out } = await runCli(["import", "promptfoo", "a.json"], { cwd });
    expect([code, err]).toEqual([
      1,
      `Error: a.json:5:3: A prompt is not imported. No file matches none/*.txt.
Error: a.json:6:3: A prompt is not imported. ../*.txt is outside the folder of a.json and the current folder.
`,
    ]);
    const names = [...out.matchAll(/prompt\/(.*?) →/g)].map(([, name]) => name);
    expect(names).toEqual(["a", "a 2", "b", "c", "y"]);
    expect(definitionText(folder, "prompts/a.prompt.yaml")).toContain("A\n      second {{v}}\n");
    expect(definitionText(folder, "prompts/b.prompt.yaml")).toMatch(/v: one.*v: two/s);
  });

  it("names each file of tests that cannot be read, imports the others, and exits with 1", async () => {
    const tests = ["t/*", "t/*.csv", "none/*.yaml"];
    await using folder = projectOf({
      "src/a.yaml": JSON.stringify({ prompts: ["{{v}}"], providers: "openai:gpt-4.1", tests }),
      "src/t/1.yaml": "- vars: { v: one }",
      "src/t/2.yaml": "- vars: [",
      "src/t/3.jsonl": '{"vars": {"v": "three"}}\n{"vars":\n{"vars": {"v": "four"}}\n',
      "src/t/4.csv": "v,w\n1\n",
      "src/t/5.txt": "no",
      "src/t/6.csv": "",
    });
    const { code, err, out } = await runCli(["import", "promptfoo", "src/a.yaml"], {
      cwd: folder.path,
    });
    expect([code, err]).toEqual([
      1,
      `Error: src/t/2.yaml:1:9: The file is not imported. This bracket is never closed.
Error: src/t/3.jsonl:2:1: The line is not imported. This bracket is never closed.
Error: src/t/4.csv:2: The file is not imported. The row has more or fewer cells than the header: 1, not 2.
Error: src/t/5.txt: The file is not imported. It has no JSON, YAML or table.
Error: src/t/6.csv: The file is not imported. src/t/6.csv is empty. The first line names the columns.
Error: src/a.yaml:1:76: tests[2] is not imported. No file matches none/*.yaml.
`,
    ]);
    expect(out).toContain("4 files not read, 1 line not read, 1 field not imported.\n");
    const text = definitionText(folder, "prompts/a.prompt.yaml");
    expect([...text.matchAll(/v: (\w+)/g)].map(([, value]) => value)).toEqual([
      "one",
      "three",
      "four",
    ]);
  });

  it("says for how many cases a check is not imported, and names the first", async () => {
    const config = {
      prompts: ["{{q}}"],
      providers: "openai:gpt-4.1",
      defaultTest: { assert: [{ type: "contains", value: "{{a}}" }] },
    };
    const tests = [{ vars: { q: "1", a: "x" } }, { vars: { q: "2" } }, { vars: { q: "3" } }];
    await using folder = projectOf({
      "c.json": JSON.stringify({ ...config, tests: "t.json" }),
      "d.json": JSON.stringify({ ...config, tests: "t.csv" }),
      "t.json": JSON.stringify(tests),
      "t.csv": "q\n1\n",
    });
    const warnings = async (file: string): Promise<string> =>
      (await runCli(["import", "promptfoo", file, "--dry-run"], { cwd: folder.path })).err;
    expect(await warnings("c.json")).toContain(
      "assert[0] is not imported for 2 cases. There is no value for {{a}} in [1] of t.json.\n",
    );
    expect(await warnings("d.json")).toContain(
      "assert[0] is not imported for 1 case. There is no value for {{a}} in t.csv:2.\n",
    );
  });

  it("names a prompt after the folder of promptfooconfig, from every current folder", async () => {
    await using folder = projectOf({
      "greet/promptfooconfig.yaml": "prompts: [Hi]\nproviders: openai:gpt-4.1\n",
    });
    const above = await runCli(["import", "promptfoo", "greet/promptfooconfig.yaml"], {
      cwd: folder.path,
    });
    const inside = await runCli(["import", "promptfoo", "promptfooconfig.yaml"], {
      cwd: folder.at("greet"),
    });
    expect(above.out).toContain("+ prompt/greet →");
    expect(inside.out).toContain("0 new, 1 unchanged.");
  });

  it("exits with 1 for a field that is not imported, with --strict", async () => {
    const value = { ...request, user: "a" };
    await using folder = projectOf({ "a.json": JSON.stringify(value, null, 2) });
    expect((await importing(folder, "a.json")).code).toBe(0);
    expect(await importing(folder, "a.json", "--strict")).toMatchObject({
      code: 1,
      err: "Warning: a.json:5:3: user is not imported. It does not change replies.\n",
    });
  });

  it("imports the other prompts if one cannot be imported, and exits with 1", async () => {
    const lines = `${JSON.stringify({ name: "x", model: "gpt-4.1" })}\n\n${JSON.stringify(request)}`;
    await using folder = projectOf({ "a.jsonl": lines });
    expect(await importing(folder, "a.jsonl")).toMatchObject({
      code: 1,
      err: "Error: a.jsonl:1:1: A prompt is not imported. It has no instructions, messages or input.\n",
      out: expect.stringContaining("1 file: 1 new, 0 unchanged, 1 prompt refused.\n"),
    });
  });

  it.each<[what: string, name: string, text: string]>([
    ["JSON Lines in a file .json", "a.json", `${JSON.stringify(request)}\r\n{"n": 1}\r\n`],
    ["JSON Lines with a byte order mark", "a.jsonl", `\uFEFF${JSON.stringify(request)}\n{"n": 1}`],
  ])("reads %s line by line", async (_what, name, text) => {
    await using folder = projectOf({ [name]: text });
    const { code, out, err } = await importing(folder, name);
    expect([code, err]).toEqual([
      1,
      `Error: ${name}:2:1: A prompt is not imported. It names no model. Name one with --model.\n`,
    ]);
    expect(out).toContain("1 file: 1 new, 0 unchanged, 1 prompt refused.\n");
  });

  it("imports the other lines if one has wrong syntax, and exits with 1", async () => {
    await using folder = projectOf({
      "a.jsonl": `${JSON.stringify(request)}\n{"model": \n{"name": "x" "y"}\n`,
    });
    const { code, err, out } = await importing(folder, "a.jsonl");
    expect(code).toBe(1);
    expect(err.split("\n").map((line) => line.split(". ")[0])).toEqual([
      expect.stringMatching(/^Error: a\.jsonl:2:\d+: The line is not imported$/),
      expect.stringMatching(/^Error: a\.jsonl:3:\d+: The line is not imported$/),
      "",
    ]);
    expect(out).toContain("1 file: 1 new, 0 unchanged, 2 lines not read.\n");
  });

  it("imports the other files if some cannot be read, names each once, and exits with 1", async () => {
    await using folder = projectOf({
      "a.json": JSON.stringify(request),
      "syntax.json": '{"a": "b" "c": 1, [}',
      "deep.jsonl": `\n  {"[": ${"[".repeat(1000)}${"]".repeat(1000)}}`,
      "program.mjs": "export default {}",
    });
    const files = ["syntax.json", "missing.json", "deep.jsonl", "program.mjs", "a.json"];
    const { code, err, out } = await importing(folder, ...files);
    expect({ code, err }).toEqual({
      code: 1,
      err: `Error: syntax.json:1:11: The file is not imported. Invalid JSON syntax: Unexpected double-quoted-scalar token.
Error: missing.json: The file is not imported. There is no file missing.json.
Error: deep.jsonl:2:208: The file is not imported. The value has more than 200 levels.
Error: program.mjs: The file is not imported. program.mjs is a program, which promptctl does not run. Let the program write its value as JSON, and import that file.
`,
    });
    expect(out).toContain("5 files: 1 new, 0 unchanged, 4 files not read.\n");
  });

  it("names a line that is not imported as a whole", async () => {
    const row = JSON.stringify({ item: { a: 1 } });
    await using folder = projectOf({ "a.json": JSON.stringify(request), "rows.jsonl": row });
    expect((await importing(folder, "a.json", "rows.jsonl")).err).toBe(
      "Warning: rows.jsonl:1:1: The document is not imported. No run takes rows from other files.\n",
    );
  });

  it("names a prompt without a name after its file", async () => {
    const { name: _name, ...unnamed } = request;
    await using folder = projectOf({ "my-prompt.json": JSON.stringify(unnamed) });
    expect((await importing(folder, "my-prompt.json")).out).toContain("prompt/my-prompt →");
  });

  it("has a note for the descriptions of tests that cannot be names as they are", async () => {
    const tests = ["a/b", "c", "d/e"].map((description) => `  - { description: ${description} }\n`);
    const text = `prompts: [Hi]\nproviders: ["openai:gpt-4.1"]\ntests:\n${tests.join("")}`;
    await using folder = projectOf({ "a.yaml": text });
    const args = ["import", "promptfoo", "a.yaml", "--strict"];
    const { code, err } = await runCli(args, { cwd: folder.path });
    const reason = 'is changed. Names of evaluations have no "/", and do not begin with "id:".';
    expect({ code, err }).toEqual({
      code: 0,
      err: `Note: a.yaml:4:7: tests[0].description ${reason}
Note: a.yaml:6:7: tests[2].description ${reason}
`,
    });
  });

  it.each<[what: string, files: Record<string, string>, args: readonly string[], error: string]>([
    [
      "a file among the definitions",
      { "prompts/a.yaml": JSON.stringify(request) },
      ["prompts/a.yaml"],
      "Error: prompts/a.yaml is in the folder of the definitions, so promptctl reads it as a definition.\n",
    ],
    [
      "a file without prompts",
      { "a.yaml": "" },
      ["a.yaml"],
      "Error: a.yaml: there is no prompt in the format openai.\n",
    ],
    [
      "a flag of cases",
      { "a.json": "{}" },
      ["a.json", "--prune"],
      "Error: --prune cannot be used with import openai, only with import cases.\n",
    ],
  ])("refuses %s", async (_what, files, args, error) => {
    await using folder = projectOf(files);
    const { code, err } = await importing(folder, ...args);
    expect([code, err.slice(0, error.length)]).toEqual([64, error]);
  });

  it.each([
    [["t.csv"], "import cases needs --prompt: the prompt that the cases are for."],
    [["t.csv", "u.csv", "--prompt", "x"], "import cases reads one table at a time."],
    [
      ["t.csv", "--prompt", "x", "--strict"],
      "--strict cannot be used with import cases, only with import openai, openai-chat, anthropic, promptfoo, github, langfuse, text, tools.",
    ],
  ])("cases refuses %s", async (args, message) => {
    await using folder = projectOf({});
    const { code, err } = await runCli(["import", "cases", ...args], { cwd: folder.path });
    expect([code, err]).toEqual([
      64,
      `Error: ${message}\n  To see all flags: promptctl import --help\n`,
    ]);
  });

  it.each([
    ["text", { "a.txt": `Use ${secret}.` }, ["a.txt", "--model", "gpt-5.4-mini"]],
    [
      "cases",
      {
        "t.csv": `question\n${secret}\n`,
        "prompts/a.prompt.yaml": `kind: prompt\nname: A\nparameters: { name: gpt-5.4-mini, provider: OPENAI }\nmessages:\n  - { role: user, content: "{{question}}" }\n`,
      },
      ["t.csv", "--prompt", "A"],
    ],
  ])("%s refuses what looks like a secret, unless --allow-secrets permits it", async (...row) => {
    const [format, files, args] = row;
    await using folder = projectOf(files);
    const command = ["import", format, ...args];
    const before = readdirSync(folder.path, { recursive: true });
    const { code, out, err } = await runCli(command, { cwd: folder.path });
    expect([code, out + err]).toEqual([
      4,
      expect.stringMatching(
        /^Refused: The imported files have what looks like 1 secret: (?:a\.txt:1|t\.csv:2)\. Nothing was written\.\n.*: promptctl import --allow-secrets\n$/,
      ),
    ]);
    expect(readdirSync(folder.path, { recursive: true })).toEqual(before);
    const written = await runCli([...command, "--allow-secrets"], { cwd: folder.path });
    expect([written.code, written.out.includes(secret)]).toEqual([0, false]);
  });
});
