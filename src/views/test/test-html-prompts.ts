// The texts of the prompts in the HTML report of promptctl test.
import { html } from "hono/html";
import type { TestPrompt, TestResult } from "../../generated/types.ts";
import { diffHtml, type Html } from "../text/html-parts.ts";
import { locationHtml } from "./test-html-parts.ts";

/** The texts of the prompts, with the changes of this change. */
export function promptSection({ prompts }: TestResult): Html | "" {
  if (prompts.length === 0) return "";
  const items = prompts.map((prompt) => {
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
    ${items}`;
}

function promptHtml(side: "Base" | "Head", text: Html | string): Html {
  return html`<section>
    <h3>${side}</h3>
    <pre>${text}</pre>
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
