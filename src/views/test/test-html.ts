// The result of promptctl test as one HTML file: it makes no requests and works from disk. Texts of
// replies are untrusted; the template escapes all of them.
import { html, raw } from "hono/html";
import { digestText } from "../../engine/text/digest.ts";
import type { TestCase, TestResult } from "../../generated/types.ts";
import type { Html } from "../text/html-parts.ts";
import { mapTexts } from "../text/map-texts.ts";
import { escapeLine, pluralize } from "../text/terminal-text.ts";
import { callsText, differenceText } from "./test-calls-text.ts";
import { reportScript, reportStyle } from "./test-html-assets.ts";
import { caseSection } from "./test-html-cases.ts";
import { costSection } from "./test-html-costs.ts";
import { locationHtml } from "./test-html-parts.ts";
import { promptSection } from "./test-html-prompts.ts";
import {
  casesByReason,
  groupCases,
  hasComparison,
  limitsOfComparison,
  testHeadline,
  verdictDetails,
  verdictText,
} from "./test-summary.ts";

/** `plan`: the text of a plan that is shown below the cases. */
export function testHtml(data: TestResult, plan?: string): string {
  const result = mapTexts(data, visibleLines);
  const cases = orderedCases(result);
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
        ${header(result)}
        <main>
          ${notices(result)} ${caseSection(cases, result)} ${costSection(result)}
          ${promptSection(result)}
          ${
            plan !== undefined &&
            html`<h2>Plan</h2>
              <pre>${plan}</pre>`
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
  const { failing, suspect, unsteady, notMeasured, notRun, fixed, passed } = groupCases(result);
  return [failing, suspect, unsteady, notMeasured, notRun, fixed, passed].flat();
}

const verdictClasses = { passed: "good", failed: "bad", incomplete: "warn" } as const;

function header(result: TestResult): Html {
  const difference = differenceText(result, "→");
  return html`<header>
    <h1 class="${result.counts.cases === 0 ? "warn" : verdictClasses[result.verdict]}">
      ${verdictText(result)}
    </h1>
    <p>${verdictDetails(result)}</p>
    <p class="muted">${testHeadline(result, "·")}</p>
    ${result.suite && html`<p>${result.suite.text}</p>`}
    ${difference !== undefined && html`<p>${difference}</p>`}
  </header>`;
}

/** What a reviewer must know besides the cases. */
function notices(result: TestResult): Html {
  const { notMeasured, notRun } = groupCases(result);
  const open = casesByReason([...notMeasured, ...notRun]).map(
    ({ reason, addresses, count }) =>
      html`<li>${pluralize(count, "case")}: ${reason} <code>${addresses}</code></li>`,
  );
  const loosened = result.loosened.map(
    ({ address, message, location }) =>
      html`<li><code>${address}</code>: ${message} ${locationHtml(location)}</li>`,
  );
  const removed = result.removed.map((address) => html`<li><code>${address}</code></li>`);
  const warnings = result.warnings.map((warning) => html`<li>${warning}</li>`);
  return html`${listSection("Loosened in this change", loosened)}
  ${listSection("Removed in this change", removed)} ${listSection("Not measured or not run", open)}
  ${listSection("Warnings", warnings)}`;
}

function listSection(title: string, items: readonly Html[]): Html | "" {
  if (items.length === 0) return "";
  return html`<h2 class="warn">${title}</h2>
    <ul>
      ${items}
    </ul>`;
}
