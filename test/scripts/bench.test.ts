// What the benchmark measures is what it says: a project without mistakes that its server holds.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = `
  import { promptctl } from "./bench/programs.mjs";
  import { run } from "./bench/runs.mjs";
  import { project, served, stopServers } from "./bench/scene.mjs";

  const validated = await run(promptctl("validate", project(200), "--strict"));
  const planned = await run(promptctl("plan", project(200), "--json", "--prune", "--base-url", await served(200)));
  await stopServers();
  process.stdout.write(JSON.stringify({ validated: validated.output, planned: planned.output }));
`;

test("the project of 200 definitions has no mistakes, and the lists made for it leave nothing to do", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { validated, planned } = JSON.parse(stdout);
  expect(validated).toBe("Valid: 200 definitions (70 files)\n");
  expect(JSON.parse(planned)).toMatchObject({
    counts: { create: 0, update: 0, replace: 0, delete: 0, keep: 200 },
    unmanaged: [],
    refusals: [],
  });
});
