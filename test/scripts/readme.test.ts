// The two commands that README shows for a fresh machine.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { dist } from "../fixtures/built.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const folder = mkdtempSync(join(tmpdir(), "promptctl-readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of the first block of "Try it", without their comments. */
function commandsToTry(): string[] {
  const section = read("README.md").split("\n## Try it\n")[1]?.split("\n## ")[0] ?? "";
  const block = /```sh\n(.*?)\n```/s.exec(section)?.[1] ?? "";
  return block.split("\n").map((line) => line.replace(/ *#.*$/, ""));
}

it("shows the main job and the tests, each as one command", () => {
  expect(commandsToTry()).toEqual(["npm ci && npm run quickstart", "npm test"]);
});

it("shows the command that .ci/run ends with", () => {
  const last = read(".ci/run").trim().split("\n").at(-1)!;
  expect(last.replace(/^(\w+=\S+ )+/, "")).toBe(commandsToTry()[1]);
});

it("shows a quickstart that plans, applies, and then has nothing to change", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const [build, ...steps] = scripts["quickstart"]!.split(" && ");
  expect(build).toBe("npm run -s build");
  cpSync(join(root, "examples/quickstart"), join(folder, "examples/quickstart"), {
    recursive: true,
    filter: (path) => !path.includes(".promptctl"),
  });
  symlinkSync(dist, join(folder, "dist"));
  const output = execFileSync("sh", ["-ec", steps.join(" && ")], { cwd: folder, encoding: "utf8" });
  expect(output).toMatch(
    /\nPlan: 6 to create\.\n[^]*\nApplied\. 6 requests to the embedded service succeeded\.\n[^]*\nNo changes\. /,
  );
});
