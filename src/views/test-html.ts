// The result of promptctl test as one HTML file: it makes no requests and works from disk. Texts of
// replies are untrusted; the template escapes all of them.
import { html, raw } from "hono/html";
import { digestText } from "../engine/model/digest.ts";
import { dollars } from "../engine/model/quantities.ts";
import type {
  TestAssertion,
  TestCase,
  TestPlace,
  TestPrompt,
  TestResult,
  TestSide,
  TestTrial,
} from "../generated/types.ts";
import { escapeLine, pluralize } from "./terminal-text.ts";
import { reportScript, reportStyle } from "./test-html-assets.ts";
import { replyContent, replyNotes, replyPair } from "./test-reply.ts";
import {
  callsText,
  casesByReason,
  differenceText,
  durationText,
  groupCases,
  limitsOfComparison,
  stateOf,
  testHeadline,
  trialCounts,
  verdictDetails,
  verdictText,
} from "./test-summary.ts";
import { wordDiff } from "./word-diff.ts";

/** A part of the page. */
type Html = ReturnType<typeof html>;

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
          ${hasBase(result) && html`<p>${limitsOfComparison}</p>`}
        </footer>
        ${scriptElement}
      </body>
    </html> `;
  return String(page);
}

/** The value with each text and each key changed. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const map = (each: unknown): unknown => {
    if (typeof each === "string") return change(each);
    if (Array.isArray(each)) return each.map(map);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, item]) => [change(key), map(item)]));
  };
  return map(value) as Value;
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

function hasBase({ base }: TestResult): boolean {
  return base !== null;
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
    <h1 class="${verdictClasses[result.verdict]}">${verdictText(result)}</h1>
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
    ({ address, message, place }) =>
      html`<li><code>${address}</code>: ${message} ${placeHtml(place)}</li>`,
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

function placeHtml(place: TestPlace | undefined): Html | "" {
  return place === undefined ? "" : html`<span class="muted">${place.file}:${place.line}</span>`;
}

/** The first case is open if it fails. */
function caseSection(cases: readonly TestCase[], { prompts }: TestResult): Html {
  const models = new Map(prompts.map(({ address, head }) => [address, head.model]));
  const states = new Map<string, number>();
  for (const each of cases) states.set(stateOf(each), (states.get(stateOf(each)) ?? 0) + 1);
  const boxes = [...states].map(
    ([state, count]) =>
      html`<label><input type="checkbox" value="${state}" checked /> ${state} (${count})</label> `,
  );
  return html`<h2>Cases</h2>
    <div class="controls" hidden>
      <label>Filter <input type="search" /></label>
      <fieldset>
        <legend class="muted">Verdict</legend>
        ${boxes}
      </fieldset>
      <span id="shown" class="muted" role="status"></span>
    </div>
    ${cases.length === 0 ? html`<p>No case ran.</p>` : cases.map((each) => caseHtml(each, models.get(each.prompt), each === cases[0] && isFailing(each)))}`;
}

function isFailing({ verdict, comparison }: TestCase): boolean {
  return verdict === "failed" || comparison === "regressed";
}

const stateClasses: { readonly [state: string]: string } = {
  regressed: "bad",
  failed: "bad",
  "still failing": "bad",
  "new, failed": "bad",
  passed: "good",
  fixed: "good",
  "new, passed": "good",
  unchanged: "good",
  "unchanged, passed": "good",
};

function caseHtml(each: TestCase, model: string | undefined, isOpen: boolean): Html {
  const state = stateOf(each);
  return html`<details class="case" data-state="${state}" ${isOpen && "open"}>
    <summary>
      <span class="state ${stateClasses[state] ?? "warn"}">${state}</span>
      <code>${each.address}</code>
      <span class="muted">${trialCounts(each, "·")}</span>
    </summary>
    <div class="body">
      <p>
        <span class="muted">${model} · threshold ${each.threshold}</span><br />
        ${placeHtml(each.place)}
      </p>
      ${each.reason !== undefined && html`<p>${each.reason}</p>`} ${variablesHtml(each)}
      ${sidesHtml(each)}
    </div>
  </details> `;
}

function variablesHtml({ variables }: TestCase): Html | "" {
  const entries = Object.entries(variables);
  if (entries.length === 0) return "";
  const rows = entries.map(
    ([name, value]) =>
      html`<h3><code>${name}</code></h3>
        <pre>${value ?? ""}</pre>`,
  );
  return html`<details>
    <summary>${pluralize(entries.length, "variable")}</summary>
    ${rows}
  </details>`;
}

/** The trials of both sides, those with the same number beside each other. */
function sidesHtml({ head, base }: TestCase): Html[] {
  const count = Math.max(head.trials.length, base?.trials.length ?? 0);
  const first = firstToShow(head, base);
  return Array.from({ length: count }, (_item, index) => index)
    .sort((a, b) => Number(b === first) - Number(a === first))
    .map((index) => {
      const [own, prior] = [head.trials[index], base?.trials[index]];
      const pair = html`<div class="sides">
        ${prior && trialHtml("Base", prior, own)} ${own && trialHtml("Head", own, prior)}
      </div>`;
      if (index === first) return pair;
      return html`<details>
        <summary>Trial ${index + 1}</summary>
        ${pair}
      </details>`;
    });
}

/** The first trial that failed on the head. */
function firstToShow(head: TestSide, base: TestSide | undefined): number {
  const failed = head.trials.findIndex(({ verdict }) => verdict === "failed");
  const hasOther = base?.trials[failed] !== undefined || base === undefined;
  return failed >= 0 && hasOther ? failed : 0;
}

/** A trial; words that differ from the other side are marked. */
function trialHtml(side: "Base" | "Head", trial: TestTrial, other: TestTrial | undefined): Html {
  const notes = replyNotes(trial).map((note) => html`<p class="warn">${note}</p>`);
  const score = trial.score === null ? "" : `, score ${Number(trial.score.toFixed(3))}`;
  return html`<section>
    <h3>${side}, trial ${trial.number}: ${trial.verdict}${score}</h3>
    ${notes} ${trial.reply && html`<pre>${replyHtml(side, trial, other)}</pre>`}
    ${assertionsHtml(trial.assertions)} ${trial.reply && usageHtml(trial)}
  </section>`;
}

function replyHtml(side: "Base" | "Head", trial: TestTrial, other: TestTrial | undefined): Html {
  if (!other?.reply) return html`${replyContent(trial)}`;
  const pair = side === "Base" ? replyPair(trial, other) : replyPair(other, trial);
  return diffHtml(pair.base, pair.head, side);
}

/** One side of two texts, with its changed words marked. */
function diffHtml(before: string, after: string, side: "Base" | "Head"): Html {
  const pairs = wordDiff(before, after);
  if (!pairs) return html`${side === "Base" ? before : after}`;
  return html`${pairs.map((pair) => {
    const text = side === "Base" ? pair.before : pair.after;
    if (pair.isEqual || text === "") return text;
    return side === "Base" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
  })}`;
}

function assertionsHtml(assertions: readonly TestAssertion[]): Html | "" {
  if (assertions.length === 0) return "";
  const classes = { pass: "good", fail: "bad", "not measured": "warn" } as const;
  const items = assertions.map(
    ({ summary, verdict, reason, actual, place, weight }) =>
      html`<li>
        <span class="${classes[verdict]}">${verdict}</span> <code>${summary}</code>
        ${weight !== 1 && html`<span class="muted">weight ${weight}</span>`} ${placeHtml(place)}
        ${reason !== undefined && html`<br />${reason}`}
        ${actual !== undefined && html`<br />Found: <code>${actual.join(" · ")}</code>`}
      </li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}

