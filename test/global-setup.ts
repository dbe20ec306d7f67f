// Builds the program once, beside dist/, for the tests that run it as a user does, unless scripts/check.mjs did, and
// provides a folder for files that test files share. The folder is deleted after the last test.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { dist } from "./fixtures/built.ts";

/** Vitest calls this for each of its projects, also while tests of others are running. */
export function setup(): (() => void) | undefined {
  if (process.env["PROMPTCTL_TEST_SHARED"] !== undefined) return undefined;
  const root = join(import.meta.dirname, "..");
  if (!process.env["PROMPTCTL_BUILT"])
    execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], {
      stdio: "inherit",
      env: { ...process.env, PROMPTCTL_DIST: basename(dist) },
    });
  const shared = mkdtempSync(join(tmpdir(), "promptctl-shared-"));
  process.env["PROMPTCTL_TEST_SHARED"] = shared;
  return () => rmSync(shared, { recursive: true, force: true });
}
