// The versions of a prompt, and the changes of one of them.
import { html } from "hono/html";
import type { Prompt } from "../../../generated/types.ts";
import { maxVersions, type StoredVersion } from "../../store/stored-version.ts";
import { diffHtml, type Html } from "../../../views/text/html-parts.ts";
import { pluralize } from "../../../views/text/terminal-text.ts";
import type { PageContent } from "../frame/layout.ts";
import { roleText, sizeText } from "../prompt/message-view.ts";
import { type MessagePair, pairMessages } from "./pair-messages.ts";
import { hasWriter, writerHtml } from "../frame/origin-view.ts";
import { promptPath } from "../frame/page-paths.ts";
import { pageText } from "../frame/page-text.ts";
import { promptHeader } from "../prompt/prompt-header.ts";
import { timeHtml, preHtml } from "../frame/elements.ts";
import { linesHtml } from "./line-diff.ts";
import type { PromptVersion, PromptVersions } from "./read-versions.ts";
import { messageText, type SettingLine, settingLines } from "./version-text.ts";

/** The list of versions, newest first. */
export function versionsPage(
  prompt: Prompt,
  { versions, hasPresentState }: PromptVersions,
  changed: ReadonlyMap<number, string>,
): PageContent {
  const hasWriters = versions.some(hasWriter);
  const rows = versions.map((version, index) => {
    const { number, writtenAt, bytes } = version;
    return html`<tr>
      <th scope="row">
        <a href="${promptPath(prompt.id, "versions", number)}">Version ${number}</a>
        ${index === 0 && hasPresentState && html`<span class="muted">current</span>`}
      </th>
      <td>${timeHtml(writtenAt, "minutes")}</td>
      ${hasWriters && html`<td>${writerHtml(version)}</td>`}
      <td dir="auto">${pageText(changed.get(number) ?? "")}</td>
      <td class="number wide">${sizeText(bytes)}</td>
    </tr>`;
  });
  return {
    title: `${prompt.name}: versions`,
    body: html`${promptHeader(prompt, "versions")}
      <h2>Versions</h2>
      ${!hasPresentState && missingVersion} ${rows.length > 0 && tableHtml(rows, hasWriters)}
      <p class="muted">
        The service keeps the last ${maxVersions} versions of a prompt until the prompt is deleted.
        git has the history of its definition.
      </p>`,
  };
}

function tableHtml(rows: readonly Html[], hasWriters: boolean): Html {
  return html`<table class="list stacked">
    <caption>
      ${pluralize(rows.length, "version")}, newest first
    </caption>
    <thead>
      <tr>
        <th scope="col">Version</th>
        <th scope="col">Written</th>
        ${hasWriters && html`<th scope="col">Written by</th>`}
        <th scope="col">Changed</th>
        <th scope="col" class="number wide">Size</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

const missingVersion = html`<p>
  The present state has no version: an older version of promptctl wrote it.
</p>`;

interface VersionView extends PromptVersions {
  readonly prompt: Prompt;
  /** The place of the shown version among them. */
  readonly index: number;
  readonly after: PromptVersion;
  /** The version that it is compared with; undefined for the oldest, which has none before it. */
  readonly older: StoredVersion | undefined;
  readonly before: PromptVersion | undefined;
}

/** A version beside the one before it, or beside the chosen one. */
export function versionPage(view: VersionView): PageContent {
  const { prompt, versions, hasPresentState, index, older, after, before } = view;
  const stored = versions[index]!;
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
        ${timeHtml(stored.writtenAt)}${index === 0 && hasPresentState && " · current"} ·
        ${hasWriter(stored) && html`${writerHtml(stored)} ·`}
        ${older ? `compared with version ${older.number}` : "the oldest version that the service has"}
      </p>
      ${index === 0 && !hasPresentState && missingVersion}
      <p class="buttons">
        ${link("Newer", versions[index - 1])} ${link("Older", versions[index + 1])}
      </p>
      ${versions.length > 2 && compareForm(view)} ${contentHtml(before, after)}`,
  };
}

