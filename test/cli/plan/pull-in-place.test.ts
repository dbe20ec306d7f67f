// promptctl pull into a project: definitions that differ are changed in place, and nothing else in
// their files.
import { describe, expect, it } from "vitest";
import { type Body, readOnlyService, remotePrompt } from "../../laws/hostile/fixture.ts";
import { folderOf, type Folder } from "../../io/folder.ts";
import { commitAfter, gitEnv, repositoryOf } from "../../io/repository.ts";
import { serviceEnv, type CliResult, runCli, createFakeService } from "../fake-host.ts";
import { createRepositoryFixture } from "../repository-fixture.ts";

describe("definitions that differ are changed in place", () => {
  const yamlOf = `# the tools
kind: tool
name: look # what the model calls
description: Looks up 0.
parameters: { type: object }
---
# the prompt
kind: prompt
name: P

tools: [look] # one
parameters: { provider: OPENAI, name: gpt-5, temperature: 0.5 } # cool
messages:
  # what it is
  - role: system
    content: { file: texts/system.md }
  - role: user # what is asked
    content: |
      Hello,
      you.

  - role: user
    content:
      - type: TEXT
        text: 'It''s me' # a name
metadata: { owner: me }
evaluations:
  - name: e # the first
    variables: { a: "1" }
    threshold: 0.5
    assertions:
      - type: COST # cheap
        targetThreshold: 1
`;
  const files = {
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/a.yaml": yamlOf,
    "prompts/texts/system.md": "Be brief.\n",
  };

  /** Makes the service say something else of these definitions, as another project would. */
  async function pulledAfter(
    changes: Readonly<Record<string, readonly [from: string, to: string]>>,
    args: readonly string[] = [],
  ): Promise<{ outcome: CliResult; text: string; system: string; planned: number }> {
    const { fetch } = await createFakeService();
    await using theirs = folderOf(files);
    const options = { env: serviceEnv, fetch };
    await runCli(["apply", "--auto-approve"], { ...options, cwd: theirs.path });
    for (const [path, [from, to]] of Object.entries(changes)) {
      const before = theirs.read(path);
      expect(before).toContain(from);
      theirs.write(path, before.replace(from, to));
    }
    commitAfter(files, theirs.path);
    const everything = ["apply", "--auto-approve", "--prune", "--allow-mass-delete"];
    expect((await runCli(everything, { ...options, cwd: theirs.path })).code).toBe(0);
    await using ours = folderOf(files);
    const outcome = await runCli(["pull", "--auto-approve", ...args], {
      ...options,
      cwd: ours.path,
    });
    const plan = ["plan", "--detailed-exitcode"];
    return {
      outcome,
      text: ours.read("prompts/a.yaml"),
      system: ours.read("prompts/texts/system.md"),
      planned: (await runCli(plan, { ...options, cwd: ours.path })).code,
    };
  }

  const threshold = "        targetThreshold: 1\n";
  const asked = "  - role: user # what is asked\n";

  it.each<[sentence: string, from: string, to: string, written?: string]>([
    ["a text beside its key", "Looks up 0.", "Looks up all."],
    ["a text of several lines", "Hello,\n      you.", "Hello,\n      all of you!"],
    ["a text that becomes longer", " Looks up 0.", ` "One\\nTwo"`, " |-\n  One\n  Two"],
    ["a text in quotes", "'It''s me' # a name", "It is us # a name"],
    ["a line that goes", "    threshold: 0.5\n", ""],
    ["an assertion that gets a weight", threshold, `${threshold}        weight: 0.5\n`],
    ["an assertion of another type", "      - type: COST # cheap", "      - type: LATENCY"],
    [
      "an added assertion",
      threshold,
      `${threshold}      - { type: LATENCY, targetThreshold: 9 }\n`,
      `${threshold}      - type: LATENCY\n        targetThreshold: 9\n`,
    ],
    [
      "a message inserted between others",
      `\n${asked}`,
      `\n  - { role: user, content: Well. }\n${asked}`,
      `\n  - role: user\n    content: Well.\n${asked}`,
    ],
    ["a removed message", `\n${asked}    content: |\n      Hello,\n      you.\n`, ""],
    [
      "an added evaluation",
      threshold,
      `${threshold}  - name: mine\n    variables: { b: What is it? }\n`,
      `${threshold}  - name: What is it\n    variables:\n      b: What is it?\n`,
    ],
  ])("%s, and nothing else", async (_sentence, from, to, written = to) => {
    const { outcome, text, system, planned } = await pulledAfter({ "prompts/a.yaml": [from, to] });
    expect([outcome.code, outcome.err, planned]).toEqual([0, "", 0]);
    expect(text).toBe(yamlOf.replace(from, written));
    expect(system).toBe("Be brief.\n");
  });

  it("an included text that a file cannot hold is written into the definition", async () => {
    const from = "content: { file: texts/system.md }";
    const to = String.raw`content: "a\r\nb"`;
    const { outcome, text, planned } = await pulledAfter({ "prompts/a.yaml": [from, to] });
    expect([outcome.code, outcome.err, planned, text]).toEqual([
      0,
      "",
      0,
      yamlOf.replace(from, to),
    ]);
  });

  it("an included text is changed in its own file", async () => {
    const { outcome, text, system, planned } = await pulledAfter({
      "prompts/texts/system.md": ["Be brief.", "Be kind."],
    });
    expect([outcome.code, planned, text, system]).toEqual([0, 0, yamlOf, "Be kind.\n"]);
    expect(outcome.out).toContain(
      "   ~ prompts/texts/system.md\n        @@ 1 @@\n        - Be [-brief-].\n        + Be {+kind+}.\n",
    );
  });

  describe("--prune removes definitions of missing resources, with the comment directly above", () => {
    const [toolText, promptText] = yamlOf.split("---\n") as [string, string];
    const [evaluations] = /^evaluations:[^]*/m.exec(yamlOf)!;
    const withoutTool = promptText.replace("tools: [look] # one\n", "");

    it.each<[sentence: string, theirs: string, becomes?: string]>([
      ["an only evaluation", yamlOf.replace(evaluations, "evaluations: []\n")],
      ["a document at the end", toolText],
      ["a document at the beginning", withoutTool, `---\n${withoutTool}`],
    ])("%s", async (_sentence, theirs, becomes = theirs) => {
      const { outcome, text, planned } = await pulledAfter({ "prompts/a.yaml": [yamlOf, theirs] }, [
        "--prune",
      ]);
      expect([outcome.code, outcome.err, planned]).toEqual([0, "", 0]);
      expect(text).toBe(becomes);
    });
  });
});

