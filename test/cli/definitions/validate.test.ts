// promptctl validate as a person, a pull request and a program see it.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeExamples } from "../../fixtures/code-examples.ts";
import type { Validation } from "../../../src/generated/types.ts";
import { folderOf } from "../../io/folder.ts";
import { runTestGit } from "../../io/repository.ts";
import { type CliResult, runCli } from "../fake-host.ts";
import { greeter, lookup, project, triage } from "../project.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function validate(files: Files, ...args: readonly string[]): Promise<CliResult> {
  await using folder = folderOf(files);
  return await runCli(["validate", ...args], { cwd: folder.path });
}

it.each(["stream: yes", "streem: yes"])("%s is one error, without a warning", async (field) => {
  const { out } = await validate({
    ...project,
    "prompts/greeter.yaml": greeter.replace("gpt-test", `gpt-test, ${field}`),
  });
  expect(out).toContain("prompts/greeter.yaml:4:");
  expect(out).toContain("1 error.");
  expect(out).not.toContain("truth-word");
});

const misspelled = {
  ...project,
  "prompts/triage.yaml": triage.replace("[lookup_order]", "[lookup_ordr]"),
};
const unused = {
  ...project,
  "prompts/triage.yaml": triage.replace("variables: {}", "variables: { company: Acme }"),
};

describe("every code has an example whose output is in test/cli/definitions/broken", () => {
  it.each(codeExamples)("%s", async (code, { severity, bad }) => {
    const { code: exit, out, err } = await validate({ "promptctl.yaml": "", ...bad });
    expect([exit, err]).toEqual([severity === "error" ? 3 : 0, ""]);
    const [, shown, total] = /^(.*\n)\n(.*\n)$/s.exec(out)!;
    await expect(shown).toMatchFileSnapshot(join(import.meta.dirname, "broken", `${code}.txt`));
    expect(total).toMatch(
      new RegExp(`^1 ${severity}\\. .*: promptctl validate --explain ${code}\n$`),
    );
  });
});

