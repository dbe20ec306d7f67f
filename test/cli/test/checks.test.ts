// Checks from the command line: the example of the page, what the program loads for them, and that no
// command sends them.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import type { TestResult } from "../../../src/generated/types.ts";
import { folderOf } from "../../io/folder.ts";
import { repositoryOf, gitEnv } from "../../io/repository.ts";
import { runCli } from "../fake-host.ts";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/testing.md"), "utf8");
const section = page.slice(
  page.indexOf("\n## Checks\n"),
  page.indexOf("\n## Cases from a table\n"),
);
const [definitions, replies] = [...section.matchAll(/```yaml\n(.*?)```/gs)].map(
  ([, text]) => text!,
);

const example = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/support.prompt.yaml": definitions!,
  "replies.yaml": replies!,
};

const withoutChecks = definitions!.replace(/    checks:\n(?: {6}- .*\n)+/, "");

it("the example of docs/testing.md passes offline", async () => {
  await using folder = folderOf(example);
  const args = ["--base", "none", "--replies", "replies.yaml", "--format", "json"];
  const { code, out } = await runCli(["test", ...args], { cwd: folder.path });
  const { cases } = JSON.parse(out) as TestResult;
  const { assertions } = cases[0]!.head.trials[0]!;
  expect(assertions.map(({ type, verdict }) => `${type} ${verdict}`)).toEqual([
    "MATCHES pass",
    "JSON_SCHEMA pass",
    "TOOL_CALLED pass",
    "STOP_REASON pass",
    "JUDGE pass",
  ]);
  expect(code).toBe(0);
});

it("the echo does not judge", async () => {
  const only = definitions!.replace(/ {6}- \{ type: (?!JUDGE).*\n/g, "");
  await using folder = folderOf({ ...example, "prompts/support.prompt.yaml": only });
  const { code, out } = await runCli(["test", "--base", "none", "--on", "echo"], {
    cwd: folder.path,
  });
  expect(out).toContain("Tone judge did not judge: The echo cannot judge.");
  expect(code).toBe(1);
});

test.each<[name: string, text: string, loaded: readonly string[]]>([
  ["without checks", withoutChecks, []],
  [
    "with a pattern",
    definitions!.replace(/ {6}- \{ type: (?!MATCHES).*\n/g, ""),
    ["linear-pattern"],
  ],
  ["with all checks", definitions!, ["linear-pattern", "reply-schema", "judges"]],
])("promptctl test of definitions %s loads only their packages", async (_name, text, expected) => {
  await using folder = folderOf({ ...example, "prompts/support.prompt.yaml": text });
  const list = `process.on("exit", () => console.error("LOADED " + Object.keys(require.cache).map((file) => require("node:path").basename(file, ".cjs")).join(" ")));`;
  const preload = folder.at("preload.cjs");
  folder.write("preload.cjs", list);
  const args = ["--require", preload, join(root, "dist/main.cjs"), "test", "--base", "none"];
  const shell = `"$0" "$@" 2>&1 || true`;
  const out = execFileSync(
    "sh",
    ["-c", shell, process.execPath, ...args, "--replies", "replies.yaml"],
    { cwd: folder.path, encoding: "utf8" },
  );
  const loaded = /LOADED (.*)/.exec(out)![1]!.split(" ");
  expect(loaded).toContain("test");
  const optional = ["linear-pattern", "reply-schema", "judges"];
  expect(optional.filter((name) => loaded.includes(name))).toEqual(expected);
});

it("a plan has no checks, and does not stop for a wrong one", async () => {
  await using folder = folderOf({
    ...example,
    "prompts/support.prompt.yaml": definitions!.replace("OM-[0-9]{5}", "(?<=x)"),
  });
  const { code, out } = await runCli(["plan", "--local", "--full"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(out).not.toMatch(/MATCHES|JUDGE|check\//);
  expect(out).toMatch(/evaluation\/Support\/late parcel/);
});

it("pull names the checks that it removes with their evaluation", async () => {
  await using folder = folderOf(example);
  const cli = (...args: string[]) => runCli(args, { cwd: folder.path });
  expect(await cli("apply", "--local", "--auto-approve")).toMatchObject({ code: 0 });
  const added = definitions!.replace(
    "\n---",
    "\n  - { name: other, variables: { ticket: x }, checks: [{ type: STOP_REASON, is: complete }] }\n---",
  );
  folder.write("prompts/support.prompt.yaml", added);
  const { out, err } = await cli("pull", "--local", "--prune", "--auto-approve");
  expect(out + err).toContain(
    "These evaluations had checks, which the service does not have: evaluation/Support/other.",
  );
  const after = readFileSync(folder.at("prompts/support.prompt.yaml"), "utf8");
  expect(after).toBe(definitions);
});

it("a changed judge makes the cases that it judges new", async () => {
  await using repository = repositoryOf(example);
  repository.write(
    "prompts/support.prompt.yaml",
    definitions!.replace("Answer each", "Be kind. Answer each"),
  );
  const args = ["--base", "HEAD", "--replies", "replies.yaml", "--format", "json"];
  const { out } = await runCli(["test", ...args], { cwd: repository.path, env: gitEnv });
  const { cases } = JSON.parse(out) as TestResult;
  expect(cases.map(({ comparison, reason }) => [comparison, reason])).toEqual([
    ["new", "The evaluation changed, and the request did not."],
  ]);
});
