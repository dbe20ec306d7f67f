// Which files of a project differ from HEAD, for conflicts: refuse.
import { expect, it } from "vitest";
import { uncommittedFiles } from "../../../src/project/commits/uncommitted-files.ts";
import { openObjects } from "../../../src/io/git/git-objects.ts";
import { openRepository } from "../../../src/io/git/git-repository.ts";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";

const files = {
  "promptctl.yaml": "conflicts: refuse\n",
  "prompts/a.yaml": "kind: tool\n",
  "prompts/a.md": "Hello\n",
  ".gitignore": "prompts/se*\n",
};
const paths = { sourceFiles: ["prompts/a.yaml"], included: new Map([["prompts/a.md", ""]]) };

function uncommittedIn(
  { path }: Pick<TestRepository, "path">,
  more: Partial<typeof paths> = {},
  folder = "",
): Promise<readonly string[] | undefined> {
  const folders = { root: `${path}${folder}`, definitions: "prompts", include: ["../shared"] };
  const open = async () => openObjects(await openRepository(folders.root, gitEnv));
  return uncommittedFiles(open, folders, { ...paths, ...more });
}

it("only files of the project count, with their contents", async () => {
  await using repository = repositoryOf(files);
  repository.write("prompts/notes.txt", "Notes.");
  repository.write("other.yaml", "a: 1");
  repository.write("prompts/a.yaml", "kind: tool\r\n");
  expect(await uncommittedIn(repository)).toEqual([]);
  repository.write("prompts/a.md", "Good day\n");
  repository.write("promptctl.yaml", "conflicts: refuse\nprune: true\n");
  expect(await uncommittedIn(repository)).toEqual(["promptctl.yaml", "prompts/a.md"]);
});

it("files that git ignores or is told to assume unchanged differ too", async () => {
  await using repository = repositoryOf(files);
  repository.write("prompts/secret.yaml", "kind: tool\n");
  repository.git(["update-index", "--assume-unchanged", "prompts/a.yaml"]);
  repository.write("prompts/a.yaml", "kind: prompt\n");
  const sourceFiles = ["prompts/a.yaml", "prompts/secret.yaml"];
  expect(await uncommittedIn(repository, { sourceFiles })).toEqual(sourceFiles);
});

it("a definition file that only HEAD has is a difference", async () => {
  await using repository = repositoryOf({ ...files, "prompts/b.yaml": "kind: tool\n" });
  expect(await uncommittedIn(repository)).toEqual(["prompts/b.yaml"]);
});

it("a project in a folder includes files from outside it", async () => {
  await using repository = repositoryOf({
    "app/promptctl.yaml": "conflicts: refuse\n",
    "app/prompts/a.yaml": "kind: tool\n",
    "shared/a.md": "Hello\n",
  });
  const included = new Map([["../shared/a.md", ""]]);
  expect(await uncommittedIn(repository, { included }, "/app")).toEqual([]);
  repository.write("shared/a.md", "Good day\n");
  expect(await uncommittedIn(repository, { included }, "/app")).toEqual(["../shared/a.md"]);
});

it("for files that a filter converts, git says whether they changed", async () => {
  await using repository = repositoryOf({
    ...files,
    ".gitattributes": "prompts/a.md filter=crypt\n",
  });
  expect(await uncommittedIn(repository)).toEqual([]);
  repository.write("prompts/a.md", "Good day, all\n");
  expect(await uncommittedIn(repository)).toEqual(["prompts/a.md"]);
});

it("without commits all files differ, without repository it is not known", async () => {
  await using repository = repositoryOf();
  await using folder = folderOf(files);
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  expect(await uncommittedIn(repository)).toEqual([
    "promptctl.yaml",
    "prompts/a.yaml",
    "prompts/a.md",
  ]);
  expect(await uncommittedIn(folder)).toBeUndefined();
});
