// Writes docs/images/comment.png and tests.png: comment.md and tests.md, the texts of real comments of the
// Action, as GitHub shows them, with their details open. Arguments limit the names:
// `node scripts/comment-picture.mjs tests`. Needs Chromium (scripts/chromium.mjs).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HtmlRenderer, Parser } from "commonmark";
import { chromiumPath } from "./chromium.mjs";

/** Fonts and colors of GitHub's light theme. */
const style = `
body { margin: 0; padding: 20px; width: 860px; box-sizing: border-box; background: #fff; color: #1f2328;
  font: 14px/1.5 -apple-system, "Segoe UI", "Liberation Sans", Helvetica, Arial, sans-serif; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; }
.author { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; color: #59636e;
  border-radius: 6px 6px 0 0; }
.author b { color: #1f2328; }
.body { padding: 16px; }
h3 { font-size: 1.25em; margin: 0 0 16px; }
h4 { font-size: 1em; margin: 24px 0 16px; }
p, ul, pre, details { margin: 0 0 16px; }
ul { padding-left: 2em; }
li + li { margin-top: 0.25em; }
code { font: 85%/1.45 "Liberation Mono", Menlo, Consolas, monospace; background: #818b981f;
  padding: 0.2em 0.4em; border-radius: 6px; }
table { border-collapse: collapse; margin: 0 0 16px; }
th, td { border: 1px solid #d1d9e0; padding: 6px 13px; text-align: left; }
pre { background: #f6f8fa; border-radius: 6px; padding: 16px; overflow: hidden; }
pre code { background: none; padding: 0; white-space: pre; }
a { color: #0969da; text-decoration: none; }
.added { background: #dafbe1; color: #116329; }
.removed { background: #ffebe9; color: #82071e; }
.hunk { color: #8250df; font-weight: bold; }
.body > :last-child { margin-bottom: 0; }
`;

const images = join(import.meta.dirname, "..", "docs", "images");
const folder = mkdtempSync(join(tmpdir(), "promptctl-picture-"));
const names = process.argv.slice(2);
try {
  for (const name of names.length > 0 ? names : ["comment", "tests"]) writePicture(name);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function writePicture(name) {
  const page = join(folder, `${name}.html`);
  writeFileSync(page, html(readFileSync(join(images, `${name}.md`), "utf8")));
  const measured = chromium("--dump-dom", `file://${page}`);
  const [, height] = /<title>(\d+)<\/title>/.exec(measured);
  const size = `--window-size=860,${height}`;
  const picture = `--screenshot=${join(images, `${name}.png`)}`;
  chromium("--force-device-scale-factor=1.5", "--hide-scrollbars", size, picture, `file://${page}`);
}

function chromium(...options) {
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--user-data-dir=${folder}/profile`,
  ];
  return execFileSync(chromiumPath(), [...flags, ...options], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** The page. Its title is its height in pixels. */
function html(markdown) {
  const body = new HtmlRenderer()
    .render(new Parser().parse(withTables(markdown)))
    .replaceAll("<details>", "<details open>")
    .replace(/(<code class="language-diff">)([^<]*)/g, (_code, tag, text) => tag + coloured(text));
  return `<!doctype html><meta charset="utf-8"><title></title><style>${style}</style>
<div class="comment"><div class="author"><b>github-actions</b> bot commented</div><div class="body">${body}</div></div>
<script>document.title = Math.ceil(document.body.getBoundingClientRect().height);</script>`;
}

/** Tables as HTML: CommonMark has none. */
function withTables(markdown) {
  return markdown.replace(/(?:^\|.*\|\n)+/gm, (table) => {
    const rows = table.trim().split("\n").map(cellsOf);
    const body = rows.filter((_row, index) => index !== 1);
    return `<table>${body.map((cells, index) => rowHtml(cells, index === 0 ? "th" : "td")).join("")}</table>\n`;
  });
}

function cellsOf(row) {
  return row.slice(2, -2).split(" | ");
}

function rowHtml(cells, tag) {
  const contents = cells.map((cell) => {
    const text = new HtmlRenderer().render(new Parser().parse(cell));
    return `<${tag}>${text.replace(/<\/?p>|\n/g, "")}</${tag}>`;
  });
  return `<tr>${contents.join("")}</tr>`;
}

/** The lines of a diff in GitHub's colors. */
function coloured(diff) {
  const classes = { "+": "added", "-": "removed", "@": "hunk" };
  return diff
    .split("\n")
    .map((line) => (classes[line[0]] ? `<span class="${classes[line[0]]}">${line}</span>` : line))
    .join("\n");
}
