// promptctl init: creates the files of a new project. Existing files are never overwritten.
import { dirname, join, resolve } from "node:path";
import { exitCodes, Failure } from "../engine/model/failure.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { exampleFiles } from "../generated/starter-files.ts";
import { configurationName, findFolderWith, findProjectFolder } from "../io/configuration.ts";
import {
  type FileAction,
  isPathTaken,
  performFileAction,
  planFile,
  planFolder,
  planLines,
} from "../io/new-files.ts";
import { isFile } from "../io/paths.ts";
import { nextCommandsText, performedFileText, plannedFilesText } from "../views/init-text.ts";
import { pluralize, escapeText } from "../views/terminal-text.ts";
import { repositoryFiles, starterFiles, starterFolder, starterLines } from "../views/starter.ts";
import { type CommandHost, isCi, projectPrefix, relativePath, screenOf } from "./command-host.ts";

export interface InitFlags {
  readonly yes?: boolean;
}

const cancelled = "Cancelled. Nothing was written.";

/** Exit code 0, or 4 if the answer is no; throws a Failure if the project exists. */
export async function initCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: InitFlags,
): Promise<number> {
  const root = resolve(host.cwd, directory ?? ".");
  refuseExisting(host, root);
  if (!flags.yes && !(await isWriteApproved(host, root, directory))) {
    host.err(`${cancelled}\n`);
    return exitCodes.refused;
  }
  const performed = planFiles(root, host.version).map((file) => {
    const action = performFileAction(root, file);
    host.out(performedFileText(action));
    return action;
  });
  host.out(nextCommandsText(folderArgument(host.cwd, root)));
  warnOfLocation(host, root, performed);
  return 0;
}

/** In the order of writing; the configuration is last, because it makes a folder a project. */
function planFiles(root: string, version: string): FileAction[] {
  const { [configurationName]: configuration, ...tooling } = starterFiles(version);
  return [
    ...planFolder(root, starterFolder, exampleFiles),
    ...Object.entries(tooling).map(([path, text]) => planFile(root, path, text)),
    ...Object.entries(starterLines).map(([path, wanted]) => planLines(root, path, wanted)),
    planFile(root, configurationName, configuration!),
  ];
}

function refuseExisting(host: CommandHost, root: string): void {
  for (let path = root; path !== dirname(path); path = dirname(path))
    if (isFile(path)) {
      const name = relativePath(host.cwd, path);
      throw new Failure("usage", "no-folder", `${name} is a file, not a folder.`, "Name a folder.");
    }
  if (!isPathTaken(root, configurationName)) return;
  throw new Failure(
    "refused",
    "project-there",
    `A project already exists: ${join(root, configurationName)}. Nothing was written.`,
    "Check it with promptctl validate, or choose another folder: promptctl init other-folder",
  );
}

async function isWriteApproved(
  host: CommandHost,
  root: string,
  directory: string | undefined,
): Promise<boolean> {
  if (!host.ask || isCi(host.env))
    throw new Failure(
      "usage",
      "nobody-to-ask",
      "No interactive terminal: use --yes. Nothing was written.",
      `Run: promptctl init ${directory === undefined ? "" : `${shellQuote(directory)} `}--yes`,
    );
  const planned = planFiles(root, host.version);
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

/** Warns if the project is inside another one, or not at the top of its repository. */
function warnOfLocation(host: CommandHost, root: string, performed: readonly FileAction[]): void {
  const outer = findProjectFolder(dirname(root));
  if (outer !== undefined)
    host.err(
      `\nThis folder is inside another project, ${escapeText(outer)}: commands in it now use the new project.\n`,
    );
  const top = findFolderWith(root, ".git");
  const misplaced = performed
    .filter(({ action, path }) => action === "create" && repositoryFiles.includes(path))
    .map(({ path }) => path);
  if (top === undefined || top === root || misplaced.length === 0) return;
  host.err(
    `\nThese files are only read at the top of the repository, ${escapeText(top)}: ${misplaced.join(" and ")}.\nMove them there, and name the project in the commands of the workflow: promptctl plan ${escapeText(folderArgument(top, root))}\n`,
  );
}
