// The versions of a prompt, and the changes of one of them.
import { html } from "hono/html";
import { digestText } from "../engine/model/digest.ts";
import type { Block, Message, Prompt } from "../generated/types.ts";
import { maxVersions, type StoredVersion } from "../service/stored-resource.ts";
import { diffHtml, type Html } from "../views/html-parts.ts";
import { pluralize } from "../views/terminal-text.ts";
import type { PageContent } from "./layout.ts";
import { roleText, sizeText } from "./message-view.ts";
import { type MessagePair, pairMessages } from "./pair-messages.ts";
import { promptPath } from "./page-paths.ts";
import { pageText } from "./page-text.ts";
import { promptHeader } from "./prompt-header.ts";
import type { PromptVersion } from "./read-versions.ts";
import { preHtml } from "./whole-text.ts";

/** The list of versions, newest first. */
export function versionsPage(prompt: Prompt, versions: readonly StoredVersion[]): PageContent {
  const rows = versions.map(
    ({ number, writtenAt, bytes }, index) =>
      html`<tr>
        <th scope="row">
          <a href="${promptPath(prompt.id, "versions", number)}">Version ${number}</a>
          ${index === 0 && html`<span class="muted">current</span>`}
        </th>
        <td>${timeHtml(writtenAt)}</td>
        <td class="number">${sizeText(bytes)}</td>
      </tr>`,
  );
  return {
    title: `${prompt.name}: versions`,
    body: html`${promptHeader(prompt, "versions")}
      <h2>Versions</h2>
      <table class="list">
        <caption>
          ${pluralize(versions.length, "version")}, newest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Written</th>
            <th scope="col" class="number">Size</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
      <p class="muted">
        The service keeps the last ${maxVersions} versions of a prompt until the prompt is deleted.
        git has the history of its definition.
      </p>`,
  };
}

interface VersionView {
  readonly prompt: Prompt;
  /** Newest first. */
  readonly versions: readonly StoredVersion[];
  /** The place of the shown version among them. */
  readonly index: number;
  readonly after: PromptVersion;
  /** The version before it; undefined for the oldest. */
  readonly before: PromptVersion | undefined;
}

/** A version beside the one before it. */
export function versionPage({ prompt, versions, index, after, before }: VersionView): PageContent {
  const stored = versions[index]!;
  const [newer, older] = [versions[index - 1], versions[index + 1]];
  const link = (text: string, version: StoredVersion | undefined): Html | undefined | "" =>
    version &&
    html`<a href="${promptPath(prompt.id, "versions", version.number)}"
      >${text}: version ${version.number}</a
    > `;
  return {
    title: `${prompt.name}: version ${stored.number}`,
    body: html`${promptHeader(prompt, "versions")}
      <h2>Version ${stored.number}</h2>
      <p>
        ${timeHtml(stored.writtenAt)}${index === 0 && " · current"} ·
        ${older ? `compared with version ${older.number}` : "the oldest version that the service has"}
      </p>
      <p class="buttons">${link("Newer", newer)} ${link("Older", older)}</p>
      ${contentHtml(before, after)}`,
  };
}

/** In UTC, because the page does not know the time zone of the reader. */
function timeHtml(time: number | undefined): Html {
  if (time === undefined) return html`<span class="muted">unknown time</span>`;
  const text = new Date(time).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 19).replace("T", " ")} UTC</time>`;
}

/** Comparisons of texts on one page: each takes up to 10 ms. */
const maxCompared = 100;

/** Characters that are compared on one page: a million takes 0.3 s. */
const maxComparedLength = 1_000_000;

function contentHtml(before: PromptVersion | undefined, after: PromptVersion): Html {
  const pairs = pairMessages(before?.messages ?? after.messages, after.messages);
  const [oldSettings, settings] = [before ?? after, after].map(settingLines);
  const marked = comparedPairs(pairs);
  return html`<h3>Settings</h3>
    ${sidesHtml(oldSettings, settings, true)}
    ${pairs.map(
      (pair) =>
        html`<h3>${headingOf(pair)}</h3>
          ${sidesHtml(messageText(pair.before), messageText(pair.after), marked.has(pair))}`,
    )}`;
}

/** The changed messages whose words are compared. */
function comparedPairs(pairs: readonly MessagePair[]): ReadonlySet<MessagePair> {
  const compared = new Set<MessagePair>();
  let length = 0;
  for (const pair of pairs) {
    const [before, after] = [messageText(pair.before), messageText(pair.after)];
    if (before === undefined || after === undefined || before === after) continue;
    if (compared.size === maxCompared) break;
    const size = before.length + after.length;
    if (length + size > maxComparedLength) continue;
    length += size;
    compared.add(pair);
  }
  return compared;
}

/** The role of a message, and the role it had before. */
function headingOf(pair: MessagePair): string {
  const [from, to] = [pair.before, pair.after].map((message) => message && roleText(message.role));
  if (from === undefined) return `${to} (new)`;
  if (to === undefined) return `${from} (removed)`;
  return from === to ? to : `${from} → ${to}`;
}

/** Both texts beside each other, or one if they are equal. */
function sidesHtml(before: string | undefined, after: string | undefined, marks: boolean): Html {
  if (before === after) return preHtml(pageText(after ?? ""));
  if (before === undefined) return preHtml(html`<ins>${pageText(after!)}</ins>`);
  if (after === undefined) return preHtml(html`<del>${pageText(before)}</del>`);
  const texts = marks ? diffHtml(pageText(before), pageText(after)) : undefined;
  const [base, head] = texts ? [texts.base, texts.head] : [pageText(before), pageText(after)];
  return html`${texts?.isMarked !== true && html`<p class="muted">${marks ? "Too many words differ to mark them." : "The changed words are not marked: this version changes too much text."}</p>`}
    <div class="sides">
      <section>
        <h4>Before</h4>
        ${preHtml(base)}
      </section>
      <section>
        <h4>After</h4>
        ${preHtml(head)}
      </section>
    </div>`;
}

function settingLines({ name, parameters, tools }: PromptVersion): string {
  const settings = Object.entries(parameters)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${String(value)}`);
  return [`prompt: ${name}`, ...settings, `tools: ${tools.join(", ") || "none"}`].join("\n");
}

/** The content of a message as text. */
function messageText(message: Message | undefined): string | undefined {
  return message?.content.map(blockText).join("\n");
}

function blockText(block: Block): string {
  switch (block.type) {
    case "TEXT":
      return block.text;
    case "IMAGE_BASE64":
      return `[image ${block.mediaType} ${digestText(block.imageBase64)}]`;
    case "TOOL_CALL": {
      const { toolCallId, function: called } = block.toolCall;
      return `[call ${toolCallId}] ${called.name} ${called.arguments}`;
    }
    case "TOOL_RESULT":
      return `[result ${block.toolCallId}] ${block.result}`;
  }
}