describe("the output", () => {
  it("counts valid definitions", async () => {
    expect(await validate(project)).toEqual({
      code: 0,
      out: "Valid: 7 definitions (4 files)\n",
      err: "",
      questions: [],
    });
  });

  it("mentions JSON files and empty files once", async () => {
    const files = { ...project, "prompts/a.json": "{}", "prompts/b.yaml": "# later\n" };
    const { code, out } = await validate(files, "--strict");
    expect(code).toBe(0);
    expect(out).toBe(`Valid: 7 definitions (5 files)
Not read: prompts/a.json. Definitions are *.yaml and *.yml files.
Without definitions: prompts/b.yaml.
`);
    const { unread } = JSON.parse((await validate(files, "--format", "json")).out) as Validation;
    expect(unread).toEqual([
      { file: "prompts/a.json", reason: "json" },
      { file: "prompts/b.yaml", reason: "empty" },
    ]);
    // The files with included texts are more than those with definitions.
    expect((await validate(project, "prompts")).out).toBe("Valid: 5 files in the given paths\n");
    expect((await validate(files, "prompts/triage.yaml")).out).toBe(
      "Valid: 1 file in the given paths\n",
    );
  });

  it("does not mention JSON files beside an error: the file with it may include them", async () => {
    const { code, out } = await validate({
      "promptctl.yaml": "",
      "prompts/a.yaml": "kind: tool\nname: a\nparameters: { file: a.json\n",
      "prompts/a.json": "{}",
    });
    expect([code, out]).toEqual([3, expect.not.stringContaining("Not read")]);
  });

  it("says of two similar names that one of them is wrong", async () => {
    const { out } = await validate({
      "promptctl.yaml": "",
      "prompts/a.yaml":
        "kind: prompt\nname: A\nparameters: { provider: OPENAI, name: gpt-5.4 }\nvariables: { mail: The mail. }\nmessages: [{ role: user, content: '{{mial}}' }]\n",
    });
    expect(out).toContain(
      "The messages do not use {{mail}}.\n  They use {{mial}}. Correct one of the two names.",
    );
    expect(out).toContain('does not declare mial.\n  Did you mean "mail"?');
  });

  it("does not mention JSON files that a definition includes, or beside promptctl.yaml", async () => {
    const included = triage.replace("./triage.md", "./triage.json");
    const files = {
      ...project,
      "package.json": "{}",
      "prompts/triage.yaml": included,
      "prompts/triage.json": "{}",
    };
    expect((await validate(files)).out).toBe("Valid: 7 definitions (4 files)\n");
  });

  it("exits with 3 for warnings with --strict only", async () => {
    expect((await validate(unused)).code).toBe(0);
    expect((await validate(unused, "--strict")).code).toBe(3);
  });

  it("locates an included text in its file", async () => {
    const { out } = await validate({
      ...project,
      "prompts/triage.md": "You triage\nsupport {% if x %}tickets.\n",
    });
    expect(out).toContain(`prompts/triage.md:2:9  warning  other-template
  | support {% if x %}tickets.
  |         ^^^^^^^^^^
`);
  });

  it("contains no text that looks like a secret", async () => {
    const key = `AKIA${"IOSFODNN7EXAMPLE"}`;
    const files = { ...project, "prompts/lookup.yaml": lookup.replace("by its", `${key} by its`) };
    for (const format of ["text", "json", "github"]) {
      const { out } = await validate(files, "--format", format);
      expect(out).not.toContain(key);
      expect(out).toContain("AWS access key");
    }
  });

  it("reports a secret in a file included as text and as an image", async () => {
    const [key, file] = [`AKIA${"IOSFODNN7EXAMPLE"}`, "{ file: ./picture.svg }"];
    const picture = `{ type: IMAGE_BASE64, mediaType: image/png, imageBase64: ${file} }`;
    const content = `    content:\n      - { type: TEXT, text: ${file} }\n      - ${picture}\n`;
    const written = `kind: prompt\nname: Seer\nparameters: { provider: OPENAI, name: gpt-4.1 }\nmessages:\n  - role: user\n${content}`;
    const files = { "prompts/seer.yaml": written, "prompts/picture.svg": `<svg>${key}</svg>` };
    const { out } = await validate({ "promptctl.yaml": "", ...files });
    expect(out).toContain("AWS access key");
    expect(out).not.toContain(key);
  });
});

it("a misspelled model is a warning, unless its provider has an address of its own", async () => {
  const files = { ...project, "prompts/greeter.yaml": greeter.replace("gpt-test", "gpt-4o-mni") };
  await using folder = folderOf(files);
  const outIn = async (env: Record<string, string>): Promise<string> =>
    (await runCli(["validate"], { cwd: folder.path, env })).out;
  expect(await outIn({ ANTHROPIC_BASE_URL: "https://proxy.example" })).toContain(
    'Did you mean "gpt-4o-mini"?',
  );
  expect(await outIn({ OPENAI_BASE_URL: "https://proxy.example" })).toContain("Valid: ");
});

