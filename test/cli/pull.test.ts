// promptctl pull: what the service has and no file defines, as new files.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../src/io/http.ts";
import { type Body, listing, prompt, remotePrompt, remoteTool, yaml } from "../hostile/scene.ts";
import { folderOf, type Folder } from "../io/folder.ts";
import { address, named, type Outcome, play, serviceOf } from "./fake-host.ts";

const tool = (name: string, count = 0): Body => ({
  kind: "tool",
  name,
  description: `Looks up ${count}.`,
  parameters: { type: "object" },
});

const pullIn = (
  folder: Folder,
  fetch: Fetch,
  words: readonly string[] = ["--auto-approve"],
  answer?: boolean,
): Promise<Outcome> =>
  play(["pull", ...words], {
    cwd: folder.path,
    env: named,
    fetch,
    ...(answer !== undefined && { answer }),
  });

const filesIn = (folder: Folder): string[] =>
  readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => `${each.parentPath}/${each.name}`.slice(folder.path.length + 1))
    .sort();

/** A service that was made from these definitions. */
async function serviceFrom(...documents: readonly Body[]): Promise<Fetch> {
  const { fetch } = await serviceOf();
  await using folder = folderOf({
    "promptctl.yaml": "",
    "prompts/a.yaml": documents.map(yaml).join("\n---\n"),
  });
  const { code } = await play(["apply", "--auto-approve"], { cwd: folder.path, env: named, fetch });
  expect(code).toBe(0);
  return fetch;
}

const triage = prompt("Support triage", {
  tools: ["look"],
  messages: [{ role: "system", content: "You triage.\nAnswer in one word.\n" }],
  evaluations: [
    {
      name: "any",
      variables: { mail: "Where is my order?" },
      assertions: [{ type: "EXACT_MATCH", targetValue: "ORDER" }],
    },
  ],
});