/** A service that `theirs` was applied to; gives what a pull into `ours` does and leaves there. */
async function pulled(
  theirs: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ outcome: CliResult; files: Readonly<Record<string, string>>; planned: number }> {
  const { fetch } = await createFakeService();
  await using one = folderOf(theirs);
  await using other = folderOf(ours);
  const run = (command: readonly string[], { path }: Folder): Promise<CliResult> =>
    runCli(command, { env: serviceEnv, fetch, cwd: path });
  expect((await run(["apply", "--auto-approve"], one)).code).toBe(0);
  const outcome = await run(["pull", "--auto-approve", ...args], other);
  const planned = await run(["plan", "--detailed-exitcode"], other);
  const files = Object.fromEntries(other.paths().map((path) => [path, other.read(path)]));
  return { outcome, files, planned: planned.code };
}

const lookWith = (description: string): string =>
  `kind: tool\nname: look\ndescription: ${description}\nparameters:\n  type: object\n`;

describe("text around a change stays byte for byte", () => {
  const schema = `parameters:
  type: object
  properties:
    # the number on the invoice
    id:
      type: string # ten digits
    # ISO date
    date: { type: string }
    "old": {type: string}
  required: [id] # date is optional
`;
  const toolWith = (text: string): string =>
    `kind: tool\nname: look\ndescription: | # keep it short\n  One\n  two\n${text}`;
  const promptWith = (messages: string, more = ""): string =>
    `kind: prompt\nname: P\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages:\n${messages}${more}`;
  const rules = "  - role: system # house rules\n    content: { file: rules.md }\n";
  const question = '  - role: user\n    content: "{{q}}"\n    # why so\n';
  const lone =
    "  -\n    role: user\n    content: a\n  - # the second\n    role: user\n    content: b\n";

  it.each<[string, string, string, string]>([
    ["a JSON Schema: an item of a list", toolWith(schema), "[id]", "[id, date]"],
    [
      "a JSON Schema: an added key",
      toolWith(schema),
      "      type: string # ten digits\n",
      "      type: string # ten digits\n      minLength: 10\n",
    ],
    [
      "a comment beside a block indicator",
      toolWith(schema),
      "|  # keep it short\n  One\n  two".replace("|  #", "| #"),
      "One # keep it short",
    ],
    [
      "a message that moved, with its file and comments",
      promptWith(rules + question),
      rules + question,
      question + rules,
    ],
    [
      "a message added after the comments of the last",
      promptWith(question),
      question,
      `${question}  - role: user\n    content: More.\n`,
    ],
    [
      "a message added to a list with dashes on lines of their own",
      promptWith(lone),
      lone,
      `${lone}  - role: user\n    content: c\n`,
    ],
    [
      "a message removed from a list with dashes on lines of their own",
      promptWith(lone),
      "  -\n    role: user\n    content: a\n",
      "",
    ],
  ])("%s", async (_name, ours, from, to) => {
    const files = { "promptctl.yaml": "", "prompts/rules.md": "Be kind.\nBe brief.\n" };
    const theirs = ours.replace(from, to);
    expect(theirs).not.toBe(ours);
    const {
      outcome,
      files: found,
      planned,
    } = await pulled({ ...files, "prompts/a.yaml": theirs }, { ...files, "prompts/a.yaml": ours });
    expect([outcome.code, outcome.err, planned]).toEqual([0, "", 0]);
    expect(found).toEqual({ ...files, "prompts/a.yaml": theirs });
  });
});

