// What commands print of included files that are not what the author sees: stand-ins of a checkout, CRLF
// and byte order marks.
import { expect, it } from "vitest";
import { createProjectFixture } from "../project-fixture.ts";

const pointer = `version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
`;

const prompt = (comment = ""): string => `${comment}kind: prompt
name: Included
parameters: { provider: OPENAI, name: gpt-5.4 }
messages:
  - { role: system, content: { file: ./greeter.md } }
  - { role: user, content: [{ file: ./a.md }, { file: ./b.md }] }
`;

async function run(args: readonly string[], texts: Readonly<Record<string, string>>) {
  await using on = await createProjectFixture();
  on.folder.write("prompts/included.yaml", prompt());
  const all = { "greeter.md": "Hello.\n", "a.md": "a\n", "b.md": "b\n", ...texts };
  for (const [name, text] of Object.entries(all)) on.folder.write(`prompts/${name}`, text);
  const { code, out, err } = await on.run(args);
  return { code, out, err, writes: on.service.writes().length };
}

it.each([
  ["plan"],
  ["apply --auto-approve"],
  ["validate"],
  ["render Included --from files"],
  ["graph"],
])("a pointer of Git LFS is an error of %s", async (line) => {
  const { code, out, err, writes } = await run(line.split(" "), { "a.md": pointer });
  expect([code, writes]).toEqual([3, 0]);
  expect(out + err).toContain("prompts/a.md is a pointer of Git LFS, not the file itself.");
});

it("a comment ignores it", async () => {
  await using on = await createProjectFixture();
  on.folder.write("prompts/included.yaml", prompt("# promptctl-ignore: lfs-pointer\n"));
  for (const name of ["greeter", "a", "b"]) on.folder.write(`prompts/${name}.md`, pointer);
  expect((await on.run(["plan"])).code).toBe(0);
});

it.each([["pull --auto-approve --force"], ["import text prompts/a.md --dry-run --model gpt-5.4"]])(
  "it is a warning of %s",
  async (line) => {
    const { code, err } = await run(line.split(" "), { "a.md": pointer });
    expect([code, err]).toEqual([
      0,
      expect.stringContaining("prompts/a.md is a pointer of Git LFS, not the file itself."),
    ]);
  },
);

const windows = { "greeter.md": "Hello.\r\n", "a.md": "\uFEFFa\n" };

it.each([["plan"], ["apply --auto-approve"], ["render Included --from files"], ["graph"]])(
  "CRLF and byte order marks are one warning of %s",
  async (line) => {
    const { code, err } = await run(line.split(" "), windows);
    expect([code, err]).toEqual([
      0,
      expect.stringContaining(
        "Warning: 2 included files have CRLF line endings or a byte order mark, which are left out. promptctl validate names them and says what to do.\n",
      ),
    ]);
    expect(err).not.toContain("greeter.md");
  },
);

it.each([["plan --quiet"], ["apply --auto-approve --quiet"]])(
  "%s does not warn of them",
  async (line) => {
    const { code, err } = await run(line.split(" "), windows);
    expect([code, err]).toEqual([0, expect.not.stringContaining("CRLF")]);
  },
);
