// The state of environments for a terminal.
import { hintLines } from "../../engine/model/hint.ts";
import type { EnvironmentStatus, StatusCounts } from "../../generated/types.ts";
import { escapeText, type Screen, wrapSentence } from "../text/terminal-text.ts";

/** A table with a row for each environment, then how to solve errors; ends with a newline. */
export function statusText(rows: readonly EnvironmentStatus[], screen: Screen): string {
  const { colors } = screen;
  const hasNames = rows.some(({ name }) => name !== undefined);
  const head = { name: "environment", baseUrl: "address", state: "state" };
  const cells = rows.map((row) => ({
    name: escapeText(row.name ?? ""),
    baseUrl: escapeText(row.baseUrl ?? ""),
    state: stateText(row, screen),
  }));
  const widthOf = (column: "name" | "baseUrl"): number =>
    Math.max(...[head, ...cells].map((cell) => cell[column].length));
  const [nameWidth, urlWidth] = [widthOf("name"), widthOf("baseUrl")];
  const [heading, ...lines] = [head, ...cells].map(({ name, baseUrl, state }) => {
    const address = `${baseUrl.padEnd(urlWidth)}   ${state}`;
    return hasNames ? `${name.padEnd(nameWidth)}   ${address}` : address;
  });
  const hints = rows.flatMap((row) => hintsOf(row, screen));
  const sections = [[colors.bold(heading!), ...lines], hints];
  return sections
    .filter((section) => section.length > 0)
    .map((section) => `${section.join("\n")}\n`)
    .join("\n");
}

/** `in sync`, the counts that are not zero, or the error. */
function stateText({ state, counts, error }: EnvironmentStatus, { colors }: Screen): string {
  if (!counts) return `${colors.red("error:")} ${escapeText(error?.message ?? "")}`;
  const parts = labels
    .filter(([count]) => counts[count] > 0)
    .map(([count, label]) => `${counts[count]} ${label}`);
  return (state === "in-sync" ? [colors.green("in sync"), ...parts] : parts).join(", ");
}

const labels: readonly (readonly [keyof StatusCounts, string])[] = [
  ["create", "to create"],
  ["update", "to update"],
  ["replace", "to replace"],
  ["delete", "to delete"],
  ["changedOnService", "changed on the service"],
  ["otherRef", "of another branch"],
  ["unmanaged", "unmanaged"],
  ["refused", "refused"],
];

/** What to do about the error of a row. */
function hintsOf({ name, error }: EnvironmentStatus, screen: Screen): string[] {
  const lines = hintLines(error?.hint);
  if (lines.length === 0) return [];
  if (name === undefined) return lines.flatMap((line) => wrapSentence(line, screen, ""));
  return [`${escapeText(name)}:`, ...lines.flatMap((line) => wrapSentence(line, screen))];
}