describe("a file keeps", () => {
  it.each<[string, (text: string) => string]>([
    ["its CRLF line endings", (text) => text.replaceAll("\n", "\r\n")],
    ["its byte order mark", (text) => `\uFEFF${text}`],
    ["no line ending at its end", (text) => text.trimEnd()],
  ])("%s", async (_name, form) => {
    const { outcome, files, planned } = await pulled(
      { "prompts/a.yaml": lookWith("New."), "promptctl.yaml": "" },
      { "prompts/a.yaml": form(lookWith("Old.")), "promptctl.yaml": "" },
    );
    expect([outcome.code, planned]).toEqual([0, 0]);
    expect(files["prompts/a.yaml"]).toBe(form(lookWith("New.")));
  });

  it("no mixture of line endings: mixed files are refused", async () => {
    const mixed = lookWith("Old.").replace("\n", "\r\n");
    const { outcome, files } = await pulled(
      { "prompts/a.yaml": lookWith("New."), "promptctl.yaml": "" },
      { "prompts/a.yaml": mixed, "promptctl.yaml": "" },
    );
    expect([outcome.code, files["prompts/a.yaml"]]).toEqual([4, mixed]);
    expect(outcome.err).toContain("prompts/a.yaml mixes CRLF and LF line endings");
  });
});

