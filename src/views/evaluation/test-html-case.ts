// The details of a case in the HTML report of promptctl test: why it was missed, then the replies of
// both sides beside each other.
import { firstOf } from "../../engine/text/word-lists.ts";
import { html } from "hono/html";
import { dollars, durationText } from "../../engine/text/quantities.ts";
import type { TestAssertion, TestCase, TestTrial } from "../../generated/types.ts";
import { diffHtml, type Html } from "../text/html-parts.ts";
import { pluralize, truncateEnd } from "../text/terminal-text.ts";
import { locationHtml, textHtml } from "./test-html-parts.ts";
import { versionDifference } from "./test-other-version.ts";
import { forbiddenText, replyContent, replyNotes, replyPair } from "./test-reply.ts";
import { missedAssertions } from "./test-case-summary.ts";

interface CaseOptions {
  readonly model: string | undefined;
  /** Whether the words are marked that differ between base and head. */
  readonly marksWords: boolean;
}

/** The missed assertions, the trials of both sides and the variables. */
export function caseBody(each: TestCase, { model, marksWords }: CaseOptions): Html {
  const pairs = pairsOf(each);
  const [first, ...others] = pairs;
  return html`<div class="body">
    ${each.reason !== undefined && html`<p>${each.reason}</p>`}
    ${first?.head && missedHtml(first.head)}
    ${first && pairHtml(first, { marksWords, isFirst: true })}
    ${others.map(
      (pair) =>
        html`<details>
          <summary>Trial ${pair.number}: ${pairSummary(pair)}</summary>
          ${pairHtml(pair)}
        </details>`,
    )}
    ${variablesHtml(each)}
    <p class="muted">${model} · threshold ${each.threshold} ${locationHtml(each.location)}</p>
  </div>`;
}

/** The trials of both sides with the same number. */
interface TrialPair {
  readonly number: number;
  readonly head: TestTrial | undefined;
  readonly base: TestTrial | undefined;
}

/** The first is one whose head failed, against a reply on the base that passed if there is one. */
function pairsOf({ head, base }: TestCase): TrialPair[] {
  const count = Math.max(head.trials.length, base?.trials.length ?? 0);
  const pairs = Array.from({ length: count }, (_item, index) => {
    return { number: index + 1, head: head.trials[index], base: base?.trials[index] };
  });
  const rank = (pair: TrialPair): number =>
    (pair.head?.outcome === "failed" ? 0 : 2) +
    (base === undefined || pair.base?.outcome === "passed" ? 0 : pair.base ? 0.5 : 1);
  return pairs.sort((a, b) => rank(a) - rank(b));
}

/** `base passed, head failed`, the outcomes in their colours. */
function pairSummary({ base, head }: TrialPair): Html {
  const side = (name: string, trial: TestTrial): Html =>
    html`${name} <span class="${outcomeClasses[trial.outcome]}">${trial.outcome}</span>`;
  return html`${base && side("base", base)}${base && head && ", "}${head && side("head", head)}`;
}

const outcomeClasses = {
  passed: "good",
  failed: "bad",
  "not measured": "warn",
  "not run": "warn",
} as const;

/** What the assertions that were missed expect, and what they found. */
function missedHtml(trial: TestTrial): Html | "" {
  const missed = missedAssertions(trial);
  if (missed.length === 0) return "";
  const items = missed.map(
    ({ summary, verdict, reason, expected, actual, location }) =>
      html`<li>
        <code>${summary}</code> ${locationHtml(location)}<br />
        <span class="${verdictClasses[verdict]}">${reason ?? verdict}</span>
        ${
          (verdict === "fail" || actual !== undefined) &&
          html`<dl class="found">
            ${
              expected &&
              html`<dt>Target</dt>
                <dd><code>${listText(expected)}</code></dd>`
            }
            <dt>Found</dt>
            <dd><code>${foundText(trial, actual)}</code></dd>
          </dl>`
        }
      </li>`,
  );
  return html`<ul class="missed">
    ${items}
  </ul>`;
}

const verdictClasses = { pass: "good", fail: "bad", "not measured": "warn" } as const;

/** The longest value that is shown beside a target: the whole reply is below. */
const maxFound = 300;
const maxListed = 20;

function listText(texts: readonly string[]): string {
  const shown = texts.map((text) => truncateEnd(text, maxFound));
  return firstOf(shown, maxListed, (more) => pluralize(more, "more value")).join(" · ");
}