function compareForm({ prompt, versions, index, older }: VersionView): Html {
  const { number: shown } = versions[index]!;
  const options = versions
    .filter(({ number }) => number !== shown)
    .map(
      ({ number }) =>
        html`<option value="${number}" ${number === older?.number && html`selected`}>
          Version ${number}
        </option>`,
    );
  return html`<form
    class="search"
    method="get"
    action="${promptPath(prompt.id, "versions", shown)}"
  >
    <label for="with">Compare with</label>
    <select id="with" name="with">
      ${options}
    </select>
    <button>Compare</button>
  </form>`;
}

/** Comparisons of texts on one page: each takes up to 10 ms. */
const maxCompared = 100;

/** Characters that are compared on one page: a million takes 0.3 s. */
const maxComparedLength = 1_000_000;

function contentHtml(before: PromptVersion | undefined, after: PromptVersion): Html {
  const base = before ?? after;
  const pairs = pairMessages(base.messages, after.messages);
  const marked = comparedPairs(pairs);
  return html`<h3>Settings</h3>
    ${settingsHtml(settingLines(base, after))}
    ${pairs.map(
      (pair) =>
        html`<h3>${headingOf(pair)}</h3>
          ${sidesHtml(...textsOf(pair), marked.has(pair))}`,
    )}`;
}

/** The settings that changed; the others are folded. */
function settingsHtml(lines: readonly SettingLine[]): Html {
  const [changed, same] = [true, false].map((isChanged) =>
    lines.filter(({ before, after }) => (before !== after) === isChanged),
  );
  const text = (side: "before" | "after", of = lines): string =>
    of.flatMap(({ [side]: line }) => line ?? []).join("\n");
  if (changed!.length === 0) return preHtml(pageText(text("after")));
  return html`${sidesHtml(text("before", changed), text("after", changed), true)}
    <details>
      <summary>${pluralize(same!.length, "unchanged setting")}</summary>
      <div>${preHtml(pageText(text("after", same)))}</div>
    </details>`;
}

/** The changed messages whose words are compared. */
function comparedPairs(pairs: readonly MessagePair[]): ReadonlySet<MessagePair> {
  const compared = new Set<MessagePair>();
  let length = 0;
  for (const pair of pairs) {
    const [before, after] = textsOf(pair);
    if (before === undefined || after === undefined || before === after) continue;
    if (compared.size === maxCompared) break;
    const size = before.length + after.length;
    if (length + size > maxComparedLength) continue;
    length += size;
    compared.add(pair);
  }
  return compared;
}

function textsOf({ before, after }: MessagePair): [string | undefined, string | undefined] {
  return [before && messageText(before), after && messageText(after)];
}

/** The role of a message, and the role it had before. */
function headingOf(pair: MessagePair): string {
  const [from, to] = [pair.before, pair.after].map((message) => message && roleText(message.role));
  if (from === undefined) return `${to} (new)`;
  if (to === undefined) return `${from} (removed)`;
  return from === to ? to : `${from} → ${to}`;
}

/** Longer texts are compared by lines: their changes would be far apart. */
const maxSideLength = 10_000;

/** Both texts beside each other, by lines if they are long or differ much, or one if they are equal. */
function sidesHtml(before: string | undefined, after: string | undefined, marks: boolean): Html {
  if (before === after) return preHtml(pageText(after ?? ""));
  if (before === undefined) return preHtml(html`<ins>${pageText(after!)}</ins>`);
  if (after === undefined) return preHtml(html`<del>${pageText(before)}</del>`);
  const isShort = before.length + after.length <= maxSideLength;
  const texts = marks && isShort ? diffHtml(pageText(before), pageText(after)) : undefined;
  if (marks && texts?.isMarked !== true) return linesHtml(before, after);
  const { base, head } = texts ?? { base: pageText(before), head: pageText(after) };
  return html`${!marks && html`<p class="muted">The changes are not marked: this version changes too much text.</p>`}
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
