// templates/AGENTS.md, as init writes it: its commands, their JSON and their exit codes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { createProgram } from "../../src/cli/commands.ts";
import { type CliResult, fakeHost } from "../cli/fake-host.ts";
import { runHere } from "../cli/run-here.ts";
import { folderOf } from "../io/folder.ts";
import { repositoryOf, type TestRepository } from "../io/repository.ts";
import { fakeProvider } from "../providers/fake-provider.ts";
import { claudeReply } from "../providers/replies.ts";
import { commandsOf } from "./workflows/files.ts";

const rules = readFileSync(join(import.meta.dirname, "../../templates/AGENTS.md"), "utf8");
const commands = commandsOf(rules).map((words) => words.slice(3));

/** The rows of the table: command, paths of its JSON by their list, exit codes. */
const rows = [...rules.matchAll(/^\| `(\w+)` +\| (.*) \| (.*) \|$/gm)].map(
  ([, command, json, codes]) => ({
    command: command!,
    fields: json!
      .split("; ")
      .map((each) => [...each.matchAll(/`(\w+)`/g)].map(([, name]) => name!)),
    codes: [...codes!.matchAll(/\d+/g)].map(Number),
  }),
);

const definition = (reply: string): string => `kind: prompt
name: Greeting
parameters: { provider: ANTHROPIC, name: claude-haiku-4-5 }
messages: [{ role: system, content: Say hello. }]
evaluations:
  - name: hello
    variables: {}
    appendedMessages: [{ role: user, content: Hi }]
    assertions: [{ type: CONTAINS_ANY, targetValues: [${reply}] }]
`;

/** A committed project whose embedded service has the definitions. */
async function project(): Promise<TestRepository> {
  const repository = repositoryOf();
  repository.commit({
    "promptctl.yaml": "definitions: prompts\nbaseUrl: local\n",
    "prompts/greeting.yaml": definition("Hello"),
    ".gitignore": ".promptctl/\n",
  });
  const { code } = await runHere(repository.path, ["apply", "--auto-approve"]);
  expect(code).toBe(0);
  return repository;
}

it("has at most 60 lines, and its commands stop before apply", () => {
  expect(rules.split("\n").length).toBeLessThanOrEqual(60);
  expect(commands.map(([name]) => name)).toEqual(["fmt", "validate", "test", "plan"]);
  expect(rows.map(({ command }) => command)).toEqual(["validate", "test", "plan"]);
});

it("each flag and command that it forbids exists", () => {
  const [, never] = rules.split("## Never");
  const program = createProgram(fakeHost([], { cwd: "/" }).host, () => {});
  const flags = program.commands.flatMap(({ options }) =>
    options.flatMap((each) => each.flags.split(/[ ,]+/)),
  );
  const [first] = never!.split("\n- Never read");
  const named = [...first!.matchAll(/`(?:promptctl )?([\w-]+)`/g)].map(([, each]) => each!);
  const prefix = named.filter((each) => each.endsWith("-"));
  const existing = [...flags, ...program.commands.map((each) => each.name())];
  expect(named.length).toBeGreaterThan(8);
  expect(
    named.filter(
      (each) =>
        !existing.some(
          (other) => other === each || (prefix.includes(each) && other.startsWith(each)),
        ),
    ),
  ).toEqual([]);
});

/** An edit, and the exit code of each command after it. */
const edits: readonly {
  readonly name: string;
  readonly edit: string;
  readonly isKeyMissing?: boolean;
  readonly codes: readonly number[];
}[] = [
  {
    name: "a correct change",
    edit: definition("Hello").replace("Say hello", "Always say hello"),
    codes: [0, 0, 0, 0],
  },
  {
    name: "a change that makes a case worse",
    edit: definition("Hello").replace("Say hello", "Say goodbye"),
    codes: [0, 0, 5, 0],
  },
  {
    name: "an invalid definition",
    edit: definition("Hello").replace("role: system", "role: sytem"),
    codes: [0, 3, 3, 3],
  },
  {
    name: "no key of the provider",
    edit: definition("Hello").replace("Say hello", "Always say hello"),
    isKeyMissing: true,
    codes: [0, 0, 1, 0],
  },
];

it.each(edits)(
  "$name has the exit codes and the JSON of the table",
  async ({ edit, isKeyMissing, codes }) => {
    await using repository = await project();
    await using provider = await fakeProvider(({ body }) => ({
      body: claudeReply(JSON.stringify(body).includes("goodbye") ? "Bye" : "Hello"),
    }));
    repository.write("prompts/greeting.yaml", edit);
    const key = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: provider.url };
    const results: CliResult[] = [];
    for (const words of commands)
      results.push(await runHere(repository.path, words, isKeyMissing ? {} : key));
    expect(results.map(({ code }) => code)).toEqual(codes);
    for (const [index, { command, fields, codes: documented }] of rows.entries()) {
      const { code, out } = results[index + 1]!;
      const document = JSON.parse(out) as Record<string, JsonObject[]>;
      expect([command, [...documented, 3, 64]]).toEqual([command, expect.arrayContaining([code])]);
      if (code === 3 && command !== "validate") {
        expect(Object.keys(document["error"]!)).toEqual(["code", "message", "diagnostics"]);
        continue;
      }
      for (const [list, ...names] of fields) {
        expect(document).toHaveProperty(list!);
        for (const item of names.length > 0 ? document[list!]! : [])
          expect(Object.keys(item)).toEqual(
            expect.arrayContaining(names.filter((each) => each !== "hint")),
          );
      }
    }
  },
);

it("init writes it with the folder of the definitions, and adds it to an existing file once", async () => {
  await using folder = folderOf({ "promptctl.yaml": "definitions: texts\n", "texts/.gitkeep": "" });
  const init = (): Promise<CliResult> =>
    runHere(folder.path, ["init", "--agents", "--auto-approve"]);
  const written = (): string => readFileSync(folder.at("AGENTS.md"), "utf8");
  expect((await init()).out).toContain("created   AGENTS.md\n");
  const expected = rules.replaceAll("`prompts/`", "`texts/`").replaceAll("npx --no-install ", "");
  expect(written()).toBe(expected);
  folder.write("AGENTS.md", "# Ours\n");
  expect((await init()).out).toContain("updated   AGENTS.md\n");
  expect(written()).toBe(`# Ours\n\n${expected}`);
  expect((await init()).out).toContain("skipped   AGENTS.md (up to date)\n");
  expect(written()).toBe(`# Ours\n\n${expected}`);
});
