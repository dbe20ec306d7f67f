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
import { builtProgram } from "../../fixtures/built.ts";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/checks.md"), "utf8");
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

it("the example of docs/checks.md passes offline", async () => {
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

it("what a failing check found is in the reports, masked before it is cut, and not in the reason", async () => {
  const key = "opaque-key-of-a-model-4711";
  // A light check does not decide the score, so that the judge is asked.
  const strict = definitions!
    .replace("    checks:", "    threshold: 0.9\n    checks:")
    .replace(
      "schema: { type: object, required: [answer] }",
      "weight: 0.01, schema: { additionalProperties: { type: number } }",
    );
  const answered = (text: string): string => JSON.stringify(text).slice(1, -1);
  const judged = JSON.stringify({ answers: [{ pass: true, reason: `${"y".repeat(490)}${key}` }] });
  const reply = JSON.stringify({ acme: `OM-48213 ${"x".repeat(180)}${key}` });
  await using folder = folderOf({
    ...example,
    "prompts/support.prompt.yaml": strict,
    "replies.yaml": `- { evaluation: "*", judge: Tone judge, text: "${answered(judged)}" }
- { evaluation: "*", text: "${answered(reply)}", stopReason: complete }
`,
  });
  const files = ["r.json", "r.xml", "r.md", "r.html"];
  const args = ["test", "--base", "none", "--replies", "replies.yaml"];
  const { out } = await runCli([...args, ...files.flatMap((file) => ["--out", file])], {
    cwd: folder.path,
    env: { OPENAI_API_KEY: key },
  });
  const [json, xml, markdown, page] = files.map((file) => folder.read(file));
  for (const text of [out, json, xml, markdown, page]) expect(text).not.toMatch(/opaque-/);
  const { assertions } = (JSON.parse(json!) as TestResult).cases[0]!.head.trials[0]!;
  const failing = assertions.filter(({ verdict }) => verdict === "fail");
  expect(failing.map(({ type, reason, actual }) => [type, reason, actual])).toEqual([
    [
      "JSON_SCHEMA",
      "The reply does not match the schema: must be number.",
      [expect.stringMatching(/^\/acme: OM-48213 x{180}[^x]/)],
    ],
    ["JUDGE", "Tone judge answers yes.", [expect.stringMatching(/^y{490}[^y]/)]],
  ]);
  expect(xml).toContain("The reply does not match the schema: must be number.");
  expect(markdown).toContain("The reply does not match the schema: must be number.");
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
  [
    "with a JSONPath",
    definitions!.replace(
      /    checks:\n(?: {6}- .*\n)+/,
      '    assertions: [{ type: EXACT_MATCH, targetValue: x, jsonPath: "$.a" }]\n',
    ),
    ["json-path"],
  ],
  ["with all checks", definitions!, ["linear-pattern", "reply-schema", "judges"]],
])("promptctl test of definitions %s loads only their packages", async (_name, text, expected) => {
  await using folder = folderOf({ ...example, "prompts/support.prompt.yaml": text });
  const list = `process.on("exit", () => console.error("LOADED " + Object.keys(require.cache).map((file) => require("node:path").basename(file, ".cjs")).join(" ")));`;
  const preload = folder.at("preload.cjs");
  folder.write("preload.cjs", list);
  const args = ["--require", preload, builtProgram, "test", "--base", "none"];
  const shell = `"$0" "$@" 2>&1 || true`;
  const out = execFileSync(
    "sh",
    ["-c", shell, process.execPath, ...args, "--replies", "replies.yaml"],
    { cwd: folder.path, encoding: "utf8" },
  );
  const loaded = /LOADED (.*)/.exec(out)![1]!.split(" ");
  expect(loaded).toContain("test");
  const optional = ["json-path", "linear-pattern", "reply-schema", "judges"];
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
  const after = folder.read("prompts/support.prompt.yaml");
  expect(after).toBe(definitions);
});

it("a changed judge is a changed test, and makes the cases that it judges new", async () => {
  await using repository = repositoryOf(example);
  repository.write(
    "prompts/support.prompt.yaml",
    definitions!.replace("Answer each", "Be kind. Answer each"),
  );
  const args = ["--base", "HEAD", "--replies", "replies.yaml", "--format", "json"];
  const { out } = await runCli(["test", ...args], { cwd: repository.path, env: gitEnv });
  const { cases, loosened } = JSON.parse(out) as TestResult;
  expect(cases.map(({ comparison, reason }) => [comparison, reason])).toEqual([
    ["new", "The judge changed, and the request did not."],
  ]);
  expect(loosened).toMatchObject([
    { address: "prompt/Tone judge", message: "the judge of 1 check changed" },
  ]);
});

it.each([
  ["is affected by the value alone", (text: string) => text],
  ["changed too", (text: string) => text.replace("Reply with JSON.", "Write JSON.")],
])("--with changes no judge, where the prompt %s", async (_, change) => {
  await using repository = repositoryOf(example);
  repository.write("prompts/support.prompt.yaml", change(definitions!));
  const flags = ["--base", "HEAD", "--replies", "replies.yaml"];
  const { out } = await runCli(
    ["test", ...flags, "--with", "parameters.temperature=0.6", "--format", "json"],
    { cwd: repository.path, env: gitEnv },
  );
  const { cases, loosened } = JSON.parse(out) as TestResult;
  expect([loosened, cases.map(({ reason }) => reason)]).toEqual([[], [undefined]]);
});