describe("a comment", () => {
  const ignore = (code: string): string => `# promptctl-ignore: ${code}\n`;
  const { "prompts/triage.yaml": text } = unused;
  const withKey = lookup.replace("by its", `AKIA${"IOSFODNN7EXAMPLE"} by its`);
  it.each<[string, Files, string]>([
    ["disables its warning", { "triage.yaml": ignore("unused-variable") + text }, "Valid: "],
    ["disables no other warning", { "triage.yaml": ignore("secret") + text }, "1 warning"],
    [
      "disables it in its document of a file only",
      { "lookup.yaml": "", "triage.yaml": `${ignore("unused-variable")}${lookup}---\n${text}` },
      "1 warning",
    ],
    [
      "in a later document disables nothing before it",
      { "lookup.yaml": "", "triage.yaml": `${text}---\n${ignore("unused-variable")}${lookup}` },
      "1 warning",
    ],
    ["is none inside an included text", { "triage.md": ignore("unused-variable") }, "1 warning"],
    [
      "is none inside a value",
      { "triage.yaml": `${text}metadata:\n  a: |\n    ${ignore("unused-variable")}` },
      "1 warning",
    ],
    ["is needed for a secret", { "triage.yaml": triage, "lookup.yaml": withKey }, "1 error"],
    [
      "disables a secret",
      { "triage.yaml": triage, "lookup.yaml": ignore("secret") + withKey },
      "Valid: ",
    ],
    [
      "disables it anywhere in its document",
      {
        "triage.yaml": triage,
        "lookup.yaml": withKey.replace("name:", `${ignore("secret")}name:`),
      },
      "Valid: ",
    ],
    [
      "disables no other error",
      { "triage.yaml": ignore("unknown-tool") + misspelled["prompts/triage.yaml"] },
      'Unknown warning "unknown-tool".',
    ],
  ])("%s", async (_name, files, expected) => {
    const changed = Object.entries(files).map(([name, each]) => [`prompts/${name}`, each]);
    const { out } = await validate({ ...unused, ...(Object.fromEntries(changed) as Files) });
    expect(out).toContain(expected);
  });
});

