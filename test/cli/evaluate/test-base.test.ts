// What promptctl test says about its base.
import { expect, it } from "vitest";
import { promptFile, replies } from "../../fixtures/support-project.ts";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf, runTestGit, type TestRepository } from "../../io/repository.ts";
import { type CliResult, runCli } from "../fake-host.ts";

const path = "prompts/support.yaml";

/** A repository with two commits on main. */
function mainBranch(): TestRepository {
  const repository = repositoryOf({
    "promptctl.yaml": "definitions: prompts\n",
    [path]: promptFile("Ask for the order number."),
    "replies.yaml": replies,
  });
  repository.commit({ [path]: promptFile("Ask for the e-mail address.") });
  return repository;
}

function run(cwd: string, flags = "", env = { CI: "true" } as Record<string, string>) {
  const words = ["test", "--replies", "replies.yaml", ...flags.split(" ").filter(Boolean)];
  return runCli(words, { cwd, env: { ...gitEnv, ...env } });
}

const oneLine = ({ out }: CliResult): string => out.replace(/\s+/g, " ");

const same = /Nothing is compared: the base is the tested commit itself, [0-9a-f]{7}\./;
const advice =
  "To judge all cases alone: --base none. To compare with the commit before it: --base HEAD~1.";

it.each(["", "--base main", "--base HEAD", "--all", "--ref HEAD --base main"])(
  "a base that is the tested commit is said in CI: %s",
  async (flags) => {
    await using repository = mainBranch();
    const result = await run(repository.path, flags);
    expect(result.code).toBe(0);
    expect(oneLine(result)).toMatch(same);
    expect(oneLine(result)).toContain(advice);
    expect(oneLine(result)).not.toContain("Passed.");
    expect(oneLine(result)).not.toContain("shallow");
  },
);

it("the commit before it is compared", async () => {
  await using repository = mainBranch();
  const result = await run(repository.path, "--base HEAD~1");
  expect(result.code).toBe(5);
  expect(oneLine(result)).not.toMatch(same);
});

it("a shallow clone is told how to fetch the commit before", async () => {
  await using repository = mainBranch();
  await using parent = folderOf();
  runTestGit(["clone", "-q", "--depth", "1", `file://${repository.path}`, "clone"], parent.path);
  expect(oneLine(await run(parent.at("clone")))).toContain(
    `${advice} The clone is shallow, so fetch that commit first: fetch-depth: 0 in GitHub Actions, GIT_DEPTH: 0 in GitLab CI.`,
  );
});

it("outside of CI and for files that differ from the commit, it is not said", async () => {
  await using repository = mainBranch();
  expect(oneLine(await run(repository.path, "", {}))).not.toMatch(same);
  repository.write(path, promptFile("Ask for the name."));
  expect(oneLine(await run(repository.path))).not.toMatch(same);
});
