// --local with a store that cannot be read.
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withoutPermission } from "../../fixtures/other-user.ts";
import type { CliResult } from "../fake-host.ts";
import { createProjectFixture } from "../project-fixture.ts";

it("a damaged store ends each command with the path of its file and what to do", async () => {
  await using fixture = await createProjectFixture();
  const applied = await fixture.run(["apply", "--local", "--auto-approve"]);
  expect(applied.code).toBe(0);
  const path = `${fixture.folder.path}/.promptctl/store.sqlite`;
  const { default: Database } = await import("libsql");
  const database = new Database(path);
  database.exec(
    "PRAGMA ignore_check_constraints = 1; UPDATE resources SET body = CAST(x'7b22ff227d' AS TEXT)",
  );
  database.close();
  for (const args of [["plan"], ["apply", "--auto-approve"]]) {
    const { code, out, err } = await fixture.run([...args, "--local"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe(
      `Error: The store ${path} is damaged: a resource in it is not valid UTF-8 or JSON.\n  Restore it from a backup, or delete it and run apply to create it again.\n`,
    );
  }
});

describe("a store that cannot be opened", () => {
  const commands = [["plan"], ["apply", "--auto-approve"], ["pull", "--prune", "--yes"]];

  it.each([
    [".promptctl", 0o755],
    [".promptctl/store.sqlite", 0o600],
  ])("because %s may not be read: it is no empty store", async (locked, mode) => {
    await using fixture = await createProjectFixture();
    chmodSync(fixture.folder.path, 0o755);
    await fixture.run(["apply", "--local", "--auto-approve"]);
    await fixture.run(["pull", "--local"]); // loads the modules
    for (const args of commands) {
      const run = (): Promise<CliResult> => fixture.run([...args, "--local"]);
      const { code, err } = await withoutPermission(fixture.folder.at(locked), mode, run);
      expect(code).toBe(1);
      expect(err).toContain(
        `${fixture.folder.at(".promptctl/store.sqlite")} cannot be opened: permission denied.\n  Check the owner and the permissions of the file and its folder.\n`,
      );
    }
  });

  it("because it is a folder", async () => {
    await using fixture = await createProjectFixture();
    fixture.folder.write(".promptctl/store.sqlite/x", "");
    for (const args of commands) {
      const { code, err } = await fixture.run([...args, "--local"]);
      expect([code, err]).toEqual([
        1,
        `Error: ${fixture.folder.at(".promptctl/store.sqlite")} is a folder, but promptctl needs a file with this name.\n  Move or delete the folder. promptctl creates the file.\n`,
      ]);
    }
  });
});
