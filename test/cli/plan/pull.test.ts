// promptctl pull: new files for resources that no file defines.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import {
  type Body,
  readOnlyService,
  prompt,
  remotePrompt,
  remoteTool,
  toYaml,
} from "../../laws/hostile/fixture.ts";
import { folderOf, type Folder } from "../../io/folder.ts";
import { runTestGit } from "../../io/repository.ts";
import { serviceUrl, serviceEnv, type CliResult, runCli, createFakeService } from "../fake-host.ts";

const tool = (name: string, count = 0): Body => ({
  kind: "tool",
  name,
  description: `Looks up ${count}.`,
  parameters: { type: "object" },
});

const pullIn = (
  folder: Folder,
  fetch: Fetch,
  args: readonly string[] = ["--auto-approve"],
  answer?: boolean,
): Promise<CliResult> =>
  runCli(["pull", ...args], {
    cwd: folder.path,
    env: serviceEnv,
    fetch,
    ...(answer !== undefined && { answer }),
  });

/** A service that was made from these definitions. */
async function serviceFrom(...documents: readonly Body[]): Promise<Fetch> {
  const { fetch } = await createFakeService();
  await using folder = folderOf({
    "promptctl.yaml": "",
    "prompts/a.yaml": documents.map(toYaml).join("\n---\n"),
  });
  const { code } = await runCli(["apply", "--auto-approve"], {
    cwd: folder.path,
    env: serviceEnv,
    fetch,
  });
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
  it("without promptctl as a package names no schema, which would not be there", async () => {
    await using folder = folderOf();
    await pullIn(folder, await serviceFrom(tool("look")));
    expect(folder.read("promptctl.yaml")).toMatch(/^definitions: prompts\n/);
    expect(folder.read("prompts/tools/look.tool.yaml")).toMatch(/^kind: tool\n/);
  });

  it("creates a readable project", async () => {
    await using folder = folderOf({
      "package.json": '{ "devDependencies": { "promptctl": "1" } }',
    });
    const { code, out } = await pullIn(folder, await serviceFrom(tool("look"), triage));
    expect([code, out]).toEqual([
      0,
      `promptctl pull · ${serviceUrl}

   + promptctl.yaml
   + prompts/tools/look.tool.yaml
   + prompts/support-triage.prompt.yaml

3 files to write.

Written. The files match the service: plan has nothing to do.
`,
    ]);
    expect(folder.read("promptctl.yaml")).toBe(
      `# yaml-language-server: $schema=./node_modules/promptctl/schemas/configuration.schema.json
definitions: prompts
baseUrl: ${serviceUrl}
`,
    );
    expect(folder.read("prompts/support-triage.prompt.yaml")).toBe(
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

  it("--text-files writes long message texts beside the definitions", async () => {
    await using folder = folderOf();
    const fetch = await serviceFrom(tool("look"), triage);
    expect((await pullIn(folder, fetch, ["--auto-approve", "--text-files"])).code).toBe(0);
    expect(folder.read("prompts/texts/support-triage.md")).toBe(
      "You triage.\nAnswer in one word.\n",
    );
    expect(folder.read("prompts/support-triage.prompt.yaml")).toContain(
      "    content:\n      file: texts/support-triage.md\n",
    );
    const planned = await runCli(["plan", "--detailed-exitcode"], {
      cwd: folder.path,
      env: serviceEnv,
      fetch,
    });
    expect(planned.code).toBe(0);
  });

  it("names that are equal or invalid on some file system get distinct files", async () => {
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
    const { code } = await pullIn(folder, readOnlyService({ prompts }));
    expect(code).toBe(0);
    const files = folder.paths().filter((each) => each.startsWith("prompts/"));
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

  it("a duplicate name gets keys, and pins in the configuration", async () => {
    await using folder = folderOf();
    const prompts = [
      remotePrompt("p1", "Twice", { messages: [] }),
      remotePrompt("p2", "Twice", { messages: [] }),
    ];
    const fetch = readOnlyService({ prompts });
    expect((await pullIn(folder, fetch)).code).toBe(0);
    expect(folder.read("promptctl.yaml")).toMatch(
      /pins:\n {2}"https:\/\/prompts\.example\.com":\n {4}"prompt\/twice-[\da-f]{8}": p1\n {4}"prompt\/twice-[\da-f]{8}": p2\n$/,
    );
    const options = { cwd: folder.path, env: serviceEnv, fetch };
    expect((await runCli(["plan", "--detailed-exitcode"], options)).code).toBe(0);
  });

  it("an empty targetValues list is kept, and is a warning in the new file", async () => {
    const fetch = readOnlyService({
      prompts: [remotePrompt("p1", "P", { messages: [] })],
      evaluations: [{ id: "e1", promptId: "p1", variables: {}, appendedMessages: [] }],
      "evaluation-assertions": [
        { id: "a1", evaluationId: "e1", type: "CONTAINS_ANY", targetValues: [] },
      ],
    });
    await using folder = folderOf();
    expect((await pullIn(folder, fetch)).code).toBe(0);
    expect(folder.read("prompts/p.prompt.yaml")).toContain(
      "      - type: CONTAINS_ANY\n        targetValues: []\n",
    );
    const options = { cwd: folder.path, env: serviceEnv, fetch };
    expect((await runCli(["plan", "--detailed-exitcode"], options)).code).toBe(0);
    const { code, out } = await runCli(["validate"], options);
    expect([code, out]).toEqual([0, expect.stringMatching(/^prompts.* warning .*empty-targets$/m)]);
  });

  it("resources that definitions cannot represent, and resources that refer to them, are reported", async () => {
    await using folder = folderOf();
    const { code, out, err } = await pullIn(
      folder,
      readOnlyService({
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
    expect([code, err]).toEqual([
      1,
      "The files do not hold everything that the service has: see the notes. If that is intended, use --partial.\n",
    ]);
    expect(out).toContain("\nWritten, without what the notes name. plan has nothing to do.\n");
    expect(out.match(/^Note: .*$/gm)).toEqual([
      'Note: Omitted fields of tool "x" (id:t2) that this version does not support: /owner.',
      expect.stringMatching(
        /^Note: Skipped prompt "Of another provider" \(id:p1\): this version does not support its values/,
      ),
      'Note: Skipped prompt "Uses what is gone" (id:p2): it refers to a tool that does not exist (id:t9).',
      "Note: Skipped 1 evaluation: its parent does not exist (id:e1).",
    ]);
    expect(folder.paths()).toEqual([
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
    "prompts/tools.yaml": toYaml(tool("look")),
  };

  it("only new resources get files, and refer to existing definitions by their keys", async () => {
    const keyed = { ...tool("look"), key: "finder" };
    await using folder = folderOf({ ...files, "prompts/tools.yaml": toYaml(keyed) });
    const { code, out } = await pullIn(folder, await serviceFrom(tool("look"), triage));
    expect([code, folder.paths()]).toEqual([
      0,
      ["promptctl.yaml", "prompts/support-triage.prompt.yaml", "prompts/tools.yaml"],
    ]);
    expect(out).toContain("1 file to write.");
    expect(folder.read("prompts/support-triage.prompt.yaml")).toContain("tools: [finder]");
  });

  it("an existing file is kept; the new one gets another name", async () => {
    await using folder = folderOf({ ...files, "prompts/support-triage.prompt.yaml": "# mine\n" });
    await pullIn(folder, await serviceFrom(tool("look"), triage));
    expect(folder.read("prompts/support-triage.prompt.yaml")).toBe("# mine\n");
    expect(existsSync(folder.at("prompts/support-triage-2.prompt.yaml"))).toBe(true);
  });

  it("missing resources and unmanaged evaluations are reported", async () => {
    const fetch = await serviceFrom(tool("look"), triage);
    const { evaluations: _evaluations, ...silent } = triage;
    await using folder = folderOf({
      ...files,
      "prompts/b.yaml": [tool("gone"), silent].map(toYaml).join("\n---\n"),
    });
    const { code, out } = await pullIn(folder, fetch);
    expect([code, out.match(/^Note: .*$/gm)]).toEqual([
      1,
      [
        expect.stringMatching(
          /^Note: Skipped, because their parents do not manage them: evaluation\/Support triage\/id:.*\.$/,
        ),
        "Note: Missing on the service: tool/gone. --prune removes what defines them.",
      ],
    ]);
  });

  it.each(["--auto-approve", "--dry-run"])(
    "the exit code is 1 if something is left out, and 0 with --partial: %s",
    async (flag) => {
      const fetch = readOnlyService({
        tools: [remoteTool("t1", "look"), remoteTool("t2", "x", { owner: "me" })],
      });
      for (const [more, code] of [
        [[], 1],
        [["--partial"], 0],
      ] as const) {
        await using folder = folderOf(files);
        const first = await pullIn(folder, fetch, [flag, ...more]);
        expect([first.code, first.out]).toEqual([code, expect.stringContaining("Note: Omitted")]);
        expect(first.out).not.toContain("The files match the service");
        expect(existsSync(folder.at("prompts/tools/x.tool.yaml"))).toBe(flag !== "--dry-run");
      }
    },
  );

  it("a duplicate of a defined resource is skipped, and its own evaluations are left out", async () => {
    await using folder = folderOf(files);
    const copies = { tools: ["t1", "t2"].map((id) => ({ id, ...tool("look") })) };
    const { code, out } = await pullIn(folder, readOnlyService(copies));
    expect([code, out]).toEqual([
      0,
      `promptctl pull · ${serviceUrl}

Note: Skipped tool "look" (id:t2): it is a duplicate of tool/look; apply --prune deletes it.

Nothing to write.
`,
    ]);
    folder.write("promptctl.yaml", `${files["promptctl.yaml"]}scope: ["prompt/*"]\n`);
    expect((await pullIn(folder, readOnlyService(copies))).out).toContain(
      'Skipped tool "look" (id:t2): it is a duplicate of tool/look; outside the scope of promptctl.yaml.\n',
    );
    folder.write("prompts/p.yaml", toYaml({ ...prompt("P"), evaluations: [] }));
    const prompts = ["p1", "p2"].map((id) => remotePrompt(id, "P"));
    const withPrompts = { ...copies, prompts };
    expect((await pullIn(folder, readOnlyService(withPrompts))).code).toBe(0);
    const evaluations = ["p1", "p2"].map((promptId) => {
      return { id: `e-${promptId}`, promptId, variables: {}, appendedMessages: [] };
    });
    const pulled = await pullIn(folder, readOnlyService({ ...withPrompts, evaluations }));
    expect([pulled.code, pulled.out]).toEqual([
      1,
      expect.stringContaining('Note: Skipped prompt "P" (id:p2): it is a duplicate of prompt/P;'),
    ]);
  });

  it("a second resource with the name of a pinned definition needs a key in that definition", async () => {
    const service = readOnlyService({
      tools: [
        remoteTool("t1", "look", { parameters: { type: "object" }, description: "Looks up 0." }),
        remoteTool("t2", "look", { parameters: { type: "object" }, description: "Looks up 2." }),
      ],
    });
    const pins = `pins: { "${serviceUrl}": { tool/look: t1 } }\n`;
    await using folder = folderOf({ ...files, "promptctl.yaml": `definitions: prompts\n${pins}` });
    const { code, out } = await pullIn(folder, service);
    expect([code, out.replaceAll("\n", " ")]).toEqual([
      1,
      expect.stringContaining(
        'Note: Skipped tool "look" (id:t2): prompts/tools.yaml:1 has the same name; add a key to that definition, then pull again.',
      ),
    ]);
    folder.write("prompts/tools.yaml", toYaml({ ...tool("look"), key: "look" }));
    expect(await pullIn(folder, service)).toMatchObject({ code: 0, err: "" });
    const options = { cwd: folder.path, env: serviceEnv, fetch: service };
    expect((await runCli(["plan", "--detailed-exitcode"], options)).code).toBe(0);
  });
});

describe("nothing is written", () => {
  it.each<[string, readonly string[], boolean | undefined, number]>([
    ["with --dry-run", ["--dry-run"], undefined, 0],
    ["without a terminal", [], undefined, 4],
    ["where the answer is no", [], false, 4],
  ])("%s", async (_name, args, answer, code) => {
    await using folder = folderOf();
    const outcome = await pullIn(folder, await serviceFrom(tool("look")), args, answer);
    expect([outcome.code, folder.paths()]).toEqual([code, []]);
    expect(outcome.out).toContain("2 files to write.");
    if (answer === false) expect(outcome.err).toBe("Cancelled. Nothing was written.\n");
  });

  it("if a folder in the path is a link out of the project", async () => {
    await using outside = folderOf();
    await using folder = folderOf();
    folder.link("prompts", outside.path);
    const { code } = await pullIn(folder, await serviceFrom(tool("look")));
    expect([code, outside.paths()]).toEqual([4, []]);
  });

  it("with uncommitted files, without --force", async () => {
    await using folder = folderOf({ "mine.txt": "mine\n" });
    runTestGit(["init", "-q"], folder.path);
    const fetch = await serviceFrom(tool("look"));
    const { code, err } = await pullIn(folder, fetch);
    expect([code, err]).toEqual([
      4,
      expect.stringContaining("1 file has uncommitted changes (mine.txt)"),
    ]);
    expect(existsSync(folder.at("promptctl.yaml"))).toBe(false);
    expect((await pullIn(folder, fetch, ["--auto-approve", "--force"])).code).toBe(0);
  });
});

it("asks, and writes after the answer yes", async () => {
  await using folder = folderOf();
  const { code, questions } = await pullIn(folder, await serviceFrom(tool("look")), [], true);
  expect([code, questions]).toEqual([0, ["\nWrite 2 files? (y/N) "]]);
  expect(folder.paths()).toEqual(["promptctl.yaml", "prompts/tools/look.tool.yaml"]);
});
