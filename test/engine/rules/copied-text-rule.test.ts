// Text files that no definition includes, though a definition has their text.
import { expect, it } from "vitest";
import { runCli } from "../../cli/fake-host.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { folderOf } from "../../io/folder.ts";

const prompt = (content: string, rest = ""): string => `kind: prompt
name: P
parameters: { provider: OPENAI, name: gpt-5.4 }
messages:
  - role: user
    content: ${content}
${rest}`;

const hi = '"Hi {{name}}, please read all of this.\\n"';
const text = "Hi {{name}}, please read all of this.\n";

type Files = Readonly<Record<string, string>>;

async function warned(files: Files, { definitions = "prompts", args = [] as string[] } = {}) {
  const configuration = { "promptctl.yaml": `definitions: ${definitions}\n` };
  await using folder = folderOf({ ...configuration, ...files });
  const { out, code } = await runCli(["validate", ...args], { cwd: folder.path });
  const files_ = [...out.matchAll(/^ {2}(\S+) has the same text/gm)].map(([, file]) => file);
  return { code, files: files_ };
}

it.each<[what: string, files: Files, warned: string[]]>([
  ["a copied text", { "prompts/a.md": text }, ["prompts/a.md"]],
  ["one in another folder", { "prompts/x/a.TXT": text }, ["prompts/x/a.TXT"]],
  ["one without the last line break", { "prompts/a.txt": text.trim() }, ["prompts/a.txt"]],
  [
    "one with CRLF and a byte order mark",
    { "prompts/a.txt": `\uFEFF${text.trim()}\r\n` },
    ["prompts/a.txt"],
  ],
  ["two copies", { "prompts/a.md": text, "prompts/b.md": text }, ["prompts/a.md", "prompts/b.md"]],
  ["another text", { "prompts/a.md": `${text}More.` }, []],
  ["an empty text", { "prompts/a.md": "\n" }, []],
  ["the name of a role or of a model", { "prompts/a.md": "user", "prompts/b.md": "gpt-5.4" }, []],
  ["one outside the definitions", { "docs/a.md": text }, []],
  ["one of another kind", { "prompts/a.html": text }, []],
  ["a hidden one", { "prompts/.a.md": text }, []],
])("%s", async (_what, files, expected) => {
  expect(await warned({ "prompts/p.yaml": prompt(hi), ...files })).toEqual({
    code: 0,
    files: expected,
  });
});

it("does not name a file that another definition includes", async () => {
  const other = prompt("{ file: a.md }").replace("name: P", "name: Q");
  const files = { "prompts/p.yaml": prompt(hi), "prompts/q.yaml": other, "prompts/a.md": text };
  expect(await warned(files)).toEqual({ code: 0, files: [] });
});

it("names a copy of an included file", async () => {
  const files = {
    "prompts/p.yaml": prompt("{ file: a.md }"),
    "prompts/a.md": text,
    "prompts/b.md": text,
  };
  expect(await warned(files)).toEqual({ code: 0, files: ["prompts/b.md"] });
});

it("checks tools, appended messages, and a project whose definitions are in its root", async () => {
  const evaluation = `evaluations:
  - { name: e, variables: { name: A }, appendedMessages: [{ role: user, content: And now? }], assertions: [{ type: LATENCY, targetThreshold: 1 }] }
`;
  const tool = "kind: tool\nname: look\ndescription: Looks.\nparameters: { type: object }\n";
  const files = {
    "p.yaml": prompt(hi, evaluation),
    "t.yaml": tool,
    "now.md": "And now?",
    "look.txt": "Looks.",
    "README.md": "Other.",
  };
  const { files: found } = await warned(files, { definitions: "." });
  expect(found.toSorted()).toEqual(["look.txt", "now.md"]);
});

it("is an error with --strict, ignored by a comment, and found in a commit", async () => {
  const files = { "prompts/p.yaml": prompt(hi), "prompts/a.md": text };
  expect(await warned(files, { args: ["--strict"] })).toMatchObject({ code: 3 });
  const ignoring = `# promptctl-ignore: copied-text\n${prompt(hi)}`;
  expect(await warned({ ...files, "prompts/p.yaml": ignoring })).toMatchObject({ files: [] });
  await using folder = repositoryOf({ "promptctl.yaml": "", ...files });
  const at = { cwd: folder.path, env: gitEnv };
  const { out } = await runCli(["validate", "--ref", "HEAD"], at);
  expect(out).toContain("prompts/a.md has the same text");
});

it("names the path to include", async () => {
  await using folder = folderOf({
    "promptctl.yaml": "",
    "prompts/deep/p.yaml": prompt(hi),
    "prompts/texts/a b.md": text,
  });
  const { out } = await runCli(["validate"], { cwd: folder.path });
  expect(out).toBe(`prompts/deep/p.yaml:6:14  warning  copied-text
  | content: "Hi {{name}}, please read all of this.\\n"
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  prompts/texts/a b.md has the same text, but no definition includes the file: changes to it have no effect.
  Write { file: "../texts/a b.md" } in place of the text, or remove the file.

1 warning. Checked 1 definition (1 file). For details: promptctl validate --explain copied-text
`);
});
