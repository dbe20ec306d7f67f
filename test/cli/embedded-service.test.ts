// --local with a store that cannot be read.
import { expect, it } from "vitest";
import { createProjectFixture } from "./project-fixture.ts";

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
