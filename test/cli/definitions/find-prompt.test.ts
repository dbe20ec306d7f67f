// Every command that gets an address or a name suggests the one that was meant, and all commands for
// one prompt find it in the same way.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryOf, type TestRepository } from "../../io/repository.ts";
import { runCli } from "../fake-host.ts";

const promptText = (name: string, key = ""): string => `kind: prompt
${key}name: ${name}
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: user, content: Hi }]
evaluations: [{ name: late, assertions: [{ type: EXACT_MATCH, targetValue: Hi }] }]
`;

const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/classify.yaml": promptText("Classify"),
  "prompts/keyed.yaml": promptText("Support triage", "key: s1\n"),
};

/** The commands only read it. */
let repository: TestRepository;
beforeAll(async () => {
  repository = repositoryOf({ ...files, ".gitignore": ".promptctl/\n" });
  await runCli(["apply", "--local", "--yes"], { cwd: repository.path });
});
afterAll(() => repository[Symbol.asyncDispose]());

async function inProject(args: readonly string[]): Promise<{ code: number; text: string }> {
  const { code, out, err } = await runCli(args, { cwd: repository.path });
  return { code, text: out + err };
}

describe("a misspelled address or name is refused with the one that was meant", () => {
  it.each([
    ["plan --local --target Clasify"],
    ["plan --local --exclude prompt/Clasify"],
    ["apply --local --yes --target prompt/clasify"],
    ["plan --local --overwrite prompts/Classify"],
    ["pull --local --target prompt/Clasify"],
    ["diff --target Classify"],
    ["graph --target Clasify"],
    ["test --on echo --base none --target Clasify"],
    ["test --on echo --base none --exclude prompt/Clasify"],
    ["log Clasify"],
    ["log prompts/Classify"],
    ["run Clasify --local --echo"],
    ["run prompt/Clasify --from files --echo"],
    ["render Clasify --local"],
    ["render Clasify --from files --as openai"],
  ])("%s", async (line) => {
    expect(await inProject(line.split(" "))).toEqual({
      code: 64,
      text: expect.stringContaining('\n  Did you mean "prompt/Classify"?\n'),
    });
  });
});

describe.each([
  ["Classify", "prompt/Classify"],
  ["prompt/Classify", "prompt/Classify"],
  ["s1", "prompt/s1"],
  ["Support triage", "prompt/s1"],
  ["prompt/Support triage", "prompt/s1"],
])("%j is the same prompt for", (name, address) => {
  it.each<[command: string, args: readonly string[], text: string]>([
    ["log", ["log", name], ` · ${address}\n`],
    ["run", ["run", name, "--local", "--echo"], "Hi"],
    ["run with the files", ["run", name, "--from", "files", "--echo"], "Hi"],
    ["render as openai", ["render", name, "--from", "files", "--as", "openai"], '"Hi"'],
  ])("%s", async (_command, args, text) => {
    expect(await inProject(args)).toEqual({ code: 0, text: expect.stringContaining(text) });
  });
});
