// One prompt: its messages, evaluations, parameters and tools, and the form that runs it.
import { html } from "hono/html";
import { ownVariable } from "../../../engine/environments/environment.ts";
import type { AssertionSpec } from "../../../engine/evaluate/trials/trial.ts";
import { shortTitle } from "../../../engine/export/titles.ts";
import { groupBy } from "../../../engine/model/collections.ts";
import { isObject, type Json, type JsonObject } from "../../../engine/model/json.ts";
import { messageTexts } from "../../../engine/text/message-texts.ts";
import type { Assertion, Evaluation, ModelParameters, Prompt } from "../../../generated/types.ts";
import { settingDefaults, settingRows } from "../../../engine/providers/model-settings.ts";
import type { Html } from "../../../views/text/html-parts.ts";
import { pluralize } from "../../../views/text/terminal-text.ts";
import { assertionWords } from "../../../views/evaluation/test-assertion.ts";
import { commandLine, pullLine } from "../frame/git-commands.ts";
import type { PageContent } from "../frame/layout.ts";
import { messagesHtml } from "./message-view.ts";
import { hasWriter, writerHtml } from "../frame/origin-view.ts";
import { promptPath } from "../frame/page-paths.ts";
import { jsonLines, pageText } from "../frame/page-text.ts";
import { promptHeader } from "./prompt-header.ts";
import { maxChildren, type PromptDetails, type PromptEvaluation } from "./read-prompt.ts";
import type { RunValues } from "./run-form.ts";
import type { RunOutcome } from "./run-prompt.ts";
import { outcomeHtml, runForm, type RunSupport } from "./run-view.ts";
import type { Visit } from "../frame/visit.ts";
import { commandsHtml, preHtml, timeHtml, toolHtml } from "../frame/elements.ts";
import type { StoredVersion } from "../../store/stored-version.ts";

interface PromptView {
  readonly details: PromptDetails;
  /** The write of the present state; undefined if it is not known. */
  readonly lastChange: StoredVersion | undefined;
  readonly values: RunValues;
  readonly visit: Visit;
  readonly support: RunSupport;
  /** The result of a form that was sent. */
  readonly outcome?: RunOutcome;
}

export function promptPage(view: PromptView): PageContent {
  const { details, lastChange, outcome, support } = view;
  const { prompt } = details;
  return {
    title: prompt.name,
    status: outcome?.is === "problem" ? outcome.status : 200,
    body: html`${promptHeader(prompt, "prompt")} ${lastChange && lastChangeHtml(prompt, lastChange)}
      ${
        outcome &&
        html`${outcomeHtml(outcome, support)}
          <p><a href="#run">Back to the form</a></p>`
      }
      <div class="columns">
        <div>
          <h2>Messages</h2>
          ${prompt.messages.length === 0 && html`<p class="muted">None.</p>`}
          ${messagesHtml(prompt.messages)}
          <h2>Evaluations</h2>
          ${evaluationsHtml(details)}
        </div>
        <div>
          <h2>Try it</h2>
          ${runForm(view)}
          <h2>Parameters</h2>
          ${parametersHtml(prompt.parameters)}
          <h2>Tools</h2>
          ${prompt.tools.length === 0 && html`<p class="muted">None.</p>`}
          ${prompt.tools.map((tool) => toolHtml(tool))}
          <h2>Change it</h2>
          ${changeHtml(view)}
        </div>
      </div>`,
  };
}

/** All parameters; those with their default are marked. */
function parametersHtml(parameters: ModelParameters): Html {
  const defaults: Readonly<Record<string, unknown>> = settingDefaults;
  const rows = settingRows(parameters as unknown as JsonObject).map(([name, value]) => {
    const isDefault = Object.hasOwn(defaults, name) && defaults[name] === value;
    if (isObject(value))
      return html`<dt>${pageText(name)}</dt>
        <dd>${preHtml(jsonLines(value))}</dd>`;
    return html`<dt>${pageText(name)}</dt>
      <dd class="${isDefault && "muted"}">
        <code>${pageText(typeof value === "string" ? value : JSON.stringify(value))}</code>
        ${isDefault && "(default)"}
      </dd>`;
  });
  return html`<dl class="facts">${rows}</dl>`;
}