describe("paths select diagnostics; the whole project is loaded", () => {
  const both = {
    ...unused,
    "prompts/greeter.yaml": greeter.replace(
      "OPENAI, name: gpt-test",
      "OPENAI, name: gpt-test, topK: 4",
    ),
  };
  it.each<[string, string[], string[]]>([
    ["a file", ["prompts/greeter.yaml"], ["ignored-setting"]],
    ["a text that a definition includes", ["prompts/triage.md"], ["unused-variable"]],
    ["promptctl.yaml: all", ["promptctl.yaml"], ["ignored-setting", "unused-variable"]],
    ["a pattern that no shell filled in", ["**/gr*.yaml"], ["ignored-setting"]],
  ])("%s", async (_name, paths, expected) => {
    const { out } = await validate(both, ...paths);
    expect([...out.matchAll(/(?:error|warning) {2}([a-z-]+)/g)].map(([, code]) => code)).toEqual(
      expected,
    );
  });

  it("never hide errors that a change causes in another file", async () => {
    const { code, out } = await validate(misspelled, "prompts/mail.yaml");
    expect([code, out]).toEqual([3, expect.stringContaining("unknown-tool")]);
    const twice = { ...project, "prompts/z.yaml": lookup };
    const duplicated = await validate(twice, "prompts/lookup.yaml");
    expect(duplicated.out).toContain("duplicate-name");
  });

  it("may be absolute, and lie in several projects", async () => {
    const two = ["a", "b"].flatMap((name) =>
      Object.entries(misspelled).map(([path, text]) => [`${name}/${path}`, text] as const),
    );
    await using folder = folderOf(Object.fromEntries(two));
    const args = ["validate", folder.at("a/prompts/mail.yaml"), "b/prompts/mail.yaml"];
    const { out } = await runCli(args, { cwd: folder.path });
    expect(out).toContain("a/prompts/triage.yaml:3:9");
    expect(out).toContain("b/prompts/triage.yaml:3:9");
    expect(out).toContain("2 errors. Checked 8 files.");
  });

  it("name a file whose name looks like a pattern", async () => {
    const named = {
      ...unused,
      "prompts/[gm]*.yaml": greeter.replace("gpt-test", "gpt-test, topK: 4"),
    };
    const { out } = await validate(named, "prompts/[gm]*.yaml");
    expect(out).toContain("prompts/[gm]*.yaml:");
    expect(out).not.toContain("unused-variable");
  });

  const noProject = "None of the paths is in a project (a folder with promptctl.yaml).\n";

  it.each([
    [["validate", "notes.md"]],
    [["validate", "a.prompt.yaml", "notes.md"]],
    [["fmt", "a.prompt.yaml"]],
    [["fmt", "--check", "a.prompt.yaml"]],
  ])("outside of any project are wrong usage: %j", async (args) => {
    await using folder = folderOf({ "notes.md": "x", "a.prompt.yaml": greeter });
    const { code, out, err } = await runCli(args, { cwd: folder.path });
    expect({ code, out, err }).toEqual({
      code: 64,
      out: "",
      err: `Error: ${noProject}  Name files of a project, or create a project: promptctl init\n`,
    });
  });

  it.each(["validate", "fmt"])(
    "outside of any project are ignored by the hooks of pre-commit: %s",
    async (command) => {
      await using folder = folderOf({ "notes.md": "x" });
      const options = { cwd: folder.path, env: { PRE_COMMIT: "1" } };
      const { code, out, err } = await runCli([command, "notes.md"], options);
      expect({ code, out, err }).toEqual({ code: 0, out: "", err: noProject });
    },
  );

  it.each([
    ["prompts/lookup.yaml", 'Unknown tool "lookup_order".'],
    ["prompts/triage.md", "There is no file prompts/triage.md."],
  ])("of deleted files report the files that refer to them: %s", async (path, message) => {
    const { [path]: _deleted, ...rest } = project;
    const { code, out, err } = await validate(rest, path);
    expect([code, err]).toEqual([
      3,
      `${path} does not exist: checking the files that refer to it.\n`,
    ]);
    expect(out).toContain(message);
  });

  it("that do not exist are wrong usage", async () => {
    const { code, out, err } = await validate(project, "prompts/gone.yaml");
    expect([code, out, err]).toEqual([
      64,
      "",
      "Error: No such file or folder: prompts/gone.yaml\n  Paths are relative to the current folder. Without paths, the whole project is used.\n",
    ]);
  });

  it.each([
    ["inside a project", project, "prompts/gone.yaml"],
    ["outside of any project", { "a.md": "" }, "gone.md"],
    ["whose name is a pattern for git", project, ":(glob)gone[1].yaml"],
  ])("of files that a commit deleted are no error: %s", async (_name, files, path) => {
    await using folder = folderOf({ ...files, [path]: "" });
    const git = (...words: string[]): unknown => runTestGit(words, folder.path);
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    rmSync(folder.at(path));
    git("commit", "-q", "-a", "-m", "second");
    const env = { PRE_COMMIT: "1" };
    const { code, err } = await runCli(["validate", path], { cwd: folder.path, env });
    expect(code).toBe(0);
    expect(err).toContain(`${path} does not exist: checking the files that refer to it.\n`);
    const other = await runCli(["validate", `${path}x`], { cwd: folder.path });
    expect([other.code, other.err]).toEqual([
      64,
      expect.stringContaining("No such file or folder"),
    ]);
  });

  it("outside of any project fail with --strict", async () => {
    expect((await validate({ "a.yaml": "" }, "--strict", "a.yaml")).code).toBe(64);
  });

  it("without errors are counted", async () => {
    const broken = { ...project, "prompts/triage.yaml": "kind: [\n" };
    expect((await validate(broken, "prompts/lookup.yaml")).out).toBe(
      "Valid: 1 file in the given paths\n",
    );
    expect((await validate({ ...project, "notes.md": "" }, "notes.md")).out).toBe(
      "The given paths contain no definitions and no included files.\n",
    );
  });

  it("report arguments that a tool of a check does not have", async () => {
    const tool =
      "kind: tool\nname: look\ndescription: x\nparameters: { type: object, properties: { city: { type: string } } }\n";
    const checks =
      "checks:\n  - { type: TOOL_CALLED, toolName: look, arguments: { town: Bonn } }\n  - { type: TOOL_CALLED, toolName: look, argumentsSchema: { type: text } }\n";
    const { out } = await validate({
      "promptctl.yaml": "",
      "prompts/tool.yaml": tool,
      "prompts/prompt.yaml":
        "kind: prompt\nname: P\ntools: [look]\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages: [{ role: user, content: Hi }]\n",
      "prompts/test.yaml": `kind: evaluation\nprompt: P\nname: e\n${checks}`,
    });
    expect(out.match(/^prompts.*$/gm)).toEqual([
      "prompts/test.yaml:6:59  error  invalid-reply-schema",
      "prompts/test.yaml:5:61  warning  unknown-argument",
    ]);
  });

  it("report warnings that they cause in other files", async () => {
    const argument = "{ type: TOOL_CALLED_WITH, toolName: look, argKeyName: id }";
    const files = {
      "promptctl.yaml": "",
      "prompts/tool.yaml":
        "kind: tool\nname: look\ndescription: x\nparameters: { type: object, properties: { no_id: { type: string } } }\n",
      "prompts/prompt.yaml":
        "kind: prompt\nname: P\ntools: [look]\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages: [{ role: user, content: Hi }]\n",
      "prompts/test.yaml": `kind: evaluation\nprompt: P\nname: e\nassertions:\n  - ${argument}\n`,
      "prompts/other.yaml":
        "kind: prompt\nname: Q\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages: [{ role: user, content: Hi }]\nevaluations: [{ name: f }]\n",
    };
    const { out } = await validate(files, "--strict", "prompts/tool.yaml");
    expect(out.match(/^prompts.*$/gm)).toEqual([
      expect.stringMatching(/^prompts\/test\.yaml:5:\d+ {2}warning {2}unknown-argument$/),
    ]);
  });
});

