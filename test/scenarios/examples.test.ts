// The examples, as a user runs them: on the embedded service, and with the built program on a port.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { globby } from "globby";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { runHere } from "../cli/run-here.ts";
import { modelEnd } from "../../src/engine/providers/model-ends.ts";
import { runProgramIn } from "../fixtures/run-program.ts";
import { builtProgram } from "../fixtures/built.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "promptctl-examples-"));

beforeAll(() => {
  cpSync(join(root, "examples"), folder, {
    recursive: true,
    filter: (path) => !path.includes(".promptctl"),
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The calls of a trace file that write, by method and collection. */
function writesIn(trace: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of readFileSync(trace, "utf8").trim().split("\n")) {
    const { method, path, status } = JSON.parse(line) as {
      method: string;
      path: string;
      status: number;
    };
    expect(status).toBe(200);
    if (method === "GET") continue;
    const call = `${method} ${path.split("/")[3]}`;
    counts[call] = (counts[call] ?? 0) + 1;
  }
  return counts;
}

describe.each([
  { name: "agent", creates: { tools: 2, prompts: 1, evaluations: 4, assertions: 4 } },
  { name: "quickstart", creates: { tools: 1, prompts: 1, evaluations: 1, assertions: 3 } },
  { name: "support-desk", creates: { tools: 6, prompts: 12, evaluations: 35, assertions: 89 } },
])("examples/$name", ({ name, creates }) => {
  const trace = join(folder, `${name}.trace`);
  const total = Object.values(creates).reduce((sum, each) => sum + each, 0);

  test("a plan before anything else writes nothing, not even a store", async () => {
    const words = ["plan", name, "--local", "--detailed-exitcode"];
    const { code, out, err } = await runHere(folder, words);
    expect({ code, err }).toEqual({ code: 2, err: "" });
    expect(out).toMatch(
      new RegExp(`^promptctl plan · ${total} definitions in ${name}/prompts/ · local\n`),
    );
    expect(out).toMatch(new RegExp(`\nPlan: ${total} to create.\n$`));
    expect(existsSync(join(folder, name, ".promptctl"))).toBe(false);
  });

  test("apply makes exactly one create per resource, in an order the service accepts", async () => {
    const words = ["apply", name, "--local", "--auto-approve", "--trace", trace];
    const { code, out } = await runHere(folder, words);
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`\nApplied. ${total} requests to the embedded service succeeded.\n$`),
    );
    expect(writesIn(trace)).toEqual({
      "POST tools": creates.tools,
      "POST prompts": creates.prompts,
      "POST evaluations": creates.evaluations,
      "POST evaluation-assertions": creates.assertions,
    });
  });

  test("a second plan is empty, and makes one list call per kind", async () => {
    const second = `${trace}.2`;
    const words = ["plan", name, "--local", "--detailed-exitcode", "--trace", second];
    const { code, out } = await runHere(folder, words);
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`\nNo changes. ${total} definitions match the embedded service.\n$`),
    );
    const calls = readFileSync(second, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { method: string; path: string });
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "GET /sdk/v1/evaluation-assertions",
      "GET /sdk/v1/evaluations",
      "GET /sdk/v1/prompts",
      "GET /sdk/v1/tools",
    ]);
  });
});

test("the team's example uses all eight types of assertion, both providers, includes and an image", () => {
  const prompts = join(root, "examples/support-desk/prompts");
  const text = readdirSync(prompts, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => readFileSync(join(prompts, path), "utf8"))
    .join("\n---\n");
  const documents = [...parseAllDocuments(text)].map((each) => JSON.stringify(each.toJS()));
  const all = documents.join();
  const types = [
    "EXACT_MATCH",
    "STARTS_WITH",
    "CONTAINS_ALL",
    "CONTAINS_ANY",
    "COST",
    "LATENCY",
    "TOOL_CALLED",
    "TOOL_CALLED_WITH",
  ];
  for (const word of [...types, "ANTHROPIC", "OPENAI", "IMAGE_BASE64", "TOOL_CALL", "TOOL_RESULT"])
    expect(all).toContain(`"${word}"`);
  expect(all).toContain('{"file":');
});

test("the same project over a socket: serve on a port, apply with its key, plan empty, stop on SIGTERM", async () => {
  const key = "key-of-the-test";
  const server = spawn(
    process.execPath,
    [builtProgram, "serve", "--port", "0", "--store", join(folder, "served.sqlite")],
    {
      env: { PATH: process.env["PATH"], PROMPTCTL_SERVE_KEYS: `other, ${key}` },
    },
  );
  try {
    const url = await new Promise<string>((resolve, reject) => {
      server.stdout.once("data", (text: Buffer) =>
        resolve(/at (http:\S+)/.exec(text.toString())![1]!),
      );
      server.once("exit", () => reject(new Error("serve ended")));
    });
    const to = ["support-desk", "--base-url", url];
    const wrong = await runProgramIn(folder, ["plan", ...to], { PROMPTCTL_API_KEY: "wrong" });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(
      /^Error: 401 from GET \/sdk\/v1\/\w+: .*\n {2}Set PROMPTCTL_API_KEY to a key that http:\S+ accepts\.\n$/,
    );
    const env = { PROMPTCTL_API_KEY: key };
    for (const words of [
      ["apply", "--auto-approve"],
      ["plan", "--detailed-exitcode"],
    ])
      expect(await runProgramIn(folder, [...words, ...to], env)).toMatchObject({ code: 0 });
  } finally {
    server.removeAllListeners("exit");
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    expect(await ended).toBe(0);
  }
});

test("no file for users names a model whose end is announced", () => {
  const texts = ["examples", "docs"].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:ya?ml|md)$/.test(path) && path !== "diagnostics.md")
      .map((path) => readFileSync(join(root, name, path), "utf8")),
  );
  const named = [readFileSync(join(root, "README.md"), "utf8"), ...texts].flatMap((text) =>
    [...text.matchAll(/\b(?:claude|gpt)-[a-z0-9.-]*[a-z0-9]|\bo\d(?:-[a-z0-9-]+)?\b/g)].map(
      ([name]) => name,
    ),
  );
  const ending = [...new Set(named)].filter(
    (name) => modelEnd("OPENAI", name) ?? modelEnd("ANTHROPIC", name),
  );
  expect(ending).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test("every promptctl.yaml of the repository is that of an example: another one would be a project, and prune asks each project", async () => {
  expect((await globby("**/promptctl.yaml", { cwd: root, gitignore: true })).sort()).toEqual([
    "examples/agent/promptctl.yaml",
    "examples/application/promptctl.yaml",
    "examples/quickstart/promptctl.yaml",
    "examples/support-desk/promptctl.yaml",
  ]);
});
