// examples/workflows/test-agent.yml: its script checks out the commit that promptctl test compares with.
import { execFileSync, spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { workflows } from "./files.ts";
import type { Step } from "./rules.ts";

const workflow = parse(workflows.get("examples/workflows/test-agent.yml")!) as {
  readonly jobs: { readonly "test-agent": { readonly steps: readonly Step[] } };
};
const { steps } = workflow.jobs["test-agent"];

/** The commit that the script checks out, if the event has this payload and HEAD is there. */
function baseOf(head: string, payload: object, repository: ReturnType<typeof repositoryOf>) {
  repository.git(["checkout", "-q", "--detach", head]);
  repository.write(".git/event.json", JSON.stringify(payload));
  const env = { ...gitEnv, GITHUB_EVENT_PATH: repository.at(".git/event.json") };
  const script = steps.find(({ run = "" }) => run.includes("worktree"))!.run!;
  execFileSync("bash", ["-e", "-c", script], { cwd: repository.path, env, stdio: "pipe" });
  return repository.git(["rev-parse", "HEAD"], String(steps.at(-1)!.with!["base-checkout"]));
}

it.for(["pull request", "merge queue"])("the base of a %s", async (event, { skip }) => {
  skip(spawnSync("jq", ["--version"]).status !== 0, "there is no jq");
  await using repository = repositoryOf({ "a.txt": "main" });
  const [before, main] = [repository.git(["rev-parse", "HEAD"]), repository.commit({ b: "main" })];
  repository.git(["checkout", "-q", "-b", "change", before]);
  repository.commit({ c: "change" });
  repository.git(["checkout", "-q", "--detach", main]);
  repository.git(["merge", "-q", "--no-edit", "change"]);
  const merge = repository.git(["rev-parse", "HEAD"]);
  const next = repository.commit({ d: "next entry" });
  repository.git(["update-ref", "refs/remotes/origin/main", main]);
  const found =
    event === "pull request"
      ? baseOf(merge, { pull_request: { base: { ref: "main", sha: before } } }, repository)
      : baseOf(next, { merge_group: { base_sha: merge } }, repository);
  expect(found).toBe(event === "pull request" ? main : merge);
});

it("the programs of both sides have their packages, and the job has no key of a service", () => {
  expect(steps.filter(({ run }) => run === "npm ci")).toHaveLength(2);
  expect(JSON.stringify(workflow)).not.toContain("PROMPTCTL_API_KEY");
  expect(steps.flatMap(({ env }) => Object.keys(env ?? {}))).toEqual(["OPENAI_API_KEY"]);
});
