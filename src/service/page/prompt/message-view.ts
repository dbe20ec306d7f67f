// Messages of a prompt: their blocks, with the variables marked.
import { html } from "hono/html";
import { parseExactJson } from "../../../engine/json/exact-json.ts";
import { placeholderPattern, variablesOf } from "../../../engine/render/template.ts";
import type { Block, Message } from "../../../generated/types.ts";
import type { Html } from "../../../views/text/html-parts.ts";
import { jsonLines, pageText } from "../frame/page-text.ts";
import { preHtml } from "../frame/elements.ts";

/** `level`: of the heading with the role. */
export function messagesHtml(messages: readonly Message[], level: 3 | 4 = 3): Html[] {
  return messages.map(
    ({ role, content }) =>
      html`<section class="message">
        ${level === 3 ? html`<h3>${roleText(role)}</h3>` : html`<h4>${roleText(role)}</h4>`}
        ${content.length === 0 && html`<p class="muted">Empty.</p>`} ${content.map(blockHtml)}
      </section> `,
  );
}

/** `System`. */
export function roleText(role: string): string {
  return pageText(role.slice(0, 1).toUpperCase() + role.slice(1));
}

/** One block of a message or of a reply. */
export function blockHtml(block: Block): Html {
  switch (block.type) {
    case "TEXT":
      return preHtml(markedText(block.text));
    case "IMAGE_BASE64": {
      const bytes = Buffer.byteLength(block.imageBase64, "base64");
      return html`<p>Image, ${pageText(block.mediaType)}, ${sizeText(bytes)}</p>`;
    }
    case "TOOL_CALL": {
      const { toolCallId, function: called } = block.toolCall;
      return html`<p>
          Calls <code>${pageText(called.name)}</code>
          <span class="muted">${pageText(toolCallId)}</span>
        </p>
        ${preHtml(argumentLines(called.arguments))}`;
    }
    case "TOOL_RESULT":
      return html`<p>Result of <span class="muted">${pageText(block.toolCallId)}</span></p>
        ${preHtml(pageText(block.result))}`;
  }
}

/** `812 bytes`, `12 kB`. */
export function sizeText(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
}

function argumentLines(text: string): string {
  const value = parseExactJson(text);
  return value === undefined ? pageText(text) : jsonLines(value);
}

/** A text with its placeholders marked. */
function markedText(text: string): (Html | string)[] {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholderPattern)) {
    if (variablesOf(match[0]).length === 0) continue;
    parts.push(pageText(text.slice(end, match.index)));
    parts.push(html`<mark>${pageText(match[0])}</mark>`);
    end = match.index + match[0].length;
  }
  return [...parts, pageText(text.slice(end))];
}
