// What init means to write and what it wrote, a line a file.
import { escapeText } from "./terminal-text.ts";

/** What is meant for a file, or was done with it. */
interface Line {
  readonly does: "create" | "add" | "leave";
  readonly path: string;
  /** Why it is left. */
  readonly because?: string;
}

const meant = { create: "create", add: "add to", leave: "leave" } as const;
const done = { create: "created", add: "added to", leave: "left" } as const;

/** What is meant, for a question. */
export function meantText(lines: readonly Line[]): string {
  return lines.map((each) => `  ${lineOf(meant, each)}`).join("");
}

/** What was done with one file. */
export function doneText(line: Line): string {
  return lineOf(done, line);
}

function lineOf(words: Readonly<Record<Line["does"], string>>, line: Line): string {
  const because = line.because === undefined ? "" : ` (${escapeText(line.because)})`;
  return `${words[line.does].padEnd(8)}  ${escapeText(line.path)}${because}\n`;
}

/** The commands that come next; `folder` as a word of a shell, empty where the user stands in it. */
export function nextText(folder: string): string {
  const command = (name: string, more = ""): string =>
    `  promptctl ${name}${folder === "" ? "" : ` ${escapeText(folder)}`}${more}\n`;
  return `\nNext:\n${command("validate")}${command("plan", " --local")}${command("apply", " --local")}`;
}
