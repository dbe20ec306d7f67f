// The files of a new project: the example of examples/quickstart, the workflows of examples/workflows,
// and from starter/ the configuration, pre-commit hooks and editor settings. The files that need an
// installed promptctl, or name its commit, are only written if it is known where it is installed from.
import { variableSuffix } from "../../engine/environments/environment.ts";
import { type Forge, type PackageSource } from "../../engine/text/package-source.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import {
  agentRules,
  environmentWorkflows,
  exampleFiles,
  starterWorkflows,
  templateFiles,
} from "../../generated/starter-files.ts";
import { workflowsFor } from "./environment-workflows.ts";
import { gitlabFile, withSource } from "./source-references.ts";

/** The folder of the definitions: those of `exampleFiles`, which are written together or not at all. */
export const starterFolder = "prompts";

/** Keeps the folder of the definitions in git while it is empty. */
export const emptyFolderFile: string = `${starterFolder}/.gitkeep`;

/** Rules for coding agents that change prompts. */
export const agentRulesFile = "AGENTS.md";

/** Whether GitHub, GitLab or pre-commit read a file only at the top of a repository. */
export function isRepositoryFile(path: string): boolean {
  return /^\.git(?:hub\/|lab-ci)|^\.pre-commit/.test(path);
}

export interface StarterProject {
  /** The folder of the definitions, relative to the project. */
  readonly definitions: string;
  /** The folder of the project, relative to the repository; empty at its top. */
  readonly directory: string;
  /** The path from the project to the folder in which npm installs promptctl; empty for the project. */
  readonly packages?: string;
  /** Whether prettier formats the files of the project. */
  readonly hasPrettier?: boolean;
  /** The names of its environments. */
  readonly environments?: readonly string[];
  /** Whether the rules for coding agents are written. */
  readonly hasAgents?: boolean;
  /** Where promptctl is installed from, if it is known. */
  readonly source?: PackageSource | undefined;
  /** The CI whose files are written. */
  readonly ci?: Forge | undefined;
}

/** The usual endings of texts that definitions include. */
const textEndings = ["md", "txt", "json", "jinja", "jinja2", "j2"];

/** Lines to be added to files, by path. */
export function starterLines({
  definitions,
  hasPrettier = false,
  source,
}: StarterProject): Readonly<Record<string, readonly string[]>> {
  const prefix = folderPrefix(definitions);
  return {
    ".gitignore": [".promptctl/", ...(source ? ["node_modules/"] : [])],
    ".gitattributes": [
      "*.yaml text eol=lf",
      ...textEndings.map((ending) => `${prefix}**/*.${ending} text eol=lf`),
    ],
    ...(hasPrettier && { ".prettierignore": [prefix || "*.yaml", "promptctl.yaml"] }),
  };
}

/** The other files: path relative to the project to text. */
export function starterFiles(project: StarterProject): Record<string, string> {
  const { definitions, directory, environments = [] } = project;
  const { ".pre-commit-config.yaml": hook, ...others } = templateFiles;
  const { "promptctl.yaml": configuration, ...editor } = Object.fromEntries(
    Object.entries(others).map(([path, text]) => [
      path,
      withEnvironments(
        withSchemas(text, project).replaceAll(
          `${starterFolder}/**`,
          `${folderPrefix(definitions)}**`,
        ),
        environments,
      ),
    ]),
  );
  const installed = project.source && {
    ...ciFiles(project, project.source),
    ".pre-commit-config.yaml": withPrefix(hook!, directory),
    ...editor,
  };
  return { ...installed, "promptctl.yaml": configuration! };
}

/** The example: path relative to the folder of the definitions to text. */
export function exampleFilesOf(project: StarterProject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exampleFiles).map(([path, text]) => [path, withSchemas(text, project)]),
  );
}

/** The text with the schemas of the installed promptctl; without their comment if none is installed. */
function withSchemas(text: string, { source, packages = "" }: StarterProject): string {
  if (!source) return text.replace(/^# yaml-language-server: .*\n\n?/, "");
  if (packages === "") return text;
  const folder = /(?<!\.)(?:\.\/)?node_modules\/promptctl\//g;
  return text.replace(folder, () => `${packages}node_modules/promptctl/`);
}

/** The rules for coding agents, with the folder of the definitions and the command of the project. */
export function agentRulesOf({ definitions, source }: StarterProject): string {
  const text = agentRules.replaceAll("`prompts/`", `\`${folderPrefix(definitions) || "./"}\``);
  return source ? text : text.replaceAll("npx --no-install promptctl", "promptctl");
}

function ciFiles(
  { ci, directory, environments = [] }: StarterProject,
  source: PackageSource,
): Record<string, string> {
  if (ci === "gitlab") return { ".gitlab-ci.yml": gitlabFile(source, directory) };
  if (ci === undefined) return {};
  const workflows =
    environments.length === 0 ? starterWorkflows : workflowsFor(environmentWorkflows, environments);
  return Object.fromEntries(
    Object.entries(workflows).map(([path, text]) => [
      path,
      withSource(withDirectory(text, directory), source),
    ]),
  );
}

/** The hook with the folder of the project, in which npm has installed promptctl. */
function withPrefix(hook: string, directory: string): string {
  if (directory === "") return hook;
  return hook.replace(
    /(entry: )(npx --no-install) (.*?) #/,
    (_all, key: string, npx: string, words: string) =>
      `${key}${JSON.stringify(`${npx} --prefix ${shellQuote(directory)} ${words}`)} #`,
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
