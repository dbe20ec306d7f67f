// The files of init as text.
import { escapeText } from "../text/terminal-text.ts";

/** A file with its action. */
interface InitFile {
  readonly action: "create" | "append" | "skip";
  readonly path: string;
  /** The reason why it is skipped. */
  readonly reason?: string;
}

const planned = { create: "create", append: "add to", skip: "skip" } as const;
const performed = { create: "created", append: "added to", skip: "skipped" } as const;

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
export function nextCommandsText(folder: string, content: ProjectContent): string {
  const argument = folder === "" ? "" : ` ${escapeText(folder)}`;
  const locally = [`validate${argument}`, `plan${argument} --local`, `apply${argument} --local`];
  const commands = {
    example: locally,
    definitions: locally,
    empty: [`pull${argument} --base-url https://prompts.example.com`, `validate${argument}`],
    project: locally.slice(0, 2),
  }[content];
  return `\nNext:\n${commands.map((command) => `  promptctl ${command}\n`).join("")}`;
}

/** What to do before GitHub runs the workflows; empty without workflows. */
export function setupText(workflows: readonly string[]): string {
  if (workflows.length === 0) return "";
  const lines = workflows.map((path) => `  ${escapeText(path)}\n`).join("");
  return `\nBefore the first push to GitHub, follow the setup steps at the top of:\n${lines}`;
}
