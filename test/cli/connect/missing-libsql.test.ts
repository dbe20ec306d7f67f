// Commands with --local where the optional package libsql is not installed.
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { runCli } from "../fake-host.ts";

vi.mock("libsql", () => {
  throw Object.assign(new Error("Cannot find package 'libsql'"), { code: "ERR_MODULE_NOT_FOUND" });
});

it("the error says how to install it, and not that the store is damaged", async () => {
  const cwd = join(import.meta.dirname, "../../../examples/quickstart");
  const { code, err } = await runCli(["plan", "--local"], { cwd });
  expect(code).toBe(1);
  expect(err.replace(/\s+/g, " ")).toMatch(
    /^Error: The embedded service requires the package libsql, which cannot be loaded\. Reinstall promptctl with its optional dependencies/,
  );
  expect(err).not.toContain("damaged");
});
