// The fixtures of the benchmark: the generated project is valid, and the list server has all its resources.
import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { dist } from "../fixtures/built.ts";

const script = `
  import { listServerUrl, projectFolder } from "./bench/fixtures.mjs";
  import { promptctl, run } from "./bench/runs.mjs";
  import { stopServers } from "./bench/servers.mjs";

  const project = projectFolder(200);
  const validated = await run(promptctl("validate", project, "--strict"));
  const url = await listServerUrl(200);
  const planned = await run(promptctl("plan", project, "--json", "--prune", "--base-url", url));
  await stopServers();
  process.stdout.write(JSON.stringify({ validated: validated.output, planned: planned.output }));
`;

test("a generated project of 200 definitions is valid, and its plan against the list server has no changes", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
    env: { ...process.env, PROMPTCTL_DIST: basename(dist) },
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
