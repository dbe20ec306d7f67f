// Writes docs/images/plan.svg: the output of a real `promptctl plan`, in its real colours.
// With --check it writes nothing and fails if the file is not current. Needs dist/ (npm run build).
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { dist } from "./dist.mjs";

/** A tool that the service does not have yet. */
const newTool = `kind: tool
name: find_parcel
description: Find a parcel by its tracking number.
parameters:
  type: object
  properties: { trackingNumber: { type: string } }
  required: [trackingNumber]
`;

const escape = "\u001b";
const colorCode = new RegExp(`(${escape}\\[\\d+m)`);

/** Colors of the SVG by ANSI code (SGR); readable on the dark background. */
const colors = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 35: "#d2a8ff", 36: "#79c0ff" };

const root = join(import.meta.dirname, "..");
const target = join(root, "docs", "images", "plan.svg");

const svg = toSvg("promptctl plan", planOutput());
if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== svg) {
    console.error("docs/images/plan.svg is out of date: node scripts/screenshot.mjs");
    process.exit(1);
  }
} else writeFileSync(target, svg);

/** Commits examples/support-desk, applies it to an embedded service, edits three files, and plans. */
function planOutput() {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-screenshot-"));
  try {
    cpSync(join(root, "examples", "support-desk"), folder, { recursive: true });
    git(folder, "init", "--quiet");
    git(folder, "add", "--all");
    git(folder, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "a");
    run(folder, "apply", "--auto-approve");
    edit(
      folder,
      "prompts/refunds/refund-assistant.prompt.yaml",
      "maxTokens: 800",
      "maxTokens: 1000",
    );
    edit(
      folder,
      "prompts/refunds/refund-assistant.prompt.yaml",
      "lookup_order, issue_refund,",
      "lookup_order, find_parcel, issue_refund,",
    );
    edit(
      folder,
      "prompts/texts/refund-assistant.md",
      "two to five sentences",
      "at most three sentences",
    );
    writeFileSync(join(folder, "prompts/tools/find_parcel.tool.yaml"), newTool);
    return run(folder, "plan");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function git(folder, ...args) {
  execFileSync("git", args, { cwd: folder, stdio: "ignore" });
}

function run(folder, ...args) {
  const { NO_COLOR: _noColor, CI: _ci, ...env } = process.env;
  return execFileSync(process.execPath, [join(dist, "main.cjs"), ...args], {
    cwd: folder,
    env: { ...env, FORCE_COLOR: "1" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Replaces a text that occurs exactly once in a file. */
function edit(folder, file, from, to) {
  const text = readFileSync(join(folder, file), "utf8");
  if (text.split(from).length !== 2) throw new Error(`${file}: "${from}" is not there once`);
  writeFileSync(join(folder, file), text.replace(from, to));
}

/** The SVG of a terminal with a prompt line, a command, and its output with ANSI colors. */
function toSvg(command, output) {
  const lines = [`\u001b[2m$\u001b[22m ${command}`, "", ...output.trimEnd().split("\n")];
  const [lineHeight, charWidth, padding] = [20, 8.43, 20];
  const columns = Math.max(...lines.map((line) => plain(line).length));
  const width = Math.ceil(columns * charWidth + 2 * padding);
  const height = lines.length * lineHeight + 2 * padding;
  const rows = lines.map((line, index) => {
    const y = padding + (index + 1) * lineHeight - 5;
    return `  <text x="${padding}" y="${y}" xml:space="preserve">${spans(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
  <rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join("\n")}
</svg>
`;
}

function plain(line) {
  return stripVTControlCharacters(line);
}

/** One tspan for each run of text with the same style. */
function spans(line) {
  const style = { fill: undefined, bold: false, dim: false, inverse: false };
  return line
    .split(colorCode)
    .filter((part) => part !== "")
    .map((part) => {
      if (!part.startsWith(escape)) return span(part, style);
      applyCode(style, Number.parseInt(part.slice(2), 10));
      return "";
    })
    .join("");
}

function applyCode(style, code) {
  if (code === 0)
    Object.assign(style, { fill: undefined, bold: false, dim: false, inverse: false });
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 7) style.inverse = true;
  else if (code === 22) Object.assign(style, { bold: false, dim: false });
  else if (code === 27) style.inverse = false;
  else if (code === 39) style.fill = undefined;
  else if (code in colors) style.fill = colors[code];
  else throw new Error(`no color for the ANSI code ${code}`);
}

function span(text, { fill, bold, dim, inverse }) {
  const attributes = [
    fill && `fill="${fill}"`,
    (bold || inverse) && 'font-weight="bold"',
    inverse && 'text-decoration="underline"',
    dim && 'opacity="0.65"',
  ].filter(Boolean);
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return attributes.length === 0 ? escaped : `<tspan ${attributes.join(" ")}>${escaped}</tspan>`;
}
