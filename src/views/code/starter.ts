// The files of a new project: the example of examples/quickstart, the workflows of examples/workflows,
// and from starter/ the configuration, pre-commit hooks and editor settings. Nothing in them installs a
// package by its name: the workflows name a commit of the Action, which the user fills in, because a
// version cannot contain its own commit.
import { variableSuffix } from "../../engine/environments/environment.ts";
import { environmentWorkflows, templateFiles } from "../../generated/starter-files.ts";
import { workflowsFor } from "./environment-workflows.ts";

/** The folder of the definitions: those of `exampleFiles`, which are written together or not at all. */
export const starterFolder = "prompts";

/** Keeps the folder of the definitions in git while it is empty. */
export const emptyFolderFile: string = `${starterFolder}/.gitkeep`;

/** Files that GitHub and pre-commit read only at the top of a repository. */
export const repositoryFiles: readonly string[] = Object.keys(templateFiles).filter((path) =>
  /^\.github\/|^\.pre-commit/.test(path),
);

export interface StarterProject {
  /** The folder of the definitions, relative to the project. */
  readonly definitions: string;
  /** The folder of the project, relative to the repository; empty at its top. */
  readonly directory: string;
  /** Whether prettier formats the files of the project. */
  readonly hasPrettier?: boolean;
  /** The names of its environments. */
  readonly environments?: readonly string[];
}

/** Lines to be added to files, by path. */
export function starterLines({
  definitions,
  hasPrettier = false,
}: StarterProject): Readonly<Record<string, readonly string[]>> {
  const prefix = folderPrefix(definitions);
  return {
    ".gitignore": [".promptctl/"],
    ".gitattributes": ["*.yaml text eol=lf", `${prefix}**/*.md text eol=lf`],
    ...(hasPrettier && { ".prettierignore": [prefix || "*.yaml", "promptctl.yaml"] }),
  };
}

/** The other files: path relative to the project to text. */
export function starterFiles({
  definitions,
  directory,
  environments = [],
}: StarterProject): Record<string, string> {
  const prefix = folderPrefix(definitions);
  const files =
    environments.length === 0
      ? templateFiles
      : { ...templateFiles, ...workflowsFor(environmentWorkflows, environments) };
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path.startsWith(".github/")
        ? withDirectory(text, directory)
        : withEnvironments(text.replaceAll(`${starterFolder}/**`, `${prefix}**`), environments),
    ]),
  );
}

function folderPrefix(definitions: string): string {
  const path = definitions.replace(/^(?:\.\/+)+|\/+$/g, "");
  return path === "" || path === "." ? "" : `${path}/`;
}

/** The configuration with environments in place of the base URL. */
function withEnvironments(text: string, environments: readonly string[]): string {
  if (environments.length === 0) return text;
  const entries = environments.map((name, index) => {
    const isProtected = name === "production";
    const before = environments[index - 1];
    return `  ${name}:
${isProtected ? "    protected: true # apply asks for its name\n" : ""}${before === undefined ? "" : `    after: ${before} # what it does not hold is held back here\n`}    # baseUrl: https://${name}.prompts.example.com # its key comes from PROMPTCTL_API_KEY_${variableSuffix(name)}
    # set: { "prompt/*": { parameters.temperature: 0 } } # model parameters that differ here
`;
  });
  return text.replace(
    /^# baseUrl: .*\n/m,
    `environments: # --env NAME selects one\n${entries.join("")}`,
  );
}

/** The workflow with the input directory, unless it is empty. */
function withDirectory(workflow: string, directory: string): string {
  if (directory === "") return workflow;
  const value = JSON.stringify(directory.replaceAll("${{", "${{ '${{' }}")); // no expression
  return workflow.replace(
    /^( +)command: .*\n/gm,
    (line, indent: string) => `${line}${indent}directory: ${value}\n`,
  );
}
