// The form that runs a prompt, and its result.
import { html } from "hono/html";
import { isIncomplete, type PromptRun } from "../../../engine/model/prompt-run.ts";
import { providerFacts } from "../../../engine/providers/provider-facts.ts";
import { dollars, durationText } from "../../../engine/text/quantities.ts";
import type { Html } from "../../../views/text/html-parts.ts";
import { pluralize } from "../../../views/text/terminal-text.ts";
import { includesScope } from "../../http/access/key-scopes.ts";
import { copyButton, textareaHtml } from "../frame/elements.ts";
import { tokenField } from "../frame/layout.ts";
import { blockHtml } from "./message-view.ts";
import { promptPath } from "../frame/page-paths.ts";
import { jsonLines, pageText } from "../frame/page-text.ts";
import type { PromptDetails } from "./read-prompt.ts";
import { chosenEvaluation, variableFieldName, formVariables, type RunValues } from "./run-form.ts";
import type { RunOutcome } from "./run-prompt.ts";
import type { Visit } from "../frame/visit.ts";

/** Which prompts the service can run. */
export interface RunSupport {
  /** Whether `--echo` replaces the providers. */
  readonly echo: boolean;
  /** The ids of the providers with an API key. */
  readonly providers: readonly string[];
}

interface RunView {
  readonly details: PromptDetails;
  readonly values: RunValues;
  readonly visit: Visit;
  readonly support: RunSupport;
}

/** The form with a field for each variable. */
export function runForm({ details, values, visit, support }: RunView): Html {
  const { prompt } = details;
  const names = formVariables(details, values);
  const provider = providerFacts[prompt.parameters.provider];
  const isSupported = support.echo || support.providers.includes(provider.id);
  const mayRun = includesScope(visit.scope, "run");
  return html`<form
    id="run"
    method="post"
    action="${promptPath(prompt.id)}#result"
    data-waiting="waiting"
  >
    ${tokenField(visit)} ${names.map((name, index) => variableField(name, index, values))}
    ${names.length > 0 && emptyBox(values)} ${evaluationNote(details, values)}
    <div class="field">
      <label for="message">User message after those of the prompt (optional)</label>
      ${textareaHtml({ id: "message", name: "message", rows: 2, value: values.message })}
    </div>
    ${support.echo && html`<p class="muted">The service runs with <code>--echo</code>: no provider is asked.</p>`}
    <div class="buttons">
      ${isSupported && mayRun && html`<button class="main" name="action" value="run">Run</button>`}
      <button name="action" value="request">Show the request</button>
      <span id="waiting" class="muted" role="status"></span>
    </div>
    ${
      !mayRun &&
      html`<p class="muted">
        To run it here, log in with an API key with the scope run. This one has the scope
        ${visit.scope}.
      </p>`
    }
    ${
      mayRun &&
      !isSupported &&
      html`<p class="muted">
        To run it here, start the service with the variable <code>${provider.keyVariable}</code>, or
        with <code>--echo</code>.
      </p>`
    }
  </form>`;
}

function variableField(name: string, index: number, { variables }: RunValues): Html {
  const id = `v${index}`;
  const value = variables.get(name) ?? "";
  return html`<div class="field">
    <label for="${id}"><code>${pageText(name)}</code></label>
    ${textareaHtml({ id, name: variableFieldName(name), rows: 1, value })}
  </div>`;
}

function emptyBox({ sendsEmpty }: RunValues): Html {
  return html`<div class="field">
    <label
      ><input type="checkbox" name="empty" value="1" ${sendsEmpty && "checked"} /> Send empty fields
      as empty texts</label
    >
  </div>`;
}

function evaluationNote(details: PromptDetails, values: RunValues): Html | "" {
  const chosen = chosenEvaluation(details, values)?.evaluation;
  if (values.evaluationId === undefined) return "";
  if (!chosen)
    return html`<p class="muted">
      The prompt has no evaluation <code>${pageText(values.evaluationId)}</code>.
    </p>`;
  const count = chosen.appendedMessages.length;
  return html`<input type="hidden" name="evaluation" value="${chosen.id}" />
    <p class="muted">
      Filled in from the evaluation
      <code>${chosen.id}</code
      >${count > 0 && `, whose ${pluralize(count, "message")} are appended`}.
      <a href="${promptPath(details.prompt.id)}#run">Clear</a>
    </p>`;
}

/** The result of a form that was sent. */
export function outcomeHtml(outcome: RunOutcome, { echo }: RunSupport): Html {
  switch (outcome.is) {
    case "problem":
      return html`<section id="result" class="result note bad" role="alert">
        <h2>Failed</h2>
        <p>${pageText(outcome.message)}</p>
        ${retryNote(outcome.headers["retry-after"])}
      </section>`;
    case "request":
      return html`<section id="result" class="result" role="status">
        <h2>Request to ${outcome.target}</h2>
        ${omittedNote(outcome.omitted)}
        <pre id="request">${jsonLines(outcome.body)}</pre>
        ${copyButton("request", "the request")}
      </section>`;
    case "reply":
      return html`<section id="result" class="result" role="status">
        <h2>Reply</h2>
        ${echo && html`<p>This is an echo. No provider was asked.</p>`} ${replyHtml(outcome.run)}
      </section>`;
  }
}

/** `retryAfter`: the header, in seconds. */
function retryNote(retryAfter: string | undefined): Html | "" {
  if (retryAfter === undefined) return "";
  return html`<p>Try again in ${pluralize(Number(retryAfter), "second")}.</p>`;
}

function replyHtml(run: PromptRun): Html {
  const { message, stats, stopReason, stopExplanation, name } = run;
  const isCut = stopReason !== null && isIncomplete(stopReason);
  const reason =
    stopReason === "truncated" ? "It reached maxTokens or the limit of the model." : "";
  const facts = [
    durationText(stats.latency),
    stats.cost === null ? "cost unknown" : dollars(stats.cost),
    `${stats.inputTokenCount} tokens in, ${stats.outputTokenCount} out`,
    pageText(name),
  ];
  return html`${
      isCut &&
      html`<p class="warn">
        The reply is ${stopReason === "other" ? "incomplete" : stopReason}.
        ${stopExplanation === undefined ? reason : pageText(stopExplanation)}
      </p>`
    }
    ${omittedNote(run.omittedSettings)}
    ${message.content.length === 0 && html`<p>The reply is empty.</p>`}
    ${message.content.map(blockHtml)}
    <p class="muted">${facts.join(" · ")}</p>`;
}

function omittedNote(omitted: readonly string[]): Html | "" {
  if (omitted.length === 0) return "";
  return html`<p class="warn">Not sent, because the model refuses it: ${omitted.join(", ")}.</p>`;
}
