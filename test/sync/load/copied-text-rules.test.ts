// Which text files are read to find copies of texts.
import { expect, it } from "vitest";
import type { DefinitionFiles } from "../../../src/engine/model/ports.ts";
import { definitionFiles } from "../../../src/project/files/definitions.ts";
import { copiedTextRules } from "../../../src/sync/load/copied-text-rules.ts";
import { loadFiles } from "../../../src/sync/load/load.ts";
import { kinds } from "../../../src/kinds.ts";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { folderOf } from "../../io/folder.ts";

const lines = "é\n".repeat(5000);
const prompt = `kind: prompt
name: P
parameters: { provider: OPENAI, name: gpt-5.4 }
messages:
  - role: user
    content: { file: included.md }
`;

/** The text files that are read. */
async function readFor(files: Readonly<Record<string, string>>): Promise<string[]> {
  await using folder = folderOf(files);
  const found = definitionFiles(folder.path, ".");
  const project = await loadFiles(kinds, definitionSchemas, found);
  const read: string[] = [];
  const recorded: DefinitionFiles = {
    ...found,
    readIncluded: (request) => {
      const result = found.readIncluded(request);
      if ("text" in result) read.push(request.file);
      return result;
    },
  };
  await copiedTextRules(recorded, project);
  return read;
}

it("a file that is larger than every text of a definition is not read", async () => {
  const files = {
    "p.yaml": prompt,
    "included.md": lines,
    "same.md": lines,
    "crlf.txt": `\uFEFF${lines.replaceAll("\n", "\r\n")}`,
    "ends.txt": `${"\n".repeat(1000)}${lines}${" ".repeat(1000)}`,
    "large.txt": `${lines}${lines}`,
    "smaller.txt": "a",
  };
  expect(await readFor(files)).toEqual(["crlf.txt", "ends.txt", "same.md", "smaller.txt"]);
});

it("a text of another field does not count: only some fields can include a file", async () => {
  const tool = `kind: tool\nname: look\ndescription: Looks.\nparameters: { type: object, title: ${"x".repeat(20_000)} }\n`;
  const files = { "t.yaml": tool, "small.md": "Looks.", "large.md": "y".repeat(10_000) };
  expect(await readFor(files)).toEqual(["small.md"]);
});