describe("definitions in files of their own", () => {
  const promptOf =
    "kind: prompt\nname: P\nparameters:\n  provider: OPENAI\n  name: gpt-5\nmessages: []\n";
  const evaluationOf = (name: string, more = ""): string =>
    `kind: evaluation\nprompt: P\nname: ${name}\nvariables:\n  a: ${name}\n${more}`;
  const latency = (most: number): string =>
    `kind: assertion\nevaluation: P/one\ntype: LATENCY\ntargetThreshold: ${most}\n`;

  it("a new resource gets a file too", async () => {
    const ours = {
      "promptctl.yaml": "",
      "prompts/p.yaml": promptOf,
      "prompts/e.yaml": evaluationOf("one"),
      "prompts/l.yaml": latency(1),
    };
    const { outcome, files, planned } = await pulled(
      { ...ours, "prompts/f.yaml": evaluationOf("two"), "prompts/m.yaml": latency(2) },
      ours,
    );
    expect([outcome.code, planned]).toEqual([0, 0]);
    expect(files).toEqual({
      ...ours,
      "prompts/two.evaluation.yaml": evaluationOf("two"),
      "prompts/assertion.assertion.yaml": latency(2),
    });
  });

  it("a missing resource is removed with its file if nothing else is in it; included texts are kept", async () => {
    const theirs = { "promptctl.yaml": "", "prompts/p.yaml": promptOf };
    const ours = {
      ...theirs,
      "prompts/q.yaml": promptOf
        .replace("P", "Q")
        .replace("[]", "[{ role: user, content: { file: q.md } }]"),
      "prompts/q.md": "Hello.\n",
      "prompts/r.yaml": `# nothing here\n`,
    };
    const { outcome, files, planned } = await pulled(theirs, ours, ["--prune"]);
    expect([outcome.code, planned]).toEqual([0, 0]);
    const { "prompts/q.yaml": _gone, ...left } = ours;
    expect(files).toEqual(left);
    expect(outcome.out).toContain("   - prompts/q.yaml\n");
    expect(outcome.out).toContain(
      "Note: No longer included by any definition: prompts/q.md. The files are kept.\n",
    );
  });

  it("a resource that may have been renamed is not pruned, and is reported without --prune", async () => {
    const text = "You answer the customers of a shop, kindly and in few words.";
    const named = (name: string): string =>
      promptOf.replace("P", name).replace("[]", `[{ role: user, content: "${text}" }]`);
    const theirs = { "promptctl.yaml": "", "prompts/p.yaml": named("Q") };
    const ours = { "promptctl.yaml": "", "prompts/p.yaml": `# mine\n${named("P")}` };
    const { outcome, files } = await pulled(theirs, ours, ["--prune"]);
    expect([outcome.code, files]).toEqual([4, ours]);
    expect(outcome.err).toContain("If it was renamed: change its name in prompts/p.yaml:3, then");
    const { outcome: without } = await pulled(theirs, ours);
    expect([without.code, without.out]).toEqual([
      0,
      expect.stringContaining('Note: prompt/P looks like the prompt "Q" (id:'),
    ]);
  });

  it("without --prune definitions of missing resources are kept, and the last line says that differences remain", async () => {
    const theirs = { "promptctl.yaml": "", "prompts/a.yaml": lookWith("New.") };
    const gone = lookWith("Looks elsewhere.").replace("name: look", "name: gone");
    const ours = { ...theirs, "prompts/a.yaml": lookWith("Old."), "prompts/b.yaml": gone };
    const { outcome, files, planned } = await pulled(theirs, ours);
    expect([outcome.code, planned, files]).toEqual([0, 2, { ...theirs, "prompts/b.yaml": gone }]);
    expect(outcome.out).toContain("\nWritten. promptctl plan shows the remaining differences.\n");
  });
});

describe("a text in parts that differs from the service", () => {
  const look = "---\nkind: tool\nname: look\ndescription: Old.\nparameters: {}\n";
  const promptWith = (content: string, more = "name: P\n"): string =>
    `kind: prompt\n${more}parameters: { provider: OPENAI, name: gpt-5 }\nmessages:\n  - role: system\n    content: ${content}\n`;
  const ours = {
    "promptctl.yaml": "",
    "prompts/a.yaml": promptWith("[{ file: t.md }, You greet., { file: u/v.md }]") + look,
    "prompts/t.md": "Be kind.\n",
    "prompts/u/v.md": "Be brief.\n",
  };
  const note =
    "Note: prompt/P (prompts/a.yaml:6): this text differs from the service, and pull does not change it, because it is joined from parts: prompts/t.md, prompts/u/v.md. promptctl plan shows the difference: change the files by hand.\n";
  const unwrapped = (text: string): string => text.replace(/\n +(?=\S)/g, " ");

  it("stays, with a note that names its files; other differences are written", async () => {
    const theirs = {
      "promptctl.yaml": "",
      "prompts/a.yaml":
        promptWith("All new.").replace("gpt-5", "gpt-6") + look.replace("Old", "New"),
    };
    const { outcome, files, planned } = await pulled(theirs, ours);
    expect(unwrapped(outcome.out)).toContain(note);
    expect([outcome.code, planned]).toEqual([1, 2]);
    expect(files).toEqual({
      ...ours,
      "prompts/a.yaml": ours["prompts/a.yaml"].replace("gpt-5", "gpt-6").replace("Old", "New"),
    });
    expect(outcome.out).toContain(
      "Written, without what the notes name. promptctl plan shows the remaining differences.",
    );
    expect((await pulled(theirs, files, ["--partial"])).outcome.code).toBe(0);
  });

  it("becomes one text if no part is a file", async () => {
    const { outcome, files, planned } = await pulled(
      { "promptctl.yaml": "", "prompts/a.yaml": promptWith("All new.") },
      { "promptctl.yaml": "", "prompts/a.yaml": promptWith("[One, Two]") },
    );
    expect([outcome.code, planned]).toEqual([0, 0]);
    expect(files["prompts/a.yaml"]).toBe(promptWith("All new."));
  });

  it("becomes a list of blocks if it is one on the service; the files stay", async () => {
    const image =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const block = `[{ type: IMAGE_BASE64, mediaType: image/png, imageBase64: ${image} }]`;
    const userOurs = ours["prompts/a.yaml"].replace("system", "user");
    const theirs = promptWith(block).replace("system", "user") + look;
    const { outcome, planned } = await pulled(
      { "promptctl.yaml": "", "prompts/a.yaml": theirs },
      { ...ours, "prompts/a.yaml": userOurs },
    );
    expect([outcome.code, planned]).toEqual([0, 0]);
    expect(outcome.out).toContain(
      "No longer included by any definition: prompts/t.md, prompts/u/v.md.",
    );
  });
});

