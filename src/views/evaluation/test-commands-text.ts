// The programs of a test run, as they are announced before they start.
import { escapeText, pluralize, type Screen } from "../text/terminal-text.ts";

/** The commands that a run starts, a line each; empty without any. */
export function commandsText(commands: readonly string[], { colors }: Screen): string {
  if (commands.length === 0) return "";
  const lines = commands.map((each) => `  ${escapeText(each)}`);
  return `${[colors.bold("Running with your rights:"), ...lines].join("\n")}\n`;
}

/** The warning about cases whose checks run commands that are not allowed; empty without any. */
export function unallowedText(cases: number): string {
  if (cases === 0) return "";
  const have = cases === 1 ? "has a check that runs a command" : "have checks that run commands";
  return `Warning: ${pluralize(cases, "case")} ${have}, which needs --allow-commands: these checks are not measured.\n`;
}
