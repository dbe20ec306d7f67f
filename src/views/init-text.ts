// The files of init as text.
import { escapeText } from "./terminal-text.ts";

/** A file with its action. */
interface InitFile {
  readonly does: "create" | "add" | "leave";
  readonly path: string;
  /** The reason why it is skipped. */
  readonly because?: string;
}

const planned = { create: "create", add: "add to", leave: "skip" } as const;
const performed = { create: "created", add: "added to", leave: "skipped" } as const;

/** The planned actions, a line per file, for the question. */
export function plannedFilesText(files: readonly InitFile[]): string {
  return files.map((file) => `  ${fileLine(planned, file)}`).join("");
}

/** The line of a file after its action. */
export function performedFileText(file: InitFile): string {
  return fileLine(performed, file);
}

function fileLine(
  labels: Readonly<Record<InitFile["does"], string>>,
  { does, path, because }: InitFile,
): string {
  const reason = because === undefined ? "" : ` (${escapeText(because)})`;
  return `${labels[does].padEnd(8)}  ${escapeText(path)}${reason}\n`;
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