describe("text that two definitions share", () => {
  const promptOf = (name: string, text: string): string =>
    `kind: prompt\nname: ${name}\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages:\n  - role: user\n    content: ${text}\n`;
  const two = (one: string, other: string): string =>
    `${promptOf("P", one)}---\n${promptOf("Q", other)}`;
  const shared = {
    "promptctl.yaml": "",
    "prompts/a.yaml": two("{ file: t.md }", "{ file: t.md }"),
    "prompts/t.md": "Old.",
  };

  it("a shared included text is changed if both need the same text", async () => {
    const { outcome, files, planned } = await pulled({ ...shared, "prompts/t.md": "New." }, shared);
    expect([outcome.code, planned, files]).toEqual([0, 0, { ...shared, "prompts/t.md": "New." }]);
  });

  it("a shared included text is refused if they need different texts", async () => {
    const theirs = { "promptctl.yaml": "", "prompts/a.yaml": two("Old.", "New.") };
    const { outcome, files } = await pulled(theirs, shared);
    expect([outcome.code, files]).toEqual([4, shared]);
    expect(outcome.err).toContain(
      "  prompt/Q (prompts/a.yaml:8): prompt/P and prompt/Q include prompts/t.md and would need different texts\n",
    );
  });

  it("an anchored value is changed if all its aliases need the same value", async () => {
    const anchored = {
      "promptctl.yaml": "",
      "prompts/a.yaml": `${promptOf("P", "&t Old.")}  - { role: user, content: *t }\n`,
    };
    const theirs = {
      "promptctl.yaml": "",
      "prompts/a.yaml": anchored["prompts/a.yaml"].replace("Old.", "New."),
    };
    const { outcome, files } = await pulled(theirs, anchored);
    expect([outcome.code, files]).toEqual([4, anchored]);
  });
});

describe("changes that are impossible in place are refused, with the location", () => {
  const image = (data: string): string =>
    `kind: prompt\nname: P\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages:\n  - role: user\n    content:\n      - { type: IMAGE_BASE64, mediaType: image/png, imageBase64: ${data} }\n`;

  it.each<[string, string, string, string]>([
    [
      "an image from a file",
      image("d29ybGQ="),
      image("{ file: a.b64 }"),
      "prompt/P (prompts/a.yaml:1)",
    ],
    [
      "a key written with ?",
      lookWith("New."),
      lookWith("Old.").replace("description: ", "? description\n: "),
      "tool/look (prompts/a.yaml:1)",
    ],
  ])("%s", async (_name, theirs, ours, message) => {
    const files = { "promptctl.yaml": "", "prompts/a.b64": "aGVsbG8=" };
    const { outcome, files: found } = await pulled(
      { ...files, "prompts/a.yaml": theirs },
      { ...files, "prompts/a.yaml": ours },
    );
    expect([outcome.code, found]).toEqual([4, { ...files, "prompts/a.yaml": ours }]);
    expect(outcome.err).toContain(`  ${message}\n`);
  });
});

