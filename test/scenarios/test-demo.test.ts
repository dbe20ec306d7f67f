// The commands of "Try it offline" in docs/testing.md, as a user of a clone runs them.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitEnv, repositoryOf } from "../io/repository.ts";
import { builtProgram } from "../fixtures/built.ts";

const root = join(import.meta.dirname, "../..");

/** The commands and the output in the section. */
function documented(): { readonly commands: string; readonly output: readonly string[] } {
  const page = readFileSync(join(root, "docs/testing.md"), "utf8");
  const [, commands, output] =
    /## Try it offline\n[^]*?```sh\n([^]*?)```[^]*?```\n([^]*?)```/.exec(page) ?? [];
  return { commands: commands!, output: output!.split("\n").filter((line) => line !== "…") };
}

test("the documented change makes exactly one case regress, and its reverse none", async () => {
  await using repository = repositoryOf();
  cpSync(join(root, "examples"), repository.at("examples"), {
    recursive: true,
    filter: (path) => !path.includes(".promptctl"),
  });
  repository.commit();
  const { commands, output } = documented();
  const [apply, run, revert] = commands.trim().split("\n");
  const shell = (command: string): { readonly status: number | null; readonly stdout: string } => {
    const script = `promptctl() { "${process.execPath}" "${builtProgram}" "$@"; }\n${command}`;
    const options = { cwd: repository.path, env: gitEnv, encoding: "utf8" } as const;
    return spawnSync("sh", ["-c", script], options);
  };
  expect(shell(apply!).status).toBe(0);
  const changed = shell(run!);
  expect(changed.status).toBe(5);
  expect(changed.stdout).toContain(" 6 of 35 cases affected by the change ");
  for (const line of output) expect(changed.stdout).toContain(line);
  expect(shell(revert!).status).toBe(0);
  expect(repository.git(["status", "--porcelain"])).toBe("");
  expect(shell(run!).status).toBe(0);
});