describe("a hint shows the correct text", () => {
  const tool = "kind: tool\nname: look\ndescription: x\nparameters: { type: object }\n";
  const prompt = (more: string): string =>
    `kind: prompt\nname: P\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages: [{ role: user, content: Hi }]\n${more}`;
  it.each<[string, Files, string]>([
    [
      "a key where the name was written",
      { "prompts/a.yaml": `${tool}key: finder\n---\n${prompt("tools: [look]\n")}` },
      'Unknown tool "look".\n  Use its key: "finder" (prompts/a.yaml:5).',
    ],
    [
      "a capital letter",
      { "prompts/a.yaml": tool.replace("kind", "Kind") },
      '"kind" is missing: tool, prompt, evaluation or assertion.\n  "Kind" must be lower case.',
    ],
    [
      "a misspelled kind, without an error about what refers to its definition",
      {
        "prompts/a.yaml": tool.replace("kind", "knd"),
        "prompts/b.yaml": prompt("tools: [look]\n"),
      },
      '"kind" is missing: tool, prompt, evaluation or assertion.\n  Write "kind" in place of "knd".\n\n1 error.',
    ],
    [
      "a placeholder without quotes",
      { "prompts/a.yaml": prompt("").replace("Hi", "{{ticket}}") },
      "A value that starts with {{ must be quoted.",
    ],
    [
      "text after a value",
      { "prompts/a.yaml": tool.replace("x", "'it's'") },
      "The value ends before this.\n  Put the whole value in quotes.",
    ],
  ])("%s", async (_name, files, args) => {
    const { code, out, err } = await validate({ "promptctl.yaml": "", ...files });
    expect([code, err]).toEqual([3, ""]);
    expect(out).toContain(args);
  });

  it("every error of a JSON Schema", async () => {
    const parameters = "{ type: objekt, required: a, properties: { a: { minLength: -1 } } }";
    const files = {
      "promptctl.yaml": "",
      "prompts/a.yaml": tool.replace("{ type: object }", parameters),
    };
    const { out } = await validate(files);
    expect(out.match(/ warning {2}invalid-json-schema$/gm)).toHaveLength(3);
  });
});