function usageHtml({ reply, cached, date }: TestTrial): Html {
  const { inputTokens, outputTokens, latency, cost } = reply!;
  const parts = [
    `${inputTokens} tokens in, ${outputTokens} out`,
    latency === null ? [] : durationText(latency),
    cost === null ? "cost unknown" : dollars(cost),
    cached ? `cached, ${date?.slice(0, 10) ?? ""}` : [],
  ].flat();
  return html`<p class="muted">${parts.join(" · ")}</p>`;
}

/** The mean cost and latency of the first replies of a prompt. */
interface PromptUsage {
  readonly prompt: TestPrompt;
  readonly side: "base" | "head";
  readonly cost: number | undefined;
  readonly latency: number | undefined;
}

function costSection({ prompts, cases }: TestResult): Html | "" {
  const rows = prompts.flatMap((prompt) => {
    const own = cases.filter((each) => each.prompt === prompt.address);
    return (["base", "head"] as const).flatMap((side): PromptUsage[] => {
      const replies = own.flatMap((each) => each[side]?.trials[0]?.reply ?? []);
      if (replies.length === 0) return [];
      const cost = mean(replies.map((reply) => reply.cost));
      return [{ prompt, side, cost, latency: mean(replies.map((reply) => reply.latency)) }];
    });
  });
  const most = (values: readonly (number | undefined)[]): number =>
    Math.max(0, ...values.filter((value) => value !== undefined));
  const [cost, latency] = [most(rows.map((r) => r.cost)), most(rows.map((r) => r.latency))];
  if (cost + latency === 0) return "";
  const lines = rows.map(
    (row) =>
      html`<tr>
        <th scope="row"><code>${row.prompt.address}</code></th>
        <td>${row.side}</td>
        <td>${bar(row.cost, cost, row.side, dollars)}</td>
        <td>${bar(row.latency, latency, row.side, durationText)}</td>
      </tr>`,
  );
  return html`<h2>Cost and time</h2>
    <div class="scroll" role="region" aria-label="Cost and time" tabindex="0">
      <table>
        <caption>
          The mean of a reply
        </caption>
        <thead>
          <tr>
            <th scope="col">Prompt</th>
            <th scope="col">Side</th>
            <th scope="col">Cost</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
      </table>
    </div>`;
}

