// The files of a new project: the example of examples/quickstart, and from starter/ the configuration, a
// workflow, pre-commit hooks and editor settings. The workflow runs npx instead of the Action, because a
// version of the Action cannot contain its own commit.
import { exampleFiles, templateFiles } from "../generated/starter-files.ts";

export interface Starter {
  /** The folder of the definitions. */
  readonly folder: string;
  /** Its files, which are written together or not at all: path relative to the project to text. */
  readonly example: Readonly<Record<string, string>>;
  /** Independent files. */
  readonly tooling: Readonly<Record<string, string>>;
  /** Lines to be added to files, by path. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly configuration: string;
}

/** Files that GitHub and pre-commit read only at the top of a repository. */
export const repositoryFiles: readonly string[] = [
  ".github/workflows/promptctl.yml",
  ".pre-commit-config.yaml",
];

/** The files for this version of promptctl. */
export function starter(version: string): Starter {
  const { "promptctl.yaml": configuration, ...tooling } = Object.fromEntries(
    Object.entries(templateFiles).map(([path, text]) => [
      path,
      text.replaceAll("promptctl@VERSION", `promptctl@${version}`),
    ]),
  );
  return {
    folder: "prompts",
    example: exampleFiles,
    tooling,
    lines: {
      ".gitignore": [".promptctl/"],
      ".gitattributes": ["*.yaml text eol=lf", "prompts/**/*.md text eol=lf"],
    },
    configuration: configuration!,
  };
}