describe("valid definitions cause no warning", () => {
  const tool = (parameters: string): string =>
    `kind: tool\nname: look\ndescription: x\nparameters: ${parameters}\n`;
  const prompt = (provider: string, more: string): string =>
    `kind: prompt\nname: P\ntools: [look]\nparameters: { provider: ${provider}, name: m }\nmessages: [{ role: user, content: Hi }]\n${more}`;
  const asserting = (assertion: string): string =>
    `evaluations:\n  - name: e\n    assertions:\n      - ${assertion}\n`;
  const calls = asserting("{ type: TOOL_CALLED_WITH, toolName: look, argKeyName: any }");
  it.each<[string, string]>([
    [
      "an argument of a tool that takes others too",
      `${tool("{ type: object, properties: { a: {} }, additionalProperties: true }")}---\n${prompt("OPENAI", calls)}`,
    ],
    [
      "a path into the reply of a prompt that asks for JSON in words",
      `${tool("{ type: object }")}---\n${prompt("ANTHROPIC", asserting("{ type: EXACT_MATCH, targetValue: a, jsonPath: $.a }"))}`,
    ],
    [
      "a variable that only an evaluation's message uses",
      `${tool("{ type: object }")}---\n${prompt("OPENAI", `variables: { name: x }\nevaluations:\n  - name: e\n    variables: { name: a }\n    appendedMessages: [{ role: user, content: "{{name}}" }]\n    assertions: [{ type: COST, targetThreshold: 1 }]\n`)}`,
    ],
    [
      "an address that looks like a key",
      tool("{ type: object }").replace(
        "x",
        "https://a.example/sk-learn-tutorial-how-to-train-your-model",
      ),
    ],
    [
      "what a comment before the first document silences",
      `# promptctl-ignore: no-assertions\n---\n${tool("{ type: object }")}---\n# promptctl-ignore: no-assertions\n${prompt("OPENAI", "evaluations: [{ name: e }]\n")}`,
    ],
  ])("%s", async (_name, text) => {
    expect(
      await validate({ "promptctl.yaml": "", "prompts/a.yaml": text }, "--strict"),
    ).toMatchObject({
      code: 0,
      out: expect.stringContaining("Valid: "),
    });
  });

  it("an image of several megabytes", async () => {
    const image = `kind: prompt\nname: p\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages:\n  - role: user\n    content: [{ type: IMAGE_BASE64, mediaType: image/png, imageBase64: { file: ./a.png } }]\n`;
    const files = {
      "promptctl.yaml": "",
      "prompts/a.yaml": image,
      "prompts/a.png": "x".repeat(6_000_001),
    };
    expect((await validate(files, "--strict")).code).toBe(0);
  });

  it("a changed include whose warning is silenced", async () => {
    const files = {
      "promptctl.yaml": "",
      "prompts/a.yaml": `# promptctl-ignore: include-changed\n${tool("{ type: object }").replace("x", "{ file: a.md }")}`,
      "prompts/a.md": "a\r\nb\r\n",
    };
    expect((await validate(files, "--strict")).code).toBe(0);
  });

  it("a text included by several prompts is reported once", async () => {
    const one = prompt("OPENAI", "").replace("Hi", "{ file: a.md }").replace("tools: [look]\n", "");
    const files = {
      "promptctl.yaml": "",
      "prompts/a.yaml": `${one}---\n${one.replace("name: P", "name: Q")}`,
      "prompts/a.md": "{% if x %}\n",
    };
    expect((await validate(files)).out.match(/ {2}other-template$/gm)).toHaveLength(1);
  });
});

describe("--format json", () => {
  it("is one versioned document, also without errors", async () => {
    const { code, out, err } = await validate(misspelled, "--format", "json");
    expect([code, err]).toEqual([3, ""]);
    expect(JSON.parse(out)).toMatchObject({
      format: "promptctl.validation/1",
      counts: { errors: 1, warnings: 0 },
      definitions: 7,
      files: 4,
      diagnostics: [
        {
          severity: "error",
          code: "unknown-tool",
          message: 'Unknown tool "lookup_ordr".',
          location: { file: "prompts/triage.yaml", line: 3, column: 9, endColumn: 20 },
          also: { file: "prompts/lookup.yaml", line: 2 },
        },
      ],
    });
    expect(JSON.parse((await validate(project, "--format", "json")).out)).toMatchObject({
      counts: { errors: 0, warnings: 0 },
      diagnostics: [],
    });
  });
});

