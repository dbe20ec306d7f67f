// promptctl import tools: the forms of function tools, and what other formats say about them.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { importFormats } from "../../../src/cli/import/import-formats.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { runCli } from "../fake-host.ts";

const parameters = { type: "object", properties: { number: { type: "string" } } };
const definition = { kind: "tool", name: "look", description: "Looks.", parameters };
const plain = { name: "look", description: "Looks." };

const projectOf = (files: Readonly<Record<string, string>>): Folder =>
  folderOf({ "promptctl.yaml": "definitions: prompts\n", ...files });

describe("import tools", () => {
  it.each<[what: string, file: string, text: string]>([
    [
      "of Chat Completions",
      "a.json",
      JSON.stringify({ type: "function", function: { ...plain, parameters, strict: false } }),
    ],
    ["of Responses", "a.json", JSON.stringify({ type: "function", ...plain, parameters })],
    ["of Anthropic", "a.json", JSON.stringify({ ...plain, input_schema: parameters })],
    [
      "of Anthropic with a type",
      "a.json",
      JSON.stringify({ type: "custom", ...plain, input_schema: parameters }),
    ],
    ["of MCP", "a.json", JSON.stringify({ tools: [{ ...plain, inputSchema: parameters }] })],
    ["without a type", "a.json", JSON.stringify({ ...plain, parameters })],
    ["in a list", "a.json", JSON.stringify([{ ...plain, parameters }])],
    ["on two lines", "a.jsonl", `${JSON.stringify({ ...plain, parameters })}\n`.repeat(2)],
    ["in YAML", "a.yaml", `- ${JSON.stringify({ ...plain, parameters })}\n`],
  ])("writes a tool %s", async (_what, file, text) => {
    await using folder = projectOf({ [file]: text });
    const { code, err } = await runCli(["import", "tools", file], { cwd: folder.path });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(parse(folder.read("prompts/tools/look.tool.yaml"))).toEqual(definition);
    const valid = await runCli(["validate"], { cwd: folder.path });
    expect(valid.code).toBe(0);
    const again = await runCli(["import", "tools", file], { cwd: folder.path });
    expect(again.out).toBe("1 file: 0 new, 1 unchanged.\nNothing to write.\n");
  });

  it("lists what definitions do not have, and refuses what is no function", async () => {
    const tools = [
      { ...plain, parameters, strict: true, annotations: { a: 1 } },
      { type: "web_search" },
      { name: "a b", parameters },
      "look",
    ];
    await using folder = projectOf({
      "a.jsonl": tools.map((each) => JSON.stringify(each)).join("\n"),
    });
    const { code, err, out } = await runCli(["import", "tools", "a.jsonl"], { cwd: folder.path });
    expect({ code, err }).toEqual({
      code: 1,
      err: `Error: a.jsonl:2:1: A tool is not imported. Only functions can be tools of a definition.
Error: a.jsonl:3:1: A tool is not imported. The name of a tool has 1 to 64 letters, digits, underscores or hyphens.
Error: a.jsonl:4:1: A tool is not imported. It is not a JSON object.
Warning: a.jsonl:1:112: strict is not imported. It is a setting of prompts: parameters.options.strictTools.
Warning: a.jsonl:1:126: annotations is not imported. Definitions have no such field.
`,
    });
    expect(out).toContain("1 file: 1 new, 0 unchanged, 3 tools refused, 2 fields not imported.\n");
  });

  it("gives different tools of one name keys", async () => {
    const tools = [plain, { ...plain, description: "Finds." }];
    await using folder = projectOf({ "a.json": JSON.stringify(tools) });
    const { out } = await runCli(["import", "tools", "a.json"], { cwd: folder.path });
    expect(out).toMatch(/tool\/look .*\n.*tool\/look-2 /);
    expect(out).toContain("Tools of one name are told apart by pins.");
  });
});

describe("a function tool in another format", () => {
  const others = importFormats.filter((format) => !["cases", "tools"].includes(format));
  const forms: Readonly<Record<string, object>> = {
    "of Chat Completions": { type: "function", function: { ...plain, parameters } },
    "of Responses": { type: "function", ...plain, parameters },
    "without a type": { ...plain, parameters },
    "of Anthropic": { ...plain, input_schema: parameters },
  };
  const message = (file: string): string =>
    `is not imported. It is a function tool, not a prompt. To import tools: promptctl import tools ${file}\n`;

  it.each(others)("is refused by %s with the command that reads it", async (format) => {
    for (const [what, tool] of Object.entries(forms))
      for (const model of [[], ["--model", "gpt-4.1"]]) {
        await using folder = projectOf({
          "a.json": JSON.stringify(tool),
          "b.json": JSON.stringify([tool]),
        });
        for (const file of ["a.json", "b.json"]) {
          const args = ["import", format, file, ...model];
          const { code, err } = await runCli(args, { cwd: folder.path });
          expect({ what, code, err }).toEqual({
            what,
            code: 1,
            err: expect.stringContaining(message(file)) as string,
          });
        }
      }
  });
});
