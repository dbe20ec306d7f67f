// The reader of bundles in docs/code.md, in Python: it fills in placeholders as promptctl does.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { bundleText } from "../../src/views/code/bundle.ts";
import { folderOf } from "../io/folder.ts";
import { fences } from "./workflows/files.ts";

interface Row {
  readonly case: string;
  readonly template: string;
  readonly variables?: Record<string, string | null>;
  readonly result?: string;
  readonly missing?: string[];
}

const root = join(import.meta.dirname, "../..");
const rows = parse(
  readFileSync(join(root, "test/engine/render/templates.yaml"), "utf8"),
) as readonly Row[];
const [reader] = fences(readFileSync(join(root, "docs/code.md"), "utf8"), "python");

/** Prints for each row the text of the message, or the missing variables. */
const program = `${reader}
rows = json.load(open("rows.json", encoding="utf-8"))
prompts = Prompts("prompts.json", "production")
results = []
for index, row in enumerate(rows):
    try:
        prompt, digest = prompts.render(str(index), row.get("variables", {}))
        assert digest == prompts.versions[str(index)]["digest"]
        results.append(prompt["messages"][0]["content"][0]["text"])
    except KeyError as error:
        results.append(error.args[0])
print(json.dumps(results))
`;

it("reads the prompts and their versions, and fills in the variables", async ({ skip }) => {
  skip(spawnSync("python3", ["--version"]).status !== 0, "there is no python3");
  const prompts = rows.map(({ template }, index) => ({
    key: String(index),
    id: undefined,
    content: {
      name: `Prompt ${index}`,
      messages: [{ role: "user", content: [{ type: "TEXT", text: template }] }],
    },
  }));
  await using folder = folderOf({
    "prompts.json": bundleText(new Map([["production", prompts]])),
    "rows.json": JSON.stringify(rows),
    "app.py": program,
  });
  const options = { cwd: folder.path, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync("python3", ["app.py"], options);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(
    rows.map(({ result, missing }) => result ?? `no value for ${missing!.toSorted().join(", ")}`),
  );
});
