// The cases of the HTML report of promptctl test, with a filter. The size is bounded: the first cases
// have their replies, the others a row.
import { html } from "hono/html";
import type { TestCase, TestResult } from "../../generated/types.ts";
import type { Html } from "../text/html-parts.ts";
import { pluralize, truncateEnd } from "../text/terminal-text.ts";
import { caseBody } from "./test-html-case.ts";
import { caseReasons, markOf, stateOf, trialCounts } from "./test-case-summary.ts";

/** A comparison of long replies takes 10 ms. */
const maxMarked = 200;
/** The most characters of the details of all cases. A browser opens a file of this size at once. */
const maxDetails = 5_000_000;
const maxRows = 10_000;

/** The cases with a filter. The first case is open if it fails. */
export function caseSection(cases: readonly TestCase[], { prompts }: TestResult): Html {
  const models = new Map(prompts.map(({ address, head }) => [address, head.model]));
  const shown = cases.slice(0, maxRows);
  const states = new Map<string, number>();
  for (const each of shown) states.set(stateOf(each), (states.get(stateOf(each)) ?? 0) + 1);
  const boxes = [...states].map(
    ([state, count]) =>
      html`<label><input type="checkbox" value="${state}" checked /> ${state} (${count})</label> `,
  );
  const bodies = boundedBodies(shown, models);
  const notes = [
    shown.slice(maxMarked).some(({ base }) => base) &&
      `Changed words are marked in the first ${maxMarked} cases.`,
    bodies.length < shown.length &&
      `The first ${bodies.length} cases have their replies. The JSON report has all.`,
    shown.length < cases.length &&
      `${pluralize(cases.length - shown.length, "more case")} in the JSON report.`,
  ].filter(Boolean);
  return html`<h2>Cases</h2>
    <div class="controls" hidden>
      <label class="search">Filter <input type="search" /></label>
      <span id="shown" class="muted" role="status"></span>
      <div class="states" role="group" aria-label="Verdict">${boxes}</div>
    </div>
    ${notes.length > 0 && html`<p class="muted">${notes.join(" ")}</p>`}
    ${cases.length === 0 && html`<p>No case ran.</p>`}
    ${shown.map((each, index) =>
      caseHtml(each, bodies[index], { isOpen: index === 0 && isFailing(each) }),
    )}`;
}

function isFailing({ verdict, comparison }: TestCase): boolean {
  return verdict === "failed" || comparison === "regressed";
}

/** The details of the first cases that fit. */
function boundedBodies(
  cases: readonly TestCase[],
  models: ReadonlyMap<string, string>,
): readonly Html[] {
  const bodies: Html[] = [];
  let length = 0;
  for (const each of cases) {
    if (length > maxDetails) break;
    const marksWords = bodies.length < maxMarked;
    const body = caseBody(each, { model: models.get(each.prompt), marksWords });
    length += String(body).length;
    bodies.push(body);
  }
  return bodies;
}

const maxReason = 200;

function caseHtml(
  each: TestCase,
  body: Html | undefined,
  { isOpen }: { readonly isOpen: boolean },
): Html {
  const state = stateOf(each);
  const [reason = state] = caseReasons(each);
  return html`<details class="case" data-state="${state}" ${isOpen && "open"}>
    <summary>
      <span class="state ${markOf(each)}">${state}</span>
      <code>${truncateEnd(each.address, maxReason)}</code>
      <span class="muted">${trialCounts(each, "·")}</span>
      ${reason !== state && html`<span class="why">${truncateEnd(reason, maxReason)}</span>`}
    </summary>
    ${body ?? html`<p class="body muted">The JSON report has its replies.</p>`}
  </details> `;
}
