// The results as a table: in columns for the terminal, and the same in docs/performance.md.
// What the figures are is the benchmarks themselves.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";

/** Rows of cells to lines with aligned columns; the first column to the left, figures to the right. */
export function table(heads, rows) {
  const all = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
    );
  return all.map((row) => line(row).join("  ").trimEnd()).join("\n");
}

const introduction =
  "# Performance\n\nHow fast promptctl is, as measured by its own benchmarks; each section names the command that makes it.\n";

/** Puts the section in the place of the old one, or at the end; makes the file where it is missing. */
export function writeSection(path, title, text) {
  const heading = `## ${title}`;
  const old = existsSync(path) ? readFileSync(path, "utf8") : introduction;
  const section = `${heading}\n\n${text}\n`;
  const start = `\n${old}`.indexOf(`\n${heading}\n`);
  const next = start < 0 ? -1 : old.indexOf("\n## ", start + heading.length);
  const before = start < 0 ? `${old.trimEnd()}\n\n` : old.slice(0, start);
  const after = next < 0 ? "" : old.slice(next);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, before + section + after);
}

/** The section of the file: the machine, the table and the notes. */
export function sectionOf(script, lines, notes) {
  const where = `Node ${process.version}, ${cpus().length} cores (${cpus()[0].model.trim()})`;
  const date = new Date().toISOString().slice(0, 10);
  return `\`npm run ${script}\` on ${date}, ${where}.\n\n\`\`\`text\n${lines}\n\`\`\`\n\n${notes}`;
}

/** Whether a target is met, as the table says it. */
export const met = (is) => (is ? "met" : "missed");

/** A number with commas. */
export const grouped = (count) => count.toLocaleString("en");

/** Bytes in a unit that suits them. */
export const size = (bytes) =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
