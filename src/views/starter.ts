// The files of a new project: the example of examples/quickstart, and from starter/ the configuration, a
// workflow, pre-commit hooks and editor settings. The workflow runs npx instead of the Action, because a
// version of the Action cannot contain its own commit.
import { templateFiles } from "../generated/starter-files.ts";

/** The folder of the definitions: those of `exampleFiles`, which are written together or not at all. */
export const starterFolder = "prompts";

/** Lines to be added to files, by path. */
export const starterLines: Readonly<Record<string, readonly string[]>> = {
  ".gitignore": [".promptctl/"],
  ".gitattributes": ["*.yaml text eol=lf", "prompts/**/*.md text eol=lf"],
};

/** Files that GitHub and pre-commit read only at the top of a repository. */
export const repositoryFiles: readonly string[] = [
  ".github/workflows/promptctl.yml",
  ".pre-commit-config.yaml",
];

/** The other files for this version of promptctl: path relative to the project to text. */
export function starterFiles(version: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templateFiles).map(([path, text]) => [
      path,
      text.replaceAll("promptctl@VERSION", `promptctl@${version}`),
    ]),
  );
}