function evaluationsHtml({ prompt, evaluations, hasMore }: PromptDetails): Html {
  if (evaluations.length === 0) return html`<p class="muted">None.</p>`;
  const titles = titlesOf(evaluations);
  return html`${evaluations.map((each, index) =>
    evaluationHtml(prompt.id, each, `${index + 1}. ${titles[index]}`),
  )}
  ${hasMore && html`<p class="muted">Only the first ${maxChildren} evaluations are shown.</p>`}`;
}

function evaluationHtml(
  promptId: string,
  { evaluation, assertions, hasMore }: PromptEvaluation,
  title: string,
): Html {
  const { id, variables, appendedMessages, threshold, weight } = evaluation;
  return html`<details>
    <summary>
      <span dir="auto">${pageText(title)}</span>
      <span class="muted">${pluralize(assertions.length, "assertion")}</span>
    </summary>
    <div>
      <p class="muted">
        id <code>${id}</code> · threshold ${threshold ?? 1} · weight ${weight ?? 1}
      </p>
      ${variablesHtml(Object.entries(variables ?? {}))}
      ${
        appendedMessages.length > 0 &&
        html`<h3>Appended messages</h3>
          ${messagesHtml(appendedMessages, 4)}`
      }
      <h3>Assertions</h3>
      ${assertionsHtml(assertions)}
      ${hasMore && html`<p class="muted">Only the first ${maxChildren} assertions are shown.</p>`}
      <p>
        <a href="${promptPath(promptId)}?evaluation=${encodeURIComponent(id)}#run"
          >Fill in its values</a
        >
      </p>
    </div>
  </details>`;
}

function assertionsHtml(assertions: readonly Assertion[]): Html {
  if (assertions.length === 0) return html`<p class="muted">None.</p>`;
  const items = assertions.map(
    (each) =>
      html`<li>
        <span dir="auto">${pageText(assertionWords(each as AssertionSpec))}</span>
        ${each.weight !== 1 && html`<span class="muted">weight ${each.weight ?? 1}</span>`}
      </li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}

/** For each evaluation the first words of that message or value which the fewest others have. */
function titlesOf(evaluations: readonly PromptEvaluation[]): string[] {
  const all = evaluations.map(({ evaluation }) => shortTexts(evaluation));
  const byTitle = groupBy(all.flat(), (title) => title);
  const count = (title: string): number => byTitle.get(title)!.length;
  return all.map((titles) => titles.toSorted((a, b) => count(a) - count(b))[0] ?? "Evaluation");
}

/** The first words of its messages and values, without repeats. */
function shortTexts({ variables, appendedMessages }: Evaluation): string[] {
  const values = Object.values(variables ?? {}).filter((value) => value !== null);
  const texts = [...messageTexts(appendedMessages as unknown as Json), ...values];
  return [...new Set(texts.map(shortTitle).filter((title) => title !== ""))];
}

function variablesHtml(variables: readonly (readonly [string, string | null])[]): Html | "" {
  if (variables.length === 0) return "";
  const rows = variables.map(
    ([name, value]) =>
      html`<dt><code>${pageText(name)}</code></dt>
        <dd>
          ${value === null ? html`<span class="muted">null</span>` : preHtml(pageText(value))}
        </dd>`,
  );
  return html`<h3>Variables</h3>
    <dl class="facts">${rows}</dl>`;
}

function lastChangeHtml({ id }: Prompt, version: StoredVersion): Html {
  return html`<p>
    Last changed
    ${timeHtml(version.writtenAt, "minutes")}${hasWriter(version) && html` · ${writerHtml(version)}`}
    · <a href="${promptPath(id, "versions", version.number)}">Show the change</a>
  </p>`;
}

function changeHtml({ details, lastChange, visit }: PromptView): Html {
  const { access, environment } = visit;
  const { name } = details.prompt;
  const commands = [commandLine("plan", visit), commandLine("apply", visit)].join("\n");
  const key =
    environment === undefined ? "PROMPTCTL_API_KEY" : ownVariable("PROMPTCTL_API_KEY", environment);
  const path = lastChange?.origin?.path;
  return html`<p>
      Definitions are changed in git. Edit
      ${path === undefined ? "the YAML file of this prompt" : html`<code dir="auto">${pageText(path)}</code>`},
      then run:
    </p>
    ${commandsHtml("change", commands)}
    ${
      path === undefined &&
      html`<p>If the project has no file for it yet, this writes one:</p>
        ${commandsHtml("pull", pullLine(name, visit))}`
    }
    ${
      access === "session" &&
      html`<p class="muted">The commands read the API key from <code>${key}</code>.</p>`
    }`;
}