describe("--format github", () => {
  it("is an annotation for each diagnostic, with its path in the checkout, then the text", async () => {
    await using folder = folderOf({
      "shop/promptctl.yaml": "",
      "shop/prompts/a.yaml": "kind: tol\n",
    });
    const { out } = await runCli(["validate", "--format", "github"], {
      cwd: folder.at("shop"),
      env: { GITHUB_WORKSPACE: folder.path },
    });
    const [first, second] = out.split("\n");
    expect(first).toBe(
      '::error file=shop/prompts/a.yaml,line=1,endLine=1,col=7,endColumn=10,title=unknown-kind::Unknown kind "tol".%0ADid you mean "tool"?',
    );
    expect(second).toMatch(/^prompts\/a.yaml:1:7/);
  });

  it("has ten annotations of each severity and counts the rest", async () => {
    const many = Array.from({ length: 13 }, (_none, index) => [
      `prompts/${index}.yaml`,
      "kind: tol\n",
    ]);
    const { out } = await validate(
      { "promptctl.yaml": "", ...(Object.fromEntries(many) as Files) },
      "--format",
      "github",
    );
    expect(out.match(/^::error /gm)).toHaveLength(10);
    expect(out).toContain(
      "::notice title=promptctl::3 more errors: run promptctl validate to list all.\n",
    );
  });

  it("annotates a failure that is not a diagnostic", async () => {
    const { code, out, err } = await validate({ "promptctl.yaml": "" }, "--format", "github");
    expect([code, out]).toEqual([
      3,
      expect.stringMatching(/^::error title=promptctl::There is no folder "prompts"/),
    ]);
    expect(err).toMatch(/^Error: There is no folder "prompts"/);
  });
});

describe.each(["junit", "codequality"])("--format %s", (format) => {
  const filesOf = (out: string): string[] =>
    format === "junit"
      ? [...out.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name!)
      : (JSON.parse(out) as { location: { path: string } }[]).map(({ location }) => location.path);

  it("prints the report to standard output and the text to standard error", async () => {
    const { code, out, err } = await validate(misspelled, "--format", format);
    expect(code).toBe(3);
    expect(filesOf(out)).toContain("prompts/triage.yaml");
    expect(err).toBe((await validate(misspelled)).out);
  });

  it("has paths relative to the checkout of GitLab", async () => {
    await using folder = folderOf({
      "shop/promptctl.yaml": "",
      "shop/prompts/a.yaml": "kind: tol\n",
    });
    const options = { cwd: folder.at("shop"), env: { CI_PROJECT_DIR: folder.path } };
    const { out } = await runCli(["validate", "--format", format], options);
    expect(filesOf(out)).toEqual(["shop/prompts/a.yaml"]);
  });

  it("without errors lists the files that were checked, in JUnit", async () => {
    const { code, out } = await validate(project, "--format", format);
    const all = ["greeter", "lookup", "mail", "triage"].map((name) => `prompts/${name}.yaml`);
    const checked = [...all, "prompts/triage.md"].toSorted();
    expect([code, filesOf(out)]).toEqual([0, format === "junit" ? checked : []]);
  });

  it("is a report too if pre-commit passes no path that is in a project", async () => {
    await using folder = folderOf({ "a.md": "" });
    const options = { cwd: folder.path, env: { PRE_COMMIT: "1" } };
    const { code, out } = await runCli(["validate", "--format", format, "a.md"], options);
    expect([code, filesOf(out)]).toEqual([0, []]);
  });
});

describe("--explain", () => {
  it.each(codeExamples)("%s", async (code) => {
    const { code: exit, out } = await validate({}, "--explain", code);
    expect(exit).toBe(0);
    expect(out).toMatch(new RegExp(`^${code} \\((error|warning)\\)\\n`));
    expect(out).toContain("\n  Bad:\n");
    expect(out).toContain("\n  Good:\n");
  });

  it("suggests a code for an unknown one", async () => {
    const { code, err } = await validate({}, "--explain", "unkown-tool");
    expect([code, err]).toEqual([
      64,
      'Error: Unknown diagnostic code "unkown-tool".\n  Did you mean "unknown-tool"?\n',
    ]);
  });
});
