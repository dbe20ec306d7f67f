// The files of init as text.
import { groupBy } from "../../engine/model/collections.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { escapeText } from "../text/terminal-text.ts";

/** A file with its action. */
interface InitFile {
  readonly action: "create" | "append" | "update" | "skip";
  readonly path: string;
  /** The reason why it is skipped. */
  readonly reason?: string;
}

const planned = { create: "create", append: "add to", update: "update", skip: "skip" } as const;
const performed = {
  create: "created",
  append: "added to",
  update: "updated",
  skip: "skipped",
} as const;

/** The planned actions, a line per file, for the question. */
export function plannedFilesText(files: readonly InitFile[]): string {
  return files.map((file) => `  ${fileLine(planned[file.action], file)}`).join("");
}

/** The line of a file after its action. */
export function performedFileText(file: InitFile): string {
  return fileLine(performed[file.action], file);
}

function fileLine(label: string, { path, reason }: InitFile): string {
  const suffix = reason === undefined ? "" : ` (${escapeText(reason)})`;
  return `${label.padEnd(8)}  ${escapeText(path)}${suffix}\n`;
}

/**
 * What init finds or creates: the example, an empty folder of definitions, a folder of definitions, or
 * a project with its promptctl.yaml.
 */
export type ProjectContent = "example" | "empty" | "definitions" | "project";

/** The next commands. `folder`: a shell argument, empty for the working directory. */
export function nextCommandsText(
  folder: string,
  content: ProjectContent,
  isInstalled: boolean,
): string {
  const argument = folder === "" ? "" : ` ${escapeText(folder)}`;
  const prefix = argument === "" ? "" : ` --prefix${argument}`;
  const program = isInstalled ? `npx --no-install${prefix} promptctl` : "promptctl";
  const locally = [`validate${argument}`, `plan${argument} --local`, `apply${argument} --local`];
  const commands = {
    example: locally,
    definitions: locally,
    empty: [`pull${argument} --base-url https://prompts.example.com`, `validate${argument}`],
    project: locally.slice(0, 2),
  }[content].map((command) => `${program} ${command}`);
  const [install, clean] = [`npm install${prefix}`, `npm ci${prefix}`];
  const next = commandList("Next:", isInstalled ? [install, ...commands] : commands);
  if (!isInstalled) return next;
  const validate = `${program} validate${argument}`;
  const teammate = [clean, "pre-commit install", validate];
  return `${next}${commandList("Commit the files, with package-lock.json. A teammate who clones them runs:", teammate)}`;
}

const shownFiles = 4;

/** The command that makes definitions of prompts in text files; empty without such files. */
export function promptTextsText(
  folder: string,
  texts: readonly string[],
  isInstalled: boolean,
): string {
  if (texts.length === 0) return "";
  const where = folder === "" ? "" : `cd ${escapeText(folder)} && `;
  const program = isInstalled ? "npx --no-install promptctl" : "promptctl";
  const files = shellFiles(texts);
  const shown = files.slice(0, shownFiles).join(" ") + (files.length > shownFiles ? " …" : "");
  return commandList(
    "There are text files that look like prompts. To make definitions of them (add --role user for\nmessages of the user):",
    [`${where}${program} import text ${shown} --model MODEL`],
  );
}

/** The files as arguments of a shell; those of one folder, below the first, with one ending as a pattern. */
function shellFiles(paths: readonly string[]): string[] {
  const groups = groupBy(paths, (path) => {
    const [, folder, ending] = /^(.+)\/[^/]+(\.[^./]+)$/.exec(path) ?? [];
    return folder === undefined ? path : `${shellQuote(folder)}/*${ending}`;
  });
  return [...groups].map(([pattern, ofPattern]) =>
    escapeText(ofPattern.length > 1 ? pattern : shellQuote(ofPattern[0]!)),
  );
}

/** The command that writes rules for coding agents. */
export function agentRulesText(folder: string, isInstalled: boolean): string {
  const argument = folder === "" ? "" : ` ${escapeText(folder)}`;
  const program = isInstalled
    ? `npx --no-install${argument && ` --prefix${argument}`} promptctl`
    : "promptctl";
  return commandList("If coding agents change prompts, write rules for them to AGENTS.md:", [
    `${program} init${argument} --agents`,
  ]);
}

/** What is not written without a source, and the command that writes it. */
export function unknownSourceText(folder: string): string {
  const argument = folder === "" ? "" : ` ${escapeText(folder)}`;
  return commandList(
    "Not written, because it is unknown where this promptctl was installed from: package.json, CI files,\nthe pre-commit hook and the settings of editors. To add them:",
    [`promptctl init${argument} --source REPOSITORY@COMMIT`],
  );
}

function commandList(head: string, commands: readonly string[]): string {
  return `\n${head}\n${commands.map((command) => `  ${command}\n`).join("")}`;
}

/** What an existing file lacks. */
export function lackingText(path: string, lacks: string): string {
  const lines = lacks.trimEnd().split("\n").map(escapeText);
  return commandList(`${escapeText(path)} has nothing of promptctl. Add to it:`, lines);
}

/** What to do before GitHub runs the workflows; empty without workflows. */
export function setupText(workflows: readonly string[]): string {
  if (workflows.length === 0) return "";
  return commandList(
    "Before the first apply on GitHub, follow the setup steps at the top of:",
    workflows.map(escapeText),
  );
}

/** Why there are no CI files. */
export const noCiText =
  "\nNo CI file was written: this repository is on no GitHub or GitLab host that can read the source of promptctl.\n  The page CI of the documentation has files for other systems.\n";
