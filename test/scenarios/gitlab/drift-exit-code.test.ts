// The exit code of the drift job of templates/promptctl.yml, with a shell function in place of promptctl.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { root } from "../workflows/actions.ts";

const text = readFileSync(join(root, "templates/promptctl.yml"), "utf8");
const inputs: Readonly<Record<string, string>> = {
  job_prefix: "promptctl",
  drift_merge_request: "true",
};
const [, jobs] = parseAllDocuments(
  text.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_all, name: string) => inputs[name] ?? ""),
).map((document) => document.toJS() as Record<string, { readonly script: readonly string[] }>);

it.each([
  ["2 if the changes are on the branch", 0, 2],
  ["2 if something is left to a person", 4, 2],
  ["the code of pull if the service failed", 1, 1],
  ["the code of pull if definitions are invalid", 3, 3],
  ["the code of pull if no key is set", 64, 64],
])("the drift job ends with %s", async (_what, pull, expected) => {
  await using repository = repositoryOf({ "promptctl.yaml": "{}\n" });
  const functions = `promptctl() { case $1 in plan) return 2 ;; pull) return ${pull} ;; esac; }`;
  const { status } = spawnSync("bash", ["-eo", "pipefail", "-c", 'eval "$SCRIPT"'], {
    cwd: repository.path,
    env: {
      ...gitEnv,
      PROMPTCTL_PUSH_URL: repository.path,
      SCRIPT: ["env=", functions, ...jobs!["promptctl-drift"]!.script].join("\n"),
    },
  });
  expect(status).toBe(expected);
});
