import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it("docs/images/plan.svg is the output of the current build", () => {
  const args = [join(root, "scripts", "screenshot.mjs"), "--check"];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("");
});
