// The result of promptctl test as one HTML file: it makes no requests and works from disk. Texts of
// replies are untrusted; the template escapes all of them.
import { html, raw } from "hono/html";
import { digestText } from "../../engine/text/digest.ts";
import { testChangeText } from "../../engine/json/value-change.ts";
import type { TestCase, TestResult } from "../../generated/types.ts";
import type { Html } from "../text/html-parts.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import { escapeLine, pluralize } from "../text/terminal-text.ts";
import { columnRows, columnTitles } from "./test-columns.ts";
import { callsText, differenceText } from "./test-calls-text.ts";
import { reportScript, reportStyle } from "./test-html-assets.ts";
import { caseSection } from "./test-html-cases.ts";
import { costSection } from "./test-html-costs.ts";
import { locationHtml, someItems } from "./test-html-parts.ts";
import { promptSection } from "./test-html-prompts.ts";
import { casesByReason, groupCases } from "./test-case-summary.ts";
import {
  changedTestsTitle,
  hasComparison,
  limitsOfComparison,
  someSentences,
  testHeadline,
  verdictSentences,
  verdictText,
  unmeasuredTitle,
} from "./test-summary.ts";
import { maxReportText, startOf } from "./test-reply.ts";

/** The most characters of the plan. */
const maxPlan = 500_000;

/** `plan`: the text of a plan that is shown below the cases. */
export function testHtml(data: TestResult, plan?: string): string {
  const result = mapTexts(data, (text) => visibleLines(startOf(text, maxReportText)));
  const cases = orderedCases(result);
  const sections = noticesOf(result);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="${contentPolicy}" />
        <title>promptctl test: ${verdictText(result)}</title>
        <style>
          ${raw(reportStyle)}
        </style>
      </head>
      <body>
        ${header(result, sections)}
        <main>
          ${caseSection(cases, result)}
          ${sections.map(
            ({ id, title, items }) =>
              html`<h2 class="warn" id="${id}">${title}</h2>
                <ul>
                  ${someItems(items, maxItems)}
                </ul>`,
          )}
          ${costSection(result)} ${promptSection(result)}
          ${
            plan !== undefined &&
            html`<h2>Plan</h2>
              <pre>${startOf(plan, maxPlan)}</pre>`
          }
        </main>
        <footer class="muted">
          <p>${callsText(result)}. promptctl ${result.promptctl}, ${result.createdAt}.</p>
          ${result.settings.runs === 1 && hasComparison(result) && html`<p>${limitsOfComparison}</p>`}
        </footer>
        ${scriptElement}
      </body>
    </html> `;
  return String(page);
}

/** The text with invisible characters escaped, but for line feeds and tabs. */
function visibleLines(text: string): string {
  return text.toWellFormed().split("\n").map(escapeLine).join("\n");
}

/** The policy permits exactly this text, without blanks around it. */
const scriptElement = raw(`<script>${reportScript}</script>`);

/** No requests, and only the script of this program. */
const contentPolicy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptDigest()}'`;

function scriptDigest(): string {
  return Buffer.from(digestText(reportScript).replace("sha256:", ""), "hex").toString("base64");
}

/** Failing cases first, then what could not be judged, passed cases last. */
function orderedCases(result: TestResult): TestCase[] {
  const groups = groupCases(result);
  const { failing, suspect, unsteady, fixed, passed } = groups;
  const { notMeasured, notCompared, notRun, cannotFail } = groups;
  const open = [...notMeasured, ...notCompared, ...notRun];
  return [failing, suspect, unsteady, open, cannotFail, fixed, passed].flat();
}

const verdictClasses = { passed: "good", failed: "bad", incomplete: "warn" } as const;

function header(result: TestResult, sections: readonly Notices[]): Html {
  const isEmpty = result.verdict === "passed" && result.counts.cases === 0;
  const difference = differenceText(result, "→");
  const links = sections.map(
    ({ id, title, items }) => html`<a href="#${id}">${title} (${items.length})</a> `,
  );
  return html`<header>
    <h1 class="${isEmpty ? "warn" : verdictClasses[result.verdict]}">${verdictText(result)}</h1>
    <p>${someSentences(verdictSentences(result)).join(" ")}</p>
    <p class="muted">${testHeadline(result, "·")}</p>
    ${result.suite && html`<p>${result.suite.text}</p>`}
    ${difference !== undefined && html`<p>${difference}</p>`} ${columnTable(result)}
    ${links.length > 0 && html`<nav aria-label="Notices">${links}</nav>`}
  </header>`;
}

/** A row for the base and each head. */
function columnTable(result: TestResult): Html | "" {
  const rows = columnRows(result);
  if (rows.length === 0) return "";
  return html`<table>
    <thead>
      <tr>
        ${columnTitles.map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, ...cells]) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What a reviewer must know besides the cases. */
interface Notices {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Html[];
}

const maxItems = 500;

function noticesOf(result: TestResult): Notices[] {
  const { cannotFail, notMeasured, notCompared, notRun } = groupCases(result);
  const open = casesByReason([...notMeasured, ...notCompared, ...notRun, ...cannotFail]).map(
    ({ reason, addresses, count }) =>
      html`<li>${pluralize(count, "case")}: ${reason} <code>${addresses}</code></li>`,
  );
  const loosened = result.loosened.map(
    (changed) =>
      html`<li>
        <code>${changed.address}</code>:
        ${
          changed.blocks
            ? html`<span class="bad">${testChangeText(changed)}</span>`
            : testChangeText(changed)
        }
        ${locationHtml(changed.location)}
      </li>`,
  );
  const warnings = result.warnings.map((warning) => html`<li>${warning}</li>`);
  return [
    { id: "loosened", title: changedTestsTitle, items: loosened },
    { id: "unmeasured", title: unmeasuredTitle, items: open },
    { id: "warnings", title: "Warnings", items: warnings },
  ].filter(({ items }) => items.length > 0);
}
