// All paths in a message are relative to the folder in which the command runs.
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { runCli } from "../fake-host.ts";

const prompt = (file: string): string => `kind: prompt
name: P
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: { file: ${file} } }]
`;

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 3\n`;

/** The files of the project `app/bot`, and messages with its paths as `P:PATH`. */
const rows: readonly (readonly [
  title: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  ...messages: string[],
])[] = [
  [
    "a file that is missing, with a similar one",
    { "prompts/a.yaml": prompt("b.text"), "prompts/b.txt": "b" },
    "There is no file P:prompts/b.text.",
    "Did you mean P:prompts/b.txt?",
  ],
  [
    "an included file that is not UTF-8",
    { "prompts/a.yaml": prompt("b.txt"), "prompts/b.txt": Uint8Array.of(0xe9) },
    "P:prompts/b.txt is not UTF-8 text: line 1 has the byte 0xE9.",
    "iconv -f WINDOWS-1252 -t UTF-8 P:prompts/b.txt > FILE",
  ],
  [
    "a definition file that is not UTF-8",
    { "prompts/a.yaml": Uint8Array.of(0xe9) },
    "P:prompts/a.yaml:1:1",
    "P:prompts/a.yaml is not UTF-8 text: line 1 has the byte 0xE9.",
  ],
  [
    "an included file with CRLF",
    { "prompts/a.yaml": prompt("b.txt"), "prompts/b.txt": "b\r\n" },
    "P:prompts/b.txt has CRLF line endings, which are read as LF.",
  ],
  [
    "a pointer of Git LFS",
    { "prompts/a.yaml": prompt("b.txt"), "prompts/b.txt": pointer },
    "P:prompts/b.txt is a pointer of Git LFS, not the file itself.",
  ],
  [
    "a merge conflict in an included file",
    {
      "prompts/a.yaml": prompt("b.txt"),
      "prompts/b.txt": "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n",
    },
    "P:prompts/b.txt:1:1",
    "add a comment to P:prompts/a.yaml: # promptctl-ignore",
  ],
];

describe.each([
  ["the project", "app/bot", ".", ""],
  ["a folder above it", ".", "app/bot", "app/bot/"],
  ["a folder in it", "app/bot/prompts", "..", "../"],
  ["another folder", "other", "../app/bot", "../app/bot/"],
])("validate in %s", (_place, cwd, argument, prefix) => {
  it.each(rows)("%s", async (...row) => {
    const [, files, ...messages] = row as unknown as (typeof rows)[number];
    await using folder = folderOf({
      "other/x": "",
      "app/bot/promptctl.yaml": "",
      ...Object.fromEntries(
        Object.entries(files).map(([path, content]) => [`app/bot/${path}`, content]),
      ),
    });
    const { out } = await runCli(["validate", argument], { cwd: folder.at(cwd) });
    for (const message of messages) expect(out).toContain(message.replaceAll("P:", prefix));
  });
});
