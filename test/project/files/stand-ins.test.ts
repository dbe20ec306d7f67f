// Files that a checkout has in place of the real ones.
import { describe, expect, it } from "vitest";
import { definitionFiles, withReadableStandIns } from "../../../src/project/files/definitions.ts";
import { runCli } from "../../cli/fake-host.ts";
import { folderOf } from "../../io/folder.ts";

const pointer = `version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
`;
const encrypted = Buffer.from("\0GITCRYPT\0\xff\xfe", "latin1");

const files = {
  "shared.md": "Be brief.\n",
  "prompts/p.yaml": "",
  "prompts/pointer.md": pointer,
  "prompts/crlf.md": pointer.replaceAll("\n", "\r\n"),
  "prompts/extension.md": pointer.replace("oid", "ext-0-foo sha256:00\noid"),
  "prompts/old.md": pointer.replace("git-lfs.github", "hawser.github"),
  "prompts/image.png": pointer,
  "prompts/encrypted.md": encrypted,
  "prompts/encrypted.png": encrypted,
  "prompts/link.md": "../shared.md",
  "prompts/absolute.md": process.execPath,
  "prompts/about-lfs.md": `A pointer of Git LFS looks like this:\n${pointer}`,
  "prompts/version.md": "version https://git-lfs.github.com/spec/v1\n",
  "prompts/path.md": "../shared.md\n",
  "prompts/no-file.md": "../nothing.md",
  "prompts/folder.md": "../prompts",
  "prompts/empty.md": "",
};

describe("an included file", () => {
  it.each([
    ["pointer.md", "text", "lfs-pointer"],
    ["crlf.md", "text", "lfs-pointer"],
    ["extension.md", "text", "lfs-pointer"],
    ["old.md", "text", "lfs-pointer"],
    ["image.png", "base64", "lfs-pointer"],
    ["encrypted.md", "text", "not-checked-out"],
    ["encrypted.png", "base64", "not-checked-out"],
    ["link.md", "text", "not-checked-out"],
    ["absolute.md", "text", undefined],
    ["about-lfs.md", "text", undefined],
    ["version.md", "text", undefined],
    ["path.md", "text", undefined],
    ["no-file.md", "text", undefined],
    ["folder.md", "text", undefined],
    ["empty.md", "text", undefined],
  ] as const)("%s as %s is %s", async (file, form, code) => {
    await using folder = folderOf(files);
    const { readIncluded } = definitionFiles(folder.path, "prompts");
    expect(readIncluded({ from: "prompts/p.yaml", file, form })).toMatchObject(
      code ? { standIn: { code } } : {},
    );
    const found = readIncluded({ from: "prompts/p.yaml", file, form });
    expect("standIn" in found).toBe(code !== undefined);
  });

  it.each([
    ["pointer.md", true],
    ["link.md", true],
    ["encrypted.md", undefined], // it is no text
  ])("%s is a warning where it is read nevertheless: %s", async (file, isWarning) => {
    await using folder = folderOf(files);
    const { readIncluded } = withReadableStandIns(definitionFiles(folder.path, "prompts"));
    const found = readIncluded({ from: "prompts/p.yaml", file, form: "text" });
    expect("standIn" in found && found.standIn?.isWarning).toBe(isWarning);
  });
});

it.each([
  ["a pointer of Git LFS", pointer, "lfs-pointer"],
  ["encrypted", encrypted, "not-checked-out"],
  ["a link", "../shared.yaml", "not-checked-out"],
])("a definition file that is %s is no definition", async (_title, content, code) => {
  await using folder = folderOf({ "shared.yaml": "", "prompts/a.yaml": content });
  const { files: read, diagnostics } = await definitionFiles(folder.path, "prompts").read();
  expect([read, diagnostics.map((each) => each.code)]).toEqual([[], [code]]);
});

it.each([
  ["a pointer of Git LFS", pointer, "lfs-pointer"],
  ["encrypted", encrypted, "not-checked-out"],
  ["a link", "shared.yaml", "not-checked-out"],
])("promptctl.yaml that is %s is one error, of each command", async (_title, content, code) => {
  await using folder = folderOf({
    "promptctl.yaml": content,
    "shared.yaml": "",
    "prompts/a.yaml": "kind: tool\nname: a\ndescription: d\nparameters: {}\n",
  });
  for (const args of [["validate"], ["fmt", "--check"], ["plan", "--local"]]) {
    const result = await runCli(args, { cwd: folder.path });
    expect(result.code).toBe(3);
    const printed = result.out + result.err;
    expect(printed.match(/^promptctl\.yaml:1:1 {2}error {2}(\S+)$/gm)).toEqual([
      `promptctl.yaml:1:1  error  ${code}`,
    ]);
    expect(printed).toContain("promptctl.yaml is ");
  }
});
