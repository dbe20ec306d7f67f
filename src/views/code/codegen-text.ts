// The results of codegen as text.
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { changedFileLines } from "../text/changed-file.ts";
import { escapeText, type Screen } from "../text/terminal-text.ts";

/** The line of a file that was written, or that did not change. */
export function generatedText(
  path: string,
  isWritten: boolean,
  contents: readonly string[],
): string {
  const verb = isWritten ? "written  " : "unchanged";
  return `${verb}  ${escapeText(`${path} (${contents.join(", ")})`)}\n`;
}

interface OutOfDateFile {
  readonly path: string;
  /** Undefined if there is no file. */
  readonly before: string | undefined;
  readonly text: string;
  /** The words of the command that writes the file. */
  readonly command: readonly string[];
}

/** A file that is not up to date, with a diff; text that looks like a secret is masked. */
export function outOfDateText(
  { path, before, text, command }: OutOfDateFile,
  screen: Screen,
): string {
  const { bold } = screen.colors;
  const name = escapeText(path);
  const next = `To write it: ${escapeText(command.map(shellQuote).join(" "))}`;
  if (before === undefined) return `${bold(`${name} does not exist.`)}\n  ${next}\n`;
  const lines = changedFileLines({ path, before, text }, screen);
  return [...lines, "", bold(`${name} is out of date.`), `  ${next}`, ""].join("\n");
}

/** A warning about the arguments of tools and the replies of prompts. */
export function unknownSchemasText(addresses: readonly string[], { colors }: Screen): string {
  const text = `No type can be made of the schema of ${addresses.join(", ")}: any value is allowed.`;
  return `${colors.yellow("Warning:")} ${escapeText(text)}\n`;
}

/** A warning about prompts whose content, or that of their tools, is not in the files. */
export function leftOutText(addresses: readonly string[], { colors }: Screen): string {
  if (addresses.length === 0) return "";
  const text = `Not in the bundle, because they or their tools are external: ${addresses.join(", ")}.`;
  return `${colors.yellow("Warning:")} ${escapeText(text)}\n`;
}

/** A warning for each environment of which the file has no id for some prompts. */
export function withoutIdsText(
  missing: ReadonlyMap<string, readonly string[]>,
  { colors }: Screen,
): string {
  const lines = [...missing].map(([environment, keys]) => {
    const text = `The file has no id of ${environment} for ${keys.join(", ")}. To read the ids: promptctl codegen with --ids`;
    return `${colors.yellow("Warning:")} ${escapeText(text)}\n`;
  });
  return lines.join("");
}
