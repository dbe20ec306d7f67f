// The report of a benchmark: a table on standard output, and the same table in docs/performance.md.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const file = join(import.meta.dirname, "..", "docs", "performance.md");

/**
 * Prints the table and the notes about its rows. Writes the table into its section if `writes`. Sets exit code 1
 * if a target is missed.
 */
export function report({ script, title, headings, rows, skipped = [], notes, writes }) {
  const lines = [table(headings, rows), ...skipped].join("\n");
  process.stdout.write(`${lines}\n\n${notes}\n`);
  if (writes) writeSection(title, `${machine(script)}\n\n\`\`\`text\n${lines}\n\`\`\``);
  process.exitCode = rows.some((row) => row.at(-1) === "missed") ? 1 : 0;
}

/** Aligns the columns: the first one to the left, the others to the right. */
function table(headings, rows) {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const align = (cell, column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  return all.map((row) => row.map(align).join("  ").trimEnd()).join("\n");
}

function machine(script) {
  const date = new Date().toISOString().slice(0, 10);
  const cores = `${cpus().length} cores (${cpus()[0].model.trim()})`;
  return `\`npm run ${script}\` on ${date}, Node ${process.version}, ${cores}.`;
}

/** Replaces the section with this title, or appends it. */
function writeSection(title, text) {
  const heading = `## ${title}\n`;
  const sections = readFileSync(file, "utf8").split(/^(?=## )/m);
  const index = sections.findIndex((section) => section.startsWith(heading));
  sections[index < 0 ? sections.length : index] = `${heading}\n${text}`;
  writeFileSync(file, `${sections.map((section) => section.trimEnd()).join("\n\n")}\n`);
}

/** A row that compares the medians of two programs; without a maximum it has no target. */
export function comparisonRow({ name, medians, other, maximum, format = formatTime }) {
  const { ours, theirs, ratio } = medians;
  const cells = [name, format(ours), `${other} ${format(theirs)}`, ratio.toFixed(2)];
  return maximum === undefined
    ? [...cells, "", ""]
    : [...cells, `≤ ${maximum}`, result(ratio <= maximum)];
}

/** The cell of the last column: empty if the target is met. */
export const result = (isMet) => (isMet ? "" : "missed");

/** A number with commas. */
export const formatCount = (count) => count.toLocaleString("en");

/** Milliseconds with three digits. */
export const formatTime = (time) => `${time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0)} ms`;

/** Bytes as kB or MB. */
export const formatBytes = (bytes) =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
