// Files that nest collections very deeply: each command ends with an error that names the file. The
// program runs in a process of its own, because too much recursion can end the process.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { importFormats } from "../../../src/cli/import/import-formats.ts";
import { runProgramIn } from "../../fixtures/run-program.ts";

const lists = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Files that are too deep. `levels` on which V8 ended the process, and many more. */
const deepTexts: readonly (readonly [title: string, text: string])[] = [900, 2_000, 50_000].flatMap(
  (levels): (readonly [string, string])[] => [
    [`${levels} lists that are not closed`, `definitions: ${"[".repeat(levels)}\n`],
    [`${levels} lists`, `definitions: ${lists(levels)}\n`],
    [`${levels} mappings`, `definitions: ${"{a: ".repeat(levels)}${"}".repeat(levels)}\n`],
    [`${levels} lists in lines`, `definitions:\n  ${"- ".repeat(levels)}a\n`],
  ],
);

const prompt = `kind: prompt
name: P
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: "{{x}}" }]
`;

async function run(
  files: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-deep-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { code, out, err } = await runProgramIn(folder, words);
    return { code, output: `${out}${err}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("promptctl.yaml with many levels", () => {
  it.each(deepTexts)("of %s is an error of validate", async (_title, text) => {
    const { code, output } = await run({ "promptctl.yaml": text }, ["validate"]);
    expect([code, output]).toEqual([3, expect.stringMatching(tooDeep("promptctl.yaml"))]);
  });

  it.each([
    "validate",
    "validate --format json",
    "fmt",
    "fmt --check",
    "plan --local",
    "apply --local --auto-approve",
    "pull --local",
    "status --local",
    "codegen --out b.json --local --ids",
    "codegen --out a.ts",
    "graph",
    "log P",
    "render P",
    "render P --from files --as anthropic",
    "run P --local --echo",
    "test",
    "init --auto-approve",
    ...importFormats.map((format) =>
      format === "cases" ? "import cases a.csv --prompt P" : `import ${format} a.json`,
    ),
  ])("is an error of %s", async (line) => {
    const files = { "promptctl.yaml": `definitions: ${"[".repeat(2_000)}\n`, "a.json": "[]" };
    const { code, output } = await run(files, line.split(" "));
    expect([code, output]).toEqual([3, expect.stringMatching(tooDeep("promptctl.yaml"))]);
  });
});

describe("another file with many levels", () => {
  const deep = { json: lists(50_000), yaml: `a: ${lists(50_000)}\n` };

  it.each<[string, Readonly<Record<string, string>>, number, RegExp]>([
    ["validate", { "prompts/deep.yaml": deep.yaml }, 3, tooDeep("prompts/deep.yaml")],
    ["fmt --check", { "prompts/deep.yaml": deep.yaml }, 3, tooDeep("prompts/deep.yaml")],
    ["render P --vars deep.yaml", { "deep.yaml": deep.yaml }, 64, tooDeep("deep.yaml")],
    [
      "render P --from files --as anthropic --vars deep.yaml",
      { "deep.yaml": deep.yaml },
      64,
      tooDeep("deep.yaml"),
    ],
    ["apply deep.json --local", { "deep.json": deep.json }, 4, /deep\.json/],
    ["report deep.json", { "deep.json": deep.json }, 64, /deep\.json/],
    ["test --replies deep.yaml", { "deep.yaml": deep.yaml }, 64, tooDeep("deep.yaml")],
    ["import cases deep.jsonl --prompt P", { "deep.jsonl": deep.json }, 64, /deep\.jsonl/],
    ...importFormats
      .filter((format) => format !== "cases")
      .flatMap((format): [string, Readonly<Record<string, string>>, number, RegExp][] => [
        [`import ${format} deep.json`, { "deep.json": deep.json }, 1, tooDeep("deep.json")],
        [`import ${format} deep.yaml`, { "deep.yaml": deep.yaml }, 1, tooDeep("deep.yaml")],
      ]),
    ["import text deep.md", { "deep.md": `---\n${deep.yaml}---\nText\n` }, 1, tooDeep("deep.md")],
  ])("is an error of %s", async (line, files, expected, message) => {
    const all = { "promptctl.yaml": "definitions: prompts\n", "prompts/p.yaml": prompt, ...files };
    const { code, output } = await run(all, line.split(" "));
    expect([code, output]).toEqual([expected, expect.stringMatching(message)]);
  });
});

function tooDeep(file: string): RegExp {
  const tooDeep = "(?:nested too deeply|more than 200 levels)";
  return new RegExp(`${file.replaceAll(".", "\\.")}[^]*${tooDeep}|${tooDeep}[^]*${file}`);
}
