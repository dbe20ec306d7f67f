// A project in a commit: its settings and its definitions.
import { describe, expect, it } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { type ProjectAt, readProjectAt } from "../../../src/cli/project/project-at.ts";
import { openObjects } from "../../../src/io/git/git-objects.ts";
import { openRepository, resolveCommit } from "../../../src/io/git/git-repository.ts";
import { kinds } from "../../../src/kinds.ts";
import { loadFiles, type LoadedFiles } from "../../../src/sync/load/load.ts";
import { rejectionOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";

async function loadAt(
  folder: string,
  ref: string,
): Promise<(LoadedFiles & { readonly at: ProjectAt }) | undefined> {
  const repository = await openRepository(folder, gitEnv);
  const objects = openObjects(repository);
  try {
    const at = await readProjectAt(objects, await resolveCommit(repository, ref));
    return at && { ...(await loadFiles(kinds, definitionSchemas, at.files)), at };
  } finally {
    objects.close();
  }
}

describe("the project in a commit", () => {
  it("has the definitions folder that promptctl.yaml named there", async () => {
    await using repository = repositoryOf({
      "promptctl.yaml": "definitions: old\nbaseUrl: https://a.example\n",
      "old/look.yaml": "kind: tool\nname: look\ndescription: before\n",
    });
    repository.git(["mv", "old", "new"]);
    repository.commit({ "promptctl.yaml": "definitions: new\n" });
    const before = await loadAt(repository.path, "HEAD~1");
    const after = await loadAt(repository.path, "HEAD");
    expect(before?.at.settings).toMatchObject({ definitions: "old", baseUrl: "https://a.example" });
    expect([before?.sourceFiles, after?.sourceFiles]).toEqual([
      ["old/look.yaml"],
      ["new/look.yaml"],
    ]);
    expect(before?.definitions.map(({ address }) => address)).toEqual(["tool/look"]);
  });

  it("is found in the folder that it had before", async () => {
    const look = "kind: tool\nname: look\ndescription: before\n";
    await using repository = repositoryOf({
      "old/promptctl.yaml": "definitions: prompts\n",
      "old/prompts/look.yaml": look,
      "old/prompts/same.md": "same\n",
      "other/promptctl.yaml": "definitions: prompts\n",
      "other/prompts/other.yaml": look,
    });
    repository.git(["mv", "old", "new name"]);
    repository.commit({ "new name/prompts/look.yaml": look.replace("before", "after") });
    const before = await loadAt(repository.at("new name"), "HEAD~1");
    expect(before?.at.folder).toBe("old/");
    expect(before?.definitions[0]?.spec["description"]).toBe("before");
    repository.commit({ "third/promptctl.yaml": "definitions: prompts\n", "third/a.md": "" });
    expect(await loadAt(repository.at("third"), "HEAD~2")).toBeUndefined();
  });

  it("with a mistake in promptctl.yaml is a Failure", async () => {
    await using repository = repositoryOf({ "promptctl.yaml": "definition: prompts\n" });
    repository.commit({ "promptctl.yaml": "" });
    expect(await rejectionOf(loadAt(repository.path, "HEAD~1"))).toMatchObject({
      class: "invalid",
      message: expect.stringMatching(/^promptctl\.yaml:1 in commit [0-9a-f]{7}: /),
    });
  });

  it("is not there before promptctl.yaml was added", async () => {
    await using repository = repositoryOf({ "ci.yaml": "on: push\n", "app/a.md": "" });
    repository.commit({ "promptctl.yaml": "", "new/promptctl.yaml": "" });
    expect(await loadAt(repository.path, "HEAD~1")).toBeUndefined();
    expect(await loadAt(repository.at("new"), "HEAD~1")).toBeUndefined();
    expect(await loadAt(repository.at("app"), "HEAD")).toMatchObject({
      at: { settings: { definitions: "." } },
    });
  });
});