/** undefined if there are no values, or one is unknown. */
function mean(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return undefined;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function bar(
  value: number | undefined,
  most: number,
  side: "base" | "head",
  text: (value: number) => string,
): Html {
  if (value === undefined) return html`<span class="muted">unknown</span>`;
  const width = most === 0 ? 0 : (value / most) * 8;
  return html`<span class="bar ${side}" style="width: ${width.toFixed(2)}rem"></span>
    ${text(value)}`;
}

/** The texts of the prompts, with the changes of this change. */
function promptSection({ prompts }: TestResult): Html | "" {
  if (prompts.length === 0) return "";
  const items = prompts.map((prompt) => {
    const { address, place, score, head, base } = prompt;
    const scoreText = score === null ? "not measured" : String(Number(score.toFixed(3)));
    return html`<details>
      <summary><code>${address}</code> <span class="muted">score ${scoreText}</span></summary>
      <div class="body">
        ${placeHtml(place)}
        <div class="sides">
          ${base && promptHtml("Base", base, head)} ${promptHtml("Head", head, base)}
        </div>
      </div>
    </details>`;
  });
  return html`<h2>Prompts</h2>
    ${items}`;
}

function promptHtml(
  side: "Base" | "Head",
  prompt: TestPrompt["head"],
  other: TestPrompt["head"] | undefined,
): Html {
  const [own, others] = [promptLines(prompt), other && promptLines(other)];
  const [before, after] = side === "Base" ? [own, others] : [others, own];
  return html`<section>
    <h3>${side}</h3>
    <pre>${before === undefined || after === undefined ? own : diffHtml(before, after, side)}</pre>
  </section>`;
}

function promptLines({ model, parameters, tools, messages }: TestPrompt["head"]): string {
  const settings = Object.entries(parameters)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
  return [
    model,
    ...settings,
    ...(tools.length > 0 ? [`tools: ${tools.join(", ")}`] : []),
    ...messages.map(({ role, text }) => `\n[${role}]\n${text}`),
  ].join("\n");
}