describe("pins are added to a promptctl.yaml", () => {
  it.each<[string, string, RegExp]>([
    [
      "that is empty",
      "# mine\n",
      /^# mine\npins:\n {2}"https:[^"]+":\n {4}"prompt\/p-\w{8}": \w+\n/,
    ],
    [
      "with pins of another service",
      'pins:\n  "https://other.example.com": { tool/x: t } # other\nprune: false\n',
      /^pins:\n {2}"https:\/\/other\.example\.com": \{ tool\/x: t \} # other\n {2}"https:[^"]+":\n {4}"prompt\/p-\w{8}": \w+\n {4}.*\nprune: false\n$/,
    ],
    [
      "with pins of the same service under another spelling",
      'pins: { "https://PROMPTS.example.com/": { tool/x: t } }\n',
      /^pins: \{ "https:\/\/PROMPTS\.example\.com\/": \{ tool\/x: t, "prompt\/p-\w{8}": "?\w+"?, "prompt\/p-\w{8}": "?\w+"? \} \}\n$/,
    ],
  ])("%s", async (_name, before, after) => {
    const twice = (id: string): Body => remotePrompt(id, "P", { messages: [] });
    const fetch = readOnlyService({ prompts: [twice("p1"), twice("p2")] });
    await using folder = folderOf({ "promptctl.yaml": before });
    const options = { cwd: folder.path, env: serviceEnv, fetch };
    expect((await runCli(["pull", "--auto-approve"], options)).code).toBe(0);
    expect(folder.read("promptctl.yaml")).toMatch(after);
  });
});

it("what was changed on the service before its rename is taken over", async () => {
  const toolNamed = (name: string, description: string): string =>
    `kind: tool\nname: ${name}\ndescription: ${description}\nparameters: { type: object }\n`;
  const { fetch } = await createFakeService();
  const options = { env: serviceEnv, fetch };
  await using repository = repositoryOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/a.yaml": toolNamed("look", "Looks."),
  });
  const run = (...args: string[]): Promise<CliResult> =>
    runCli(args, { ...options, env: { ...gitEnv, ...serviceEnv }, cwd: repository.path });
  repository.write("prompts/a.yaml", toolNamed("look", "Looks, edited."));
  await run("apply", "--auto-approve");
  repository.commit({
    "prompts/a.yaml": `${toolNamed("find", "Looks.")}renamedFrom: [look]\n`,
  });
  expect((await run("plan")).code).toBe(4);
  const pulled = await run("pull", "--auto-approve", "--theirs");
  expect([pulled.code, pulled.err]).toEqual([0, ""]);
  expect(repository.read("prompts/a.yaml")).toContain("description: Looks, edited.\n");
});

it.each([
  ["the only one", "renamedFrom: look", ""],
  ["one of several", "renamedFrom: [look, seek]", "renamedFrom: [seek]\n"],
])("a name that --theirs takes back is no earlier name: %s", async (_sentence, line, rest) => {
  const toolNamed = (name: string, description: string): string =>
    `kind: tool\nname: ${name}\ndescription: ${description}\nparameters: { type: object }\n`;
  const { repository, run } = await createRepositoryFixture({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/a.yaml": toolNamed("look", "d"),
  });
  await using _ = repository;
  await run(["apply", "--auto-approve"]);
  repository.commit({ "prompts/a.yaml": `${toolNamed("find", "e")}${line}\n` });
  const pulled = await run(["pull", "--auto-approve", "--theirs"]);
  expect([pulled.code, pulled.err]).toEqual([0, ""]);
  expect(repository.read("prompts/a.yaml")).toBe(`${toolNamed("look", "d")}${rest}`);
  expect((await run(["validate"])).err).toBe("");
});

describe("an earlier name that a new definition has", () => {
  it.each([
    ["the only one", "renamedFrom: look", ""],
    ["the only one of a list", "renamedFrom: [look]", ""],
    ["one of several", "renamedFrom: [look, seek]", "renamedFrom: [seek]\n"],
  ])("is removed from renamedFrom: %s", async (_sentence, renamedFrom, rest) => {
    const toolNamed = (name: string): string =>
      `kind: tool\nname: ${name}\ndescription: d\nparameters: { type: object }\n`;
    const { fetch } = await createFakeService();
    const options = { env: serviceEnv, fetch };
    await using theirs = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "prompts/a.yaml": `${toolNamed("find")}---\n${toolNamed("look")}`,
    });
    await runCli(["apply", "--auto-approve"], { ...options, cwd: theirs.path });
    await using ours = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "prompts/find.yaml": `${toolNamed("find")}${renamedFrom}\n`,
    });
    const pulled = await runCli(["pull", "--auto-approve"], { ...options, cwd: ours.path });
    expect([pulled.code, pulled.err]).toEqual([0, ""]);
    expect(ours.read("prompts/find.yaml")).toBe(`${toolNamed("find")}${rest}`);
    const { code, err } = await runCli(["validate"], { ...options, cwd: ours.path });
    expect([code, err]).toEqual([0, ""]);
  });
});
