import { execFileSync } from "node:child_process";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { dist } from "../fixtures/built.ts";

const root = join(import.meta.dirname, "../..");

it("docs/images/plan.svg is the output of the current build", () => {
  const env = { ...process.env, PROMPTCTL_DIST: basename(dist) };
  const args = [join(root, "scripts", "screenshot.mjs"), "--check"];
  expect(execFileSync(process.execPath, args, { encoding: "utf8", env })).toBe("");
});
