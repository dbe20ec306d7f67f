// The texts of the prompts in the HTML report of promptctl test.
import type { JsonObject } from "../../engine/model/json.ts";
import { settingRows } from "../../engine/providers/model-settings.ts";
import { html } from "hono/html";
import type { TestPrompt, TestResult } from "../../generated/types.ts";
import { diffHtml, type Html } from "../text/html-parts.ts";
import { locationHtml, textHtml } from "./test-html-parts.ts";

/** Prompts whose texts are shown: the comparison of long texts takes 10 ms. */
const maxPrompts = 100;

/** The texts of the prompts, with the changes of this change. */
export function promptSection({ prompts }: TestResult): Html | "" {
  if (prompts.length === 0) return "";
  const more = prompts.length - maxPrompts;
  const items = prompts.slice(0, maxPrompts).map((prompt) => {
    const { address, location, score, head, base } = prompt;
    const texts = base ? diffHtml(promptLines(base), promptLines(head)) : undefined;
    const scoreText = score === null ? "not measured" : String(Number(score.toFixed(3)));
    return html`<details>
      <summary><code>${address}</code> <span class="muted">score ${scoreText}</span></summary>
      <div class="body">
        ${locationHtml(location)}
        <div class="sides">
          ${texts && promptHtml("Base", texts.base)}
          ${promptHtml("Head", texts?.head ?? promptLines(head))}
        </div>
      </div>
    </details>`;
  });
  return html`<h2>Prompts</h2>
    ${more > 0 && html`<p class="muted">${more} more are in the JSON report.</p>`} ${items}`;
}

function promptHtml(side: "Base" | "Head", text: Html | string): Html {
  return html`<section>
    <h3>${side}</h3>
    ${textHtml(text)}
  </section>`;
}

function promptLines({ model, parameters, tools, messages }: TestPrompt["head"]): string {
  const settings = settingRows(parameters as JsonObject)
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
