// The counts of a partial plan, and file paths relative to the current folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../fake-host.ts";

const cwd = mkdtempSync(join(tmpdir(), "promptctl-part-"));
const tool = (name: string, description: string): string =>
  `kind: tool\nname: ${name}\ndescription: ${description}\nparameters: {}\n`;
const prompt = `kind: prompt
name: P
parameters: { provider: OPENAI, name: gpt-4.1 }
messages: [{ role: user, content: { file: text.md } }]
`;
const write = (b: string, text: string): void => {
  writeFileSync(join(cwd, "sub/all.yaml"), [tool("a", "d"), tool("b", b), prompt].join("---\n"));
  writeFileSync(join(cwd, "sub/text.md"), text);
};
beforeAll(async () => {
  mkdirSync(join(cwd, "sub"));
  write("d", "one\ntwo\n");
  expect((await runCli(["apply", "sub", "--local", "--auto-approve"], { cwd })).code).toBe(0);
  write("other", "one\nthree\n");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

it("without changes, only the definitions selected by --target are counted", async () => {
  const { out } = await runCli(["plan", "sub", "--local", "--target", "tool/a"], { cwd });
  expect(out.split("\n").at(-2)).toBe("No changes. 1 definition matches the embedded service.");
});

it("without changes, definitions excluded by --exclude are not counted", async () => {
  const args = ["plan", "sub", "--local", "--exclude", "tool/b", "--exclude", "prompt/*"];
  expect((await runCli(args, { cwd })).out.split("\n").at(-2)).toBe(
    "No changes. 1 definition matches the embedded service.",
  );
});

it("the path of an included file is relative to the current folder", async () => {
  const { out } = await runCli(["plan", "sub", "--local", "--target", "prompt/P"], { cwd });
  expect(out).toContain('   messages[0]  "two" → "three"  sub/text.md\n');
});
