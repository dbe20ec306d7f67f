// The flag --trace never fails the command that it traces.
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { createProjectFixture } from "../project-fixture.ts";

it.skipIf(!existsSync("/dev/full"))(
  "apply finishes and warns once if the trace cannot be written",
  async () => {
    await using fixture = await createProjectFixture();
    const run = await fixture.run(["apply", "--auto-approve", "--trace", "/dev/full"]);
    expect(run.code).toBe(0);
    expect(run.err.match(/Cannot write the trace file/g)).toHaveLength(1);
    expect((await fixture.run(["plan"])).out).toContain("No changes.");
  },
);