/** The values that were compared; without them the reply, around a text that it must not contain. */
function foundText(trial: TestTrial, actual: readonly string[] | undefined): string {
  if (actual !== undefined) return actual.length === 0 ? "nothing" : listText(actual);
  const reply = replyContent(trial);
  if (reply === "") return "an empty reply";
  const forbidden = forbiddenText(missedAssertions(trial)) ?? "";
  const at = Math.max(0, reply.toLowerCase().indexOf(forbidden.toLowerCase()));
  const start = at < maxFound / 2 ? 0 : at - maxFound / 2;
  return `${start > 0 ? "…" : ""}${truncateEnd(reply.slice(start), maxFound)}`.toWellFormed();
}

/** The replies of both sides beside each other. `isFirst`: what the head missed is above them. */
function pairHtml({ head, base }: TrialPair, { marksWords = false, isFirst = false } = {}): Html {
  const texts = replyTexts(base, head, marksWords);
  const isShown = ({ verdict }: TestAssertion): boolean => !isFirst || verdict === "pass";
  return html`<div class="sides">
    ${base && trialHtml("Base", base, { reply: texts.base, assertions: base.assertions })}
    ${
      head &&
      trialHtml("Head", head, { reply: texts.head, assertions: head.assertions.filter(isShown) })
    }
  </div>`;
}

/** The replies of both sides; with `marksWords`, the words that differ are marked. */
function replyTexts(
  base: TestTrial | undefined,
  head: TestTrial | undefined,
  marksWords: boolean,
): { readonly base: Html | string; readonly head: Html | string } {
  const contentOf = (trial: TestTrial | undefined): string => (trial ? replyContent(trial) : "");
  if (!base?.reply || !head?.reply) return { base: contentOf(base), head: contentOf(head) };
  const pair = replyPair(base, head);
  return marksWords ? diffHtml(pair.base, pair.head) : pair;
}

/** What is shown of a trial. */
interface ShownTrial {
  readonly reply: Html | string;
  readonly assertions: readonly TestAssertion[];
}

function trialHtml(
  side: "Base" | "Head",
  trial: TestTrial,
  { reply, assertions }: ShownTrial,
): Html {
  const notes = replyNotes(trial).map((note) => html`<p class="warn">${note}</p>`);
  const score = trial.score === null ? "" : `, score ${Number(trial.score.toFixed(3))}`;
  return html`<section>
    <h3>
      ${side}, trial ${trial.number}:
      <span class="${outcomeClasses[trial.outcome]}">${trial.outcome}</span>${score}
    </h3>
    ${notes} ${outputHtml(trial.problem?.output)} ${trial.reply && textHtml(reply)}
    ${assertionsHtml(assertions)} ${versionHtml(trial)} ${trial.reply && usageHtml(trial)}
  </section>`;
}

function versionHtml(trial: TestTrial): Html | "" {
  const difference = versionDifference(trial);
  if (!difference) return "";
  return html`<p>${difference.title}</p>
    ${assertionsHtml(difference.assertions)}`;
}

function assertionsHtml(assertions: readonly TestAssertion[]): Html | "" {
  if (assertions.length === 0) return "";
  const items = assertions.map(
    ({ summary, verdict, reason, weight, actual, output }) =>
      html`<li>
        <span class="${verdictClasses[verdict]}">${verdict}</span> <code>${summary}</code>
        ${weight !== 1 && html`<span class="muted">weight ${weight}</span>`}
        ${reason !== undefined && html`<br />${reason}`}
        ${actual && actual.length > 0 && html`<br />Found: <code>${listText(actual)}</code>`}
        ${outputHtml(output)}
      </li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}

/** What a program printed last. */
function outputHtml(output: string | undefined): Html | "" {
  return output === undefined ? "" : html`<pre>${output}</pre>`;
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

function variablesHtml({ variables }: TestCase): Html | "" {
  const entries = Object.entries(variables);
  if (entries.length === 0) return "";
  const rows = entries.map(
    ([name, value]) =>
      html`<h3><code>${name}</code></h3>
        ${textHtml(value ?? "")}`,
  );
  return html`<details>
    <summary>${pluralize(entries.length, "variable")}</summary>
    ${rows}
  </details>`;
}
