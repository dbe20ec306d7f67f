// Attributes of files in a commit, also with a git that does not know --source (before 2.40).
import { expect, it } from "vitest";
import { openRepository } from "../../../src/io/git/git-repository.ts";
import { convertedFiles } from "../../../src/project/commits/git-attributes.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";

it("questions at the same time all get their answer", async () => {
  await using folder = repositoryOf({ "a.yaml": "x", ".gitattributes": "a.yaml filter=lfs\n" });
  const repository = await openRepository(folder.path, gitEnv);
  const ask = (): Promise<ReadonlyMap<string, string>> =>
    convertedFiles(repository, { commit: repository.head!, folder: "" }, ["a.yaml"]);
  const answers = await Promise.all([ask(), ask(), ask()]);
  for (const answer of answers)
    expect(answer.get("a.yaml")).toMatch(/^has the git attribute filter=lfs/);
});
