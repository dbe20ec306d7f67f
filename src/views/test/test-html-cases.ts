// The cases of the HTML report of promptctl test, with their replies and assertions.
import { html } from "hono/html";
import { dollars, durationText } from "../../engine/text/quantities.ts";
import type {
  TestAssertion,
  TestCase,
  TestResult,
  TestSide,
  TestTrial,
} from "../../generated/types.ts";
import { diffHtml, type Html } from "../text/html-parts.ts";
import { pluralize, truncateEnd } from "../text/terminal-text.ts";
import { locationHtml } from "./test-html-parts.ts";
import { replyContent, replyNotes, replyPair } from "./test-reply.ts";
import { markOf, stateOf, trialCounts } from "./test-summary.ts";

/** A comparison of long replies takes 10 ms. */
const maxMarked = 200;

/** The cases with a filter. The first case is open if it fails. */
export function caseSection(cases: readonly TestCase[], { prompts }: TestResult): Html {
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
    ${cases.slice(maxMarked).some(({ base }) => base) && html`<p class="muted">Changed words are marked in the first ${maxMarked} cases.</p>`}
    ${cases.length === 0 && html`<p>No case ran.</p>`}
    ${cases.map((each, index) =>
      caseHtml(each, {
        model: models.get(each.prompt),
        isOpen: index === 0 && isFailing(each),
        marksWords: index < maxMarked,
      }),
    )}`;
}

function isFailing({ verdict, comparison }: TestCase): boolean {
  return verdict === "failed" || comparison === "regressed";
}

interface CaseOptions {
  readonly model: string | undefined;
  readonly isOpen: boolean;
  /** Whether the words are marked that differ between base and head. */
  readonly marksWords: boolean;
}

function caseHtml(each: TestCase, options: CaseOptions): Html {
  const { model, isOpen } = options;
  const state = stateOf(each);
  return html`<details class="case" data-state="${state}" ${isOpen && "open"}>
    <summary>
      <span class="state ${markOf(each)}">${state}</span>
      <code>${each.address}</code>
      <span class="muted">${trialCounts(each, "·")}</span>
    </summary>
    <div class="body">
      <p>
        <span class="muted">${model} · threshold ${each.threshold}</span><br />
        ${locationHtml(each.location)}
      </p>
      ${each.reason !== undefined && html`<p>${each.reason}</p>`} ${variablesHtml(each)}
      ${sidesHtml(each, options.marksWords)}
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
function sidesHtml({ head, base }: TestCase, marksWords: boolean): Html[] {
  const count = Math.max(head.trials.length, base?.trials.length ?? 0);
  const first = firstToShow(head, base);
  return Array.from({ length: count }, (_item, index) => index)
    .sort((a, b) => Number(b === first) - Number(a === first))
    .map((index) => {
      const [own, prior] = [head.trials[index], base?.trials[index]];
      const texts = replyTexts(prior, own, marksWords && index === first);
      const pair = html`<div class="sides">
        ${prior && trialHtml("Base", prior, texts.base)}
        ${own && trialHtml("Head", own, texts.head)}
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
  const failed = head.trials.findIndex(({ outcome }) => outcome === "failed");
  const hasOther = base?.trials[failed] !== undefined || base === undefined;
  return failed >= 0 && hasOther ? failed : 0;
}

/** The replies of both sides; with `marksWords`, the words that differ are marked. */
function replyTexts(
  base: TestTrial | undefined,
  head: TestTrial | undefined,
  marksWords: boolean,
): { readonly base: Html | string; readonly head: Html | string } {
  if (!base?.reply || !head?.reply)
    return { base: base ? replyContent(base) : "", head: head ? replyContent(head) : "" };
  const pair = replyPair(base, head);
  return marksWords ? diffHtml(pair.base, pair.head) : pair;
}

function trialHtml(side: "Base" | "Head", trial: TestTrial, reply: Html | string): Html {
  const notes = replyNotes(trial).map((note) => html`<p class="warn">${note}</p>`);
  const score = trial.score === null ? "" : `, score ${Number(trial.score.toFixed(3))}`;
  return html`<section>
    <h3>${side}, trial ${trial.number}: ${trial.outcome}${score}</h3>
    ${notes} ${trial.reply && html`<pre>${reply}</pre>`} ${assertionsHtml(trial.assertions)}
    ${trial.reply && usageHtml(trial)}
  </section>`;
}

function assertionsHtml(assertions: readonly TestAssertion[]): Html | "" {
  if (assertions.length === 0) return "";
  const classes = { pass: "good", fail: "bad", "not measured": "warn" } as const;
  const items = assertions.map(
    ({ summary, verdict, reason, actual, location, weight }) =>
      html`<li>
        <span class="${classes[verdict]}">${verdict}</span> <code>${summary}</code>
        ${weight !== 1 && html`<span class="muted">weight ${weight}</span>`}
        ${locationHtml(location)} ${reason !== undefined && html`<br />${reason}`}
        ${actual !== undefined && html`<br />Found: <code>${foundText(actual)}</code>`}
      </li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}

/** The longest text of those found: the whole reply is above. */
const maxFound = 500;

function foundText(actual: readonly string[]): string {
  return actual.map((text) => truncateEnd(text, maxFound)).join(" · ");
}

function usageHtml({ reply, cached, date }: TestTrial): Html {
  const { inputTokenCount, outputTokenCount, latency, cost } = reply!;
  const parts = [
    `${inputTokenCount} tokens in, ${outputTokenCount} out`,
    latency === null ? [] : durationText(latency),
    cost === null ? "cost unknown" : dollars(cost),
    cached ? `cached, ${date?.slice(0, 10) ?? ""}` : [],
  ].flat();
  return html`<p class="muted">${parts.join(" · ")}</p>`;
}
