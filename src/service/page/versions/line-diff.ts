// The changed lines of two texts, with a line of context; lines that did not change are left out.
import { html } from "hono/html";
import type { DiffLine } from "../../../views/text/diff-line.ts";
import type { Html } from "../../../views/text/html-parts.ts";
import { unicodeSymbols } from "../../../views/text/terminal-text.ts";
import { diffText } from "../../../views/text/text-diff.ts";

/** Long lines are shown around their changes. */
const width = 160;

/** Changed words are marked within a line. */
export function linesHtml(before: string, after: string): Html {
  const lines = diffText(before, after, {
    width,
    full: true,
    elsewhere: "",
    symbols: unicodeSymbols,
  });
  return html`<pre class="lines" dir="auto">${lines.map(lineHtml)}</pre>`;
}

function lineHtml({ type, segments }: DiffLine): Html {
  const parts = segments.map(({ text, isMarked }) =>
    isMarked ? html`<strong>${text}</strong>` : text,
  );
  if (type === "removed") return html`<del>- ${parts}</del>`;
  if (type === "added") return html`<ins>+ ${parts}</ins>`;
  if (type === "context") return html`<span>${"  "}${parts}</span>`;
  const note = segments.map(({ text }) => text.replace(/^@@ (\d+) @@$/, "Line $1")).join("");
  return html`<span class="muted">${note}</span>`;
}
