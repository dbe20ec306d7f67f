// A tool schema that the provider refuses is an error of the files only: commits and services can have it.
import { afterEach, beforeEach, expect, it } from "vitest";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import { type CliResult, runCli } from "../fake-host.ts";

const refused = `kind: tool
name: find
description: Find orders.
parameters: { type: object, properties: { tags: { type: array } } }
---
kind: prompt
name: Finder
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: Find my orders. }]
tools: [find]
evaluations:
  - name: all
    assertions: [{ type: LATENCY, targetThreshold: 5000 }]
`;
const accepted = refused.replace("type: array", "type: array, items: { type: string }");

let repository: TestRepository;
beforeEach(() => {
  const configuration = "definitions: prompts\nbaseUrl: local\n";
  repository = repositoryOf({
    "promptctl.yaml": configuration,
    "prompts/find.yaml": refused,
    ".gitignore": ".promptctl\n",
  });
});
afterEach(() => repository[Symbol.asyncDispose]());

async function run(command: string): Promise<CliResult> {
  return runCli(command.split(" "), { cwd: repository.path, env: gitEnv });
}

it.each(["validate", "plan --local", "apply --local --yes"])(
  "%s of files with it",
  async (command) => {
    const { code, out, err } = await run(command);
    expect(code).toBe(3);
    expect(out + err).toContain("prompts/find.yaml:4:49  error  refused-tool-schema\n");
  },
);

it.each([
  "plan --local --ref HEAD",
  "diff HEAD",
  "log Finder",
  "test --on echo --base HEAD",
  "pull --local --yes",
])("%s, where HEAD and the service have it", async (command) => {
  await run("apply --local --yes --ref HEAD");
  repository.write("prompts/find.yaml", accepted);
  const { code, out, err } = await run(command);
  expect([code, out + err]).toEqual([0, expect.not.stringContaining("refused-tool-schema")]);
});

it("a plan of a commit with it, which the service does not have yet", async () => {
  const { out, err } = await run("plan --local --ref HEAD");
  expect(out).toContain("tool/find");
  expect(out + err).not.toContain("refused-tool-schema");
});

it("a plan of files where another server may take it: a warning", async () => {
  repository.write("prompts/find.yaml", refused.replace("gpt-5.4", "openai/gpt-5.4"));
  const { out, err } = await run("plan --local");
  expect(out).toContain("tool/find");
  expect(out + err).toContain(
    "1 warning in what changes: prompts/find.yaml:4:49 refused-tool-schema",
  );
});
