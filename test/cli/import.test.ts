// promptctl import for the formats of other tools: the examples of docs/import.md, which every format
// has, and what is the same for all of them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importFormats } from "../../src/cli/import-formats.ts";
import { type Folder, folderOf } from "../io/folder.ts";
import { type CliResult, runCli } from "./fake-host.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/import.md"), "utf8");

interface Example {
  readonly title: string;
  /** The text of each file that a line with its path precedes. */
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
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
      /^```\n\$ promptctl (.*?)\n(.*?)^```$/ms.exec(section) ?? [];
    return {
      title,
      files: Object.fromEntries([...files].map(([, path, text]) => [path!, text!])),
      args: command.split(" "),
      output,
    };
  });

const isDefinition = (path: string): boolean => path.startsWith("prompts/");

function projectFor({ files }: Example): Folder {
  const sources = Object.entries(files).filter(([path]) => !isDefinition(path));
  return folderOf({ "promptctl.yaml": "definitions: prompts\n", ...Object.fromEntries(sources) });
}

/** A definition file without the comment that names its schema. */
function definitionText(folder: Folder, path: string): string {
  return readFileSync(folder.at(path), "utf8").replace(/^# yaml-language-server.*\n/, "");
}

describe("docs/import.md", () => {
  it("has an example of every format but cases", () => {
    const formats = examples.map(({ args }) => args[1]);
    expect([...new Set(formats)].sort()).toEqual(
      importFormats.filter((format) => format !== "cases").toSorted(),
    );
  });

  describe.each(examples)("$title", (example) => {
    it("shows the output and the definitions", async () => {
      await using folder = projectFor(example);
      const { code, out, err } = await runCli(example.args, { cwd: folder.path });
      expect({ code, output: err + out }).toEqual({ code: 0, output: example.output });
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

  it("numbers prompts of one name, and writes equal ones once", async () => {
    const other = { ...request, model: "gpt-4.1-mini" };
    const lines = [request, request, other].map((each) => JSON.stringify(each)).join("\n");
    await using folder = projectOf({ "a.jsonl": lines });
    expect(await importing(folder, "a.jsonl")).toMatchObject({
      code: 0,
      out: `  + prompt/Hello → prompts/hello.prompt.yaml
  + prompt/Hello 2 → prompts/hello-2.prompt.yaml
Note: Several definitions have the name "Hello". This one is prompt/Hello 2.

1 file: 2 new, 0 unchanged.
Wrote 2 files. To check the definitions: promptctl validate
`,
    });
  });

  it("gives different tools of one name keys", async () => {
    const tool = { type: "function", name: "look", parameters: { type: "object" } };
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

1 file: 4 new, 0 unchanged.
Wrote 4 files. To check the definitions: promptctl validate
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

  it("does not write the tools of prompts that are not valid", async () => {
    const tool = (name: string) => ({ type: "function", name, parameters: {} });
    const wrong = { ...request, max_output_tokens: 2 ** 60, tools: [tool("look"), tool("send")] };
    const values = [wrong, { ...request, tools: [tool("look")] }];
    await using folder = projectOf({ "a.json": JSON.stringify(values) });
    const { code, out } = await importing(folder, "a.json");
    expect([code, out]).toEqual([
      1,
      expect.stringContaining("1 file: 2 new, 0 unchanged, 1 prompt refused.\n"),
    ]);
    expect(existsSync(folder.at("prompts/tools/look.tool.yaml"))).toBe(true);
    expect(existsSync(folder.at("prompts/tools/send.tool.yaml"))).toBe(false);
  });

  it("writes nothing with --dry-run", async () => {
    await using folder = projectOf({ "a.json": JSON.stringify(request) });
    const { code, out } = await importing(folder, "a.json", "--dry-run");
    expect([code, out]).toEqual([0, expect.stringContaining("Would write 1 file.")]);
    expect(existsSync(folder.at("prompts"))).toBe(false);
  });

  it("names a pattern of files as such", async () => {
    const config = { prompts: ["file://p/*.txt"], providers: "openai:gpt-4.1", tests: "t*.yaml" };
    await using folder = projectOf({ "a.json": JSON.stringify(config), "p/a.txt": "Hi" });
    const { code, err } = await runCli(["import", "promptfoo", "a.json"], { cwd: folder.path });
    expect([code, err]).toEqual([
      1,
      `Error: a.json:1:13: A prompt is not imported. p/*.txt is a pattern. Name each file.
Warning: a.json:1:31: providers is not imported. None of the prompts is imported.
Warning: a.json:1:60: tests is not imported. None of the prompts is imported.
`,
    ]);
  });

  it("exits with 1 for a field that is not imported, with --strict", async () => {
    const value = { ...request, reasoning: { effort: "low" } };
    await using folder = projectOf({ "a.json": JSON.stringify(value, null, 2) });
    expect((await importing(folder, "a.json")).code).toBe(0);
    expect(await importing(folder, "a.json", "--strict")).toMatchObject({
      code: 1,
      err: "Warning: a.json:5:3: reasoning is not imported. Definitions have no such field.\n",
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

  it("names the column of a field in JSON Lines", async () => {
    await using folder = projectOf({ "a.jsonl": `\n${JSON.stringify({ ...request, n: 2 })}\n` });
    const { err } = await importing(folder, "a.jsonl");
    expect(err).toMatch(/^Warning: a\.jsonl:2:\d+: n is not imported\./);
  });

  it.each<[what: string, files: Record<string, string>, args: readonly string[], error: string]>([
    ["a missing file", {}, ["a.json"], "Error: There is no file a.json.\n"],
    ["wrong syntax", { "a.json": '{\n  "a": [}' }, ["a.json"], "Error: a.json:2:"],
    [
      "a value with too many levels",
      { "a.jsonl": `{}\n  {"[": ${"[".repeat(1000)}${"]".repeat(1000)}}` },
      ["a.jsonl"],
      "Error: a.jsonl:2:208: The value has more than 200 levels.\n",
    ],
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
    [["t.csv", "--prompt", "x", "--strict"], "--strict cannot be used with import cases."],
  ])("cases refuses %s", async (args, message) => {
    await using folder = projectOf({});
    const { code, err } = await runCli(["import", "cases", ...args], { cwd: folder.path });
    expect([code, err]).toEqual([
      64,
      `Error: ${message}\n  To see all flags: promptctl import --help\n`,
    ]);
  });
});
