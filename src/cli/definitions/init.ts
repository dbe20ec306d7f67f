// promptctl init: creates the files of a new project, or adds those that a project lacks. Existing
// files are never overwritten; only the references to promptctl in them are changed.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { exitCodes, refused, wrongUsage } from "../../engine/model/failure.ts";
import { isEnvironmentName } from "../../engine/environments/environment.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { configurationName, findProjectFolder } from "../../project/settings/configuration.ts";
import { type FileAction, isPathTaken, performFileAction } from "../../io/files/new-files.ts";
import { findFolderWith, isFile } from "../../io/files/paths.ts";
import {
  agentRulesText,
  lackingText,
  nextCommandsText,
  noCiText,
  performedFileText,
  plannedFilesText,
  promptTextsText,
  type ProjectContent,
  setupText,
  unknownSourceText,
} from "../../views/definitions/init-text.ts";
import { pluralize, escapeText } from "../../views/text/terminal-text.ts";
import { agentRulesFile, isRepositoryFile, starterFolder } from "../../views/code/starter.ts";
import {
  type CommandHost,
  isCi,
  projectPrefix,
  relativePath,
  screenOf,
} from "../host/command-host.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { planFiles, starterProjectOf } from "./init-files.ts";
import { allowGit, workspaceToPermit } from "./npm-files.ts";
import { findSource } from "./package-source.ts";
import { findPromptTexts } from "./prompt-texts.ts";

export interface InitFlags {
  readonly autoApprove?: boolean;
  /** False for --no-example. */
  readonly example?: boolean;
  /** The names of the environments. */
  readonly env?: readonly string[];
  /** Writes rules for coding agents. */
  readonly agents?: boolean;
  /** REPOSITORY@COMMIT, from which promptctl is installed. */
  readonly source?: string;
}

const cancelled = "Cancelled. Nothing was written.";

/** Exit code 0, or 4 if the answer is no. In an existing project, only what is missing is added. */
export async function initCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: InitFlags,
): Promise<number> {
  const root = resolve(host.cwd, directory ?? ".");
  refuseObstacle(host, root);
  const content = projectContent(root, flags);
  const environments = environmentNames(content, flags);
  const source = await findSource(host, flags.source);
  const starter = {
    ...(await starterProjectOf(host, root, source)),
    environments,
    hasAgents: flags.agents === true,
  };
  const texts = content === "project" ? [] : findPromptTexts(root);
  const planned = planFiles(root, content, starter);
  const count = planned.filter(({ action }) => action !== "skip").length;
  if (count > 0 && !flags.autoApprove && !(await isWriteApproved(host, root, planned))) {
    host.err(`${cancelled}\n`);
    return exitCodes.refused;
  }
  removeLeftovers(host, { root, definitions: starter.definitions });
  const performed = planFiles(root, content, starter).map((file) => {
    const action = performFileAction(root, file);
    host.out(performedFileText(action));
    return action;
  });
  const created = createdRepositoryFiles(performed);
  const folder = folderArgument(host.cwd, root);
  host.out(nextCommandsText(folder, content, source !== undefined));
  host.out(promptTextsText(folder, texts, source !== undefined));
  for (const each of performed)
    if (each.action === "skip" && each.lacks !== undefined)
      host.out(lackingText(each.path, each.lacks));
  host.out(setupText(created.filter((path) => path.startsWith(".github/"))));
  if (!isPathTaken(root, agentRulesFile)) host.out(agentRulesText(folder, source !== undefined));
  if (source === undefined) host.out(unknownSourceText(folder));
  else if (starter.ci === undefined) host.out(noCiText);
  warnOfLocation(host, root, created);
  const workspace = source && workspaceToPermit(root, source);
  if (workspace !== undefined)
    host.err(
      `\nnpm reads .npmrc only in the root of the workspace, ${escapeText(workspace)}. Add to the file there:\n  ${allowGit}\n`,
    );
  return 0;
}

/** What is created in the folder, or what it contains. */
function projectContent(root: string, { example = true }: InitFlags): ProjectContent {
  if (isPathTaken(root, configurationName)) return "project";
  if (example) return "example";
  return isPathTaken(root, starterFolder) ? "definitions" : "empty";
}

/** The names of --env. Throws a Failure for an invalid one, or if promptctl.yaml exists. */
function environmentNames(content: ProjectContent, { env = [] }: InitFlags): readonly string[] {
  if (env.length > 0 && content === "project")
    throw wrongUsage(
      "project-there",
      `${configurationName} exists, so --env cannot add environments.`,
      "Add them under environments: by hand.",
    );
  const wrong = env.find((name) => !isEnvironmentName(name));
  if (wrong === undefined) return [...new Set(env)];
  throw wrongUsage(
    "wrong-environment",
    `"${wrong}" is not a valid name of an environment.`,
    "Use lower-case letters, digits and hyphens, beginning with a letter. local is reserved.",
  );
}

/** Throws a Failure if a file is in the way, or if promptctl.yaml is a link to nothing. */
function refuseObstacle(host: CommandHost, root: string): void {
  for (let path = root; path !== dirname(path); path = dirname(path))
    if (isFile(path)) {
      const name = relativePath(host.cwd, path);
      throw wrongUsage("no-folder", `${name} is a file, not a folder.`, "Name a folder.");
    }
  if (!isPathTaken(root, configurationName) || existsSync(join(root, configurationName))) return;
  throw refused(
    "project-there",
    `${join(root, configurationName)} is a symbolic link without a target. Nothing was written.`,
    "Remove the link, or restore its target.",
  );
}

async function isWriteApproved(
  host: CommandHost,
  root: string,
  planned: readonly FileAction[],
): Promise<boolean> {
  if (!host.ask || isCi(host.env))
    throw refused(
      "no-consent",
      "No interactive terminal: use --auto-approve. Nothing was written.",
    );
  const files = pluralize(planned.filter(({ action }) => action !== "skip").length, "file");
  const { separator } = screenOf(host, "err").symbols;
  const head = `promptctl init ${separator} ${escapeText(root)}\n\n`;
  return host.ask(`${head}${plannedFilesText(planned)}\nWrite ${files}? (y/N) `, cancelled);
}

/** The relative path of a folder as a shell argument; empty if it is `from` itself. */
function folderArgument(from: string, folder: string): string {
  const path = projectPrefix(from, folder).slice(0, -1);
  return path === "" ? "" : shellQuote(path.startsWith("-") ? `./${path}` : path);
}

/** The created files that GitHub and pre-commit read. */
function createdRepositoryFiles(performed: readonly FileAction[]): string[] {
  return performed
    .filter(({ action, path }) => action === "create" && isRepositoryFile(path))
    .map(({ path }) => path);
}

/** Warns if the project is inside another one, or not at the top of its repository. */
function warnOfLocation(host: CommandHost, root: string, created: readonly string[]): void {
  const outer = findProjectFolder(dirname(root));
  if (outer !== undefined)
    host.err(
      `\nThis folder is inside another project, ${escapeText(outer)}: commands in it now use the new project.\n`,
    );
  const top = findFolderWith(root, ".git");
  if (top === undefined || top === root || created.length === 0) return;
  host.err(
    `\nThese files are only read at the top of the repository, ${escapeText(top)}. Move them there:\n${created.map((path) => `  ${path}\n`).join("")}`,
  );
}