describe("into an empty folder", () => {
  it("a project is written as a person would write it", async () => {
    await using folder = folderOf();
    const { code, out } = await pullIn(folder, await serviceFrom(tool("look"), triage));
    expect([code, out]).toEqual([
      0,
      `promptctl pull · ${address}

   + promptctl.yaml
   + prompts/tools/look.tool.yaml
   + prompts/support-triage.prompt.yaml

3 files to write.

Written. promptctl plan shows what still differs.
`,
    ]);
    expect(readFileSync(folder.at("promptctl.yaml"), "utf8")).toBe(
      `# yaml-language-server: $schema=./node_modules/promptctl/schemas/configuration.schema.json
definitions: prompts
baseUrl: ${address}
`,
    );
    expect(readFileSync(folder.at("prompts/support-triage.prompt.yaml"), "utf8")).toBe(
      `# yaml-language-server: $schema=../node_modules/promptctl/schemas/definition/definition.schema.json
kind: prompt
name: Support triage
tools: [look]
parameters:
  provider: OPENAI
  name: gpt-5
messages:
  - role: system
    content: |
      You triage.
      Answer in one word.
evaluations:
  - name: Where is my order
    variables:
      mail: Where is my order?
    assertions:
      - type: EXACT_MATCH
        targetValue: ORDER
`,
    );
  });

  it("--text-files puts longer texts of messages beside the definitions", async () => {
    await using folder = folderOf();
    const fetch = await serviceFrom(tool("look"), triage);
    expect((await pullIn(folder, fetch, ["--auto-approve", "--text-files"])).code).toBe(0);
    expect(readFileSync(folder.at("prompts/texts/support-triage.md"), "utf8")).toBe(
      "You triage.\nAnswer in one word.\n",
    );
    expect(readFileSync(folder.at("prompts/support-triage.prompt.yaml"), "utf8")).toContain(
      "    content:\n      file: texts/support-triage.md\n",
    );
    const planned = await play(["plan", "--detailed-exitcode"], {
      cwd: folder.path,
      env: named,
      fetch,
    });
    expect(planned.code).toBe(0);
  });

  it("names that some file system takes for one, or for none, get files of their own", async () => {
    const names = [
      "Ab",
      "aB",
      "CON",
      "nul",
      "a/b",
      "a:b",
      "..",
      " ",
      "Ä",
      "A\u0308",
      "ﬁ",
      "fi",
      "x".repeat(300),
    ];
    await using folder = folderOf();
    const prompts = names.map((name, index) => remotePrompt(`p${index}`, name, { messages: [] }));
    const { code } = await pullIn(folder, listing({ prompts }));
    expect(code).toBe(0);
    const files = filesIn(folder).filter((each) => each.startsWith("prompts/"));
    expect(files).toHaveLength(names.length);
    expect(new Set(files.map((each) => each.normalize("NFKC").toLowerCase())).size).toBe(
      names.length,
    );
    for (const file of files) {
      const name = file.slice("prompts/".length);
      expect(name).toMatch(/^[^\\/:*?"<>|\p{Cc}]{1,80}\.prompt\.yaml$/u);
      expect(name).not.toMatch(/^(con|nul)\./i);
    }
  });

  it("a name that is there twice gets keys, and pins in the configuration", async () => {
    await using folder = folderOf();
    const prompts = [
      remotePrompt("p1", "Twice", { messages: [] }),
      remotePrompt("p2", "Twice", { messages: [] }),
    ];
    const fetch = listing({ prompts });
    expect((await pullIn(folder, fetch)).code).toBe(0);
    expect(readFileSync(folder.at("promptctl.yaml"), "utf8")).toMatch(
      /pins:\n {2}"https:\/\/prompts\.example\.com":\n {4}"prompt\/twice-[\da-f]{8}": p1\n {4}"prompt\/twice-[\da-f]{8}": p2\n$/,
    );
    const options = { cwd: folder.path, env: named, fetch };
    expect((await play(["plan", "--detailed-exitcode"], options)).code).toBe(0);
  });

  it("what definitions cannot say is named, and so is what uses it", async () => {
    await using folder = folderOf();
    const { code, out } = await pullIn(
      folder,
      listing({
        tools: [remoteTool("t1", "fine"), remoteTool("t2", "x", { owner: "me" })],
        prompts: [
          remotePrompt("p1", "Of another provider", {
            parameters: { provider: "OTHER", name: "x" },
          }),
          remotePrompt("p2", "Uses what is gone", { messages: [], tools: [{ id: "t9" }] }),
          remotePrompt("p3", "Fine", { messages: [], tools: [{ id: "t1" }] }),
        ],
        evaluations: [{ id: "e1", promptId: "p9", variables: {}, appendedMessages: [] }],
      }),
    );
    expect(code).toBe(0);
    expect(out.match(/^Note: .*$/gm)).toEqual([
      'Note: The tool "x" (id:t2) has fields this version does not know, which the files leave out: /owner.',
      expect.stringMatching(
        /^Note: The prompt "Of another provider" \(id:p1\) is not written: it holds values/,
      ),
      'Note: The prompt "Uses what is gone" (id:p2) is not written: it uses a tool that is not there (id:t9).',
      "Note: 1 evaluation not written: what it belongs to is not there (id:e1).",
    ]);
    expect(filesIn(folder)).toEqual([
      "promptctl.yaml",
      "prompts/fine.prompt.yaml",
      "prompts/tools/fine.tool.yaml",
      "prompts/tools/x.tool.yaml",
    ]);
  });
});

describe("into a project", () => {
  const files = {
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/tools.yaml": yaml(tool("look")),
  };

  it("only what is new gets files; they call what is there by its key", async () => {
    const keyed = { ...tool("look"), key: "finder" };
    await using folder = folderOf({ ...files, "prompts/tools.yaml": yaml(keyed) });
    const { code, out } = await pullIn(folder, await serviceFrom(tool("look"), triage));
    expect([code, filesIn(folder)]).toEqual([
      0,
      ["promptctl.yaml", "prompts/support-triage.prompt.yaml", "prompts/tools.yaml"],
    ]);
    expect(out).toContain("1 file to write.");
    expect(readFileSync(folder.at("prompts/support-triage.prompt.yaml"), "utf8")).toContain(
      "tools: [finder]",
    );
  });

  it("a file that is there already is left; the new one has another name", async () => {
    await using folder = folderOf({ ...files, "prompts/support-triage.prompt.yaml": "# mine\n" });
    await pullIn(folder, await serviceFrom(tool("look"), triage));
    expect(readFileSync(folder.at("prompts/support-triage.prompt.yaml"), "utf8")).toBe("# mine\n");
    expect(existsSync(folder.at("prompts/support-triage-2.prompt.yaml"))).toBe(true);
  });

  it("names that repeat are pinned, and what differs beside them is changed all the same", async () => {
    const twice = (id: string): Body => remotePrompt(id, "Twice", { messages: [] });
    const fetch = listing({
      tools: [{ id: "t", ...tool("look", 1) }],
      prompts: [twice("p1"), twice("p2")],
    });
    await using folder = folderOf(files);
    const { code, out } = await pullIn(folder, fetch);
    expect([code, out.match(/"prompt\/twice-[\da-f]{8}": p\d/g)]).toEqual([0, expect.any(Array)]);
    expect(readFileSync(folder.at("prompts/tools.yaml"), "utf8")).toContain("Looks up 1.");
  });

  it("what the service does not hold, and what it holds beneath a definition, is named", async () => {
    const fetch = await serviceFrom(tool("look"), triage);
    const silent = { ...triage, evaluations: [] };
    await using folder = folderOf({
      ...files,
      "prompts/b.yaml": [tool("gone"), silent].map(yaml).join("\n---\n"),
    });
    const { code, out } = await pullIn(folder, fetch);
    expect([code, out.match(/^Note: .*$/gm)]).toEqual([
      0,
      [
        "Note: Not on the service any more, or not yet: tool/gone.",
        expect.stringMatching(
          /^Note: Not written, because it stands beneath what files define: evaluation\/Support triage\/id:.*\.$/,
        ),
      ],
    ]);
  });

  it("mistakes in the files end it", async () => {
    await using folder = folderOf({ ...files, "prompts/tools.yaml": "kind: tol\n" });
    expect((await pullIn(folder, listing({}))).code).toBe(3);
  });
});

describe("nothing is written", () => {
  it.each<[string, readonly string[], boolean | undefined, number]>([
    ["with --dry-run", ["--dry-run"], undefined, 0],
    ["where nobody can be asked", [], undefined, 4],
    ["where the answer is no", [], false, 4],
  ])("%s", async (_what, words, answer, code) => {
    await using folder = folderOf();
    const outcome = await pullIn(folder, await serviceFrom(tool("look")), words, answer);
    expect([outcome.code, filesIn(folder)]).toEqual([code, []]);
    expect(outcome.out).toContain("2 files to write.");
  });

  it("where a folder on the way leads out of the project", async () => {
    await using outside = folderOf();
    await using folder = folderOf();
    folder.link("prompts", outside.path);
    const { code } = await pullIn(folder, await serviceFrom(tool("look")));
    expect([code, filesIn(outside)]).toEqual([4, []]);
  });

  it("where files are not committed, without --force", async () => {
    await using folder = folderOf({ "mine.txt": "mine\n" });
    execFileSync("git", ["init", "-q"], { cwd: folder.path });
    const fetch = await serviceFrom(tool("look"));
    const { code, err } = await pullIn(folder, fetch);
    expect([code, err]).toEqual([
      4,
      expect.stringContaining("1 file here is not committed (mine.txt)"),
    ]);
    expect(existsSync(folder.at("promptctl.yaml"))).toBe(false);
    expect((await pullIn(folder, fetch, ["--auto-approve", "--force"])).code).toBe(0);
  });
});

it("asks, and writes after a yes", async () => {
  await using folder = folderOf();
  const { code, questions } = await pullIn(folder, await serviceFrom(tool("look")), [], true);
  expect([code, questions]).toEqual([0, ["\nWrite 2 files? (y/N) "]]);
  expect(filesIn(folder)).toEqual(["promptctl.yaml", "prompts/tools/look.tool.yaml"]);
});

describe("definitions that differ are changed where they stand", () => {
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
  ): Promise<{ outcome: Outcome; text: string; system: string; planned: number }> {
    const { fetch } = await serviceOf();
    await using theirs = folderOf(files);
    const options = { env: named, fetch };
    await play(["apply", "--auto-approve"], { ...options, cwd: theirs.path });
    for (const [path, [from, to]] of Object.entries(changes)) {
      const before = readFileSync(theirs.at(path), "utf8");
      expect(before).toContain(from);
      theirs.write(path, before.replace(from, to));
    }
    expect((await play(["apply", "--auto-approve"], { ...options, cwd: theirs.path })).code).toBe(
      0,
    );
    await using ours = folderOf(files);
    const outcome = await play(["pull", "--auto-approve"], { ...options, cwd: ours.path });
    const plan = ["plan", "--detailed-exitcode"];
    return {
      outcome,
      text: readFileSync(ours.at("prompts/a.yaml"), "utf8"),
      system: readFileSync(ours.at("prompts/texts/system.md"), "utf8"),
      planned: (await play(plan, { ...options, cwd: ours.path })).code,
    };
  }

  it.each<[string, string, string, string, string]>([
    ["a text beside its key", "Looks up 0.", "Looks up all.", "Looks up 0.", "Looks up all."],
    [
      "a number in brackets",
      "temperature: 0.5",
      "temperature: 0.7",
      "temperature: 0.5",
      "temperature: 0.7",
    ],
    [
      "a text of several lines",
      "Hello,\n      you.",
      "Hello,\n      all of you!",
      "Hello,\n      you.",
      "Hello,\n      all of you!",
    ],
    [
      "a text that becomes longer",
      "Looks up 0.",
      `"One\\nTwo"`,
      "description: Looks up 0.",
      "description: |-\n  One\n  Two",
    ],
    [
      "a text in quotes",
      "'It''s me' # a name",
      "It is us # a name",
      "'It''s me' # a name",
      "It is us # a name",
    ],
    [
      "a key that is new",
      "temperature: 0.5 }",
      "temperature: 0.5, maxTokens: 9 }",
      "temperature: 0.5 }",
      "temperature: 0.5, maxTokens: 9 }",
    ],
    [
      "a key that is the default now",
      "temperature: 0.5",
      "temperature: 1",
      "temperature: 0.5",
      "temperature: 1",
    ],
    [
      "parameters of a tool",
      "{ type: object }",
      "{ type: object, a: [1] }",
      "{ type: object }",
      "\n  type: object\n  a: [1]",
    ],
    ["a threshold", "threshold: 0.5", "threshold: 0.25", "threshold: 0.5", "threshold: 0.25"],
    ["a line that goes", "    threshold: 0.5\n", "", "    threshold: 0.5\n", ""],
    [
      "a field of an assertion",
      "targetThreshold: 1",
      "targetThreshold: 2",
      "targetThreshold: 1",
      "targetThreshold: 2",
    ],
    [
      "an assertion that gets a weight",
      "targetThreshold: 1\n",
      "targetThreshold: 1\n        weight: 0.5\n",
      "targetThreshold: 1\n",
      "targetThreshold: 1\n        weight: 0.5\n",
    ],
  ])("%s, and nothing else", async (_what, from, to, written, becomes) => {
    const { outcome, text, system, planned } = await pulledAfter({ "prompts/a.yaml": [from, to] });
    expect([outcome.code, outcome.err, planned]).toEqual([0, "", 0]);
    expect(text.replace(": \n", ":\n")).toBe(
      yamlOf.replace(written, becomes).replace(": \n", ":\n"),
    );
    expect(system).toBe("Be brief.\n");
  });

  it("a text that is included, in its own file", async () => {
    const { outcome, text, system, planned } = await pulledAfter({
      "prompts/texts/system.md": ["Be brief.", "Be kind."],
    });
    expect([outcome.code, planned, text, system]).toEqual([0, 0, yamlOf, "Be kind.\n"]);
    expect(outcome.out).toContain(
      "   ~ prompts/texts/system.md\n        @@ 1 @@\n        - Be brief.\n        + Be kind.\n",
    );
  });

  it.each<[string, string, string, string]>([
    [
      "an assertion more",
      "        targetThreshold: 1\n",
      "        targetThreshold: 1\n      - { type: LATENCY, targetThreshold: 9 }\n",
      "        targetThreshold: 1\n      - type: LATENCY\n        targetThreshold: 9\n",
    ],
    [
      "a message between others",
      "  - role: user # what is asked\n",
      "  - { role: user, content: Well. }\n  - role: user # what is asked\n",
      "  - role: user\n    content: Well.\n  - role: user # what is asked\n",
    ],
    [
      "a message at the end",
      "        text: 'It''s me' # a name\n",
      "        text: 'It''s me' # a name\n  - { role: assistant, content: Yes. }\n",
      "        text: 'It''s me' # a name\n  - role: assistant\n    content: Yes.\n",
    ],
    [
      "a message less",
      "  - role: user # what is asked\n    content: |\n      Hello,\n      you.\n\n",
      "",
      "",
    ],
  ])("%s, and nothing else", async (_what, from, to, becomes) => {
    const { outcome, text, planned } = await pulledAfter({ "prompts/a.yaml": [from, to] });
    expect([outcome.code, outcome.err, planned]).toEqual([0, "", 0]);
    expect(text.replaceAll("\n\n", "\n")).toBe(
      yamlOf.replace(from, becomes).replaceAll("\n\n", "\n"),
    );
  });

  it("what cannot be changed in place is refused, and nothing is written", async () => {
    const { outcome, text } = await pulledAfter({
      "prompts/a.yaml": ["      - type: COST # cheap", "      - type: LATENCY"],
    });
    expect([outcome.code, text]).toEqual([4, yamlOf]);
    expect(outcome.err).toContain("cannot be changed where they stand. Nothing was written.");
  });
});
