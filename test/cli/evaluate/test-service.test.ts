// promptctl test through the service: its prompts run with the messages of the files.
import { expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { bodies } from "../../../src/generated/wire-validators.js";
import { kinds } from "../../../src/kinds.ts";
import { createPromptRunner } from "../../../src/providers/runner.ts";
import { createService } from "../../../src/service/http/app.ts";
import { openStore } from "../../../src/service/open-store.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { type CliResult, runCli, serviceEnv } from "../fake-host.ts";

const tool = "kind: tool\nname: look\ndescription: Looks.\nparameters: {}\n";
const promptFile = (text: string, parameters = ""): string => `kind: prompt
name: Support
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5${parameters} }
tools: [look]
messages: [{ role: user, content: "${text}" }]
evaluations:
  - name: one
    variables: { text: hello }
    assertions: [{ type: EXACT_MATCH, targetValue: "[echo] hello" }]
`;
const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/tool.yaml": tool,
  "prompts/support.yaml": promptFile("{{text}}"),
};

/** A service whose prompts get the echo; counts the runs of prompts. */
async function echoService(): Promise<{ readonly fetch: Fetch; readonly runs: string[] }> {
  const store = await openStore(":memory:");
  const capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false };
  const runner = createPromptRunner({ fetch, providers: {}, echo: true });
  const handler = createService({ kinds, store, bodies, keys: ["good"], capabilities, runner });
  const runs: string[] = [];
  return {
    runs,
    fetch: (url, init) => {
      if (url.endsWith("/completion")) runs.push(url);
      return handler(new Request(url, init));
    },
  };
}

async function deployed(folder: Folder) {
  const service = await echoService();
  const run = (...args: string[]): Promise<CliResult> =>
    runCli(args, { cwd: folder.path, env: serviceEnv, fetch: service.fetch });
  expect((await run("apply", "--auto-approve")).code).toBe(0);
  return {
    run,
    runs: service.runs,
    test: (...args: string[]) => run("test", "--on", "service", ...args),
  };
}

it("runs the deployed prompt, also with an external tool, and caches its replies", async () => {
  await using folder = folderOf(files);
  const { test, runs } = await deployed(folder);
  folder.write("prompts/tool.yaml", "kind: tool\nname: look\nexternal: true\n");
  const { code, out, err } = await test("--base", "none");
  expect([code, runs.length]).toEqual([0, 1]);
  expect(err).toContain("Running 1 case, 1 call to prompts.example.com, at most 4 more");
  expect(out).toContain("replies of the service");
  expect(out).toContain("1 of 1 first reply passed");
  expect((await test("--base", "none")).out).toContain("0 calls, 1 cached reply");
  expect(runs).toHaveLength(1);
});

it("an external tool does not run without --on service", async () => {
  await using folder = folderOf({
    ...files,
    "prompts/tool.yaml": "kind: tool\nname: look\nexternal: true\n",
  });
  const { code, out } = await runCli(["test", "--on", "echo", "--base", "none"], {
    cwd: folder.path,
  });
  expect(code).toBe(1);
  expect(out).toContain(
    "tool/look is external: the files do not contain it. Use --on service to run the deployed prompt.",
  );
});
it("an external tool that the service does not have does not run", async () => {
  await using folder = folderOf({ ...files, "prompts/tool.yaml": tool.replace("look", "other") });
  folder.write("prompts/support.yaml", promptFile("{{text}}").replace("tools: [look]\n", ""));
  const { test } = await deployed(folder);
  folder.write("prompts/tool.yaml", "kind: tool\nname: look\nexternal: true\n");
  folder.write("prompts/support.yaml", promptFile("{{text}}"));
  const { code, out } = await test("--base", "none");
  expect(code).toBe(1);
  expect(out).toContain(
    "tool/look is external: the files do not contain it. The service does not have it either.",
  );
});

it("compares the messages of the files with those of the service", async () => {
  await using folder = folderOf(files);
  const { test } = await deployed(folder);
  folder.write("prompts/support.yaml", promptFile("Please: {{text}}"));
  const { code, out } = await test("--base", "service");
  expect(code).toBe(5);
  expect(out).toMatch(/evaluation\/Support\/one +regressed +base 8\/8 · head 0\/8/);
});

it("other parameters than those of the service are refused", async () => {
  await using folder = folderOf(files);
  const { test, runs } = await deployed(folder);
  folder.write("prompts/support.yaml", promptFile("{{text}}", ", temperature: 0.5"));
  const { code, err } = await test("--base", "none");
  expect([code, runs]).toEqual([4, []]);
  expect(err).toContain("temperature");
});

it("a saved plan is shown in the HTML report of a saved result", async () => {
  await using folder = folderOf(files);
  const { run } = await deployed(folder);
  folder.write("prompts/support.yaml", promptFile("Please: {{text}}"));
  expect((await run("plan", "--out", "plan.json")).code).toBe(0);
  await run("test", "--on", "echo", "--base", "none", "--out", "result.json");
  const args = ["report", "result.json", "--plan", "plan.json", "--out", "report.html"];
  expect((await run(...args)).code).toBe(0);
  const page = folder.read("report.html");
  expect(page.slice(page.indexOf("<h2>Plan</h2>"))).toContain("Please: {{text}}");
});
