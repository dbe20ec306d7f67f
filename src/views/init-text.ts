// The files of init as text.
import { escapeText } from "./terminal-text.ts";

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

/** The next commands. `folder`: a shell argument, empty for the working directory. */
export function nextCommandsText(folder: string): string {
  const argument = folder === "" ? "" : ` ${escapeText(folder)}`;
  return `
Next:
  promptctl validate${argument}
  promptctl plan${argument} --local
  promptctl apply${argument} --local
`;
}
