// A prompt as the definition that `pull` would write, to be copied into a project.
import { html } from "hono/html";
import type { Html } from "../../../views/text/html-parts.ts";
import { copyButton, commandsHtml } from "../frame/elements.ts";
import { pullLine } from "../frame/git-commands.ts";
import type { PageContent } from "../frame/layout.ts";
import { pageText } from "../frame/page-text.ts";
import { promptHeader } from "./prompt-header.ts";
import type { PromptDefinitions } from "./prompt-definitions.ts";
import type { PromptDetails } from "./read-prompt.ts";
import type { Visit } from "../frame/visit.ts";

export function definitionPage(
  { prompt }: PromptDetails,
  { documents, leftOut }: PromptDefinitions,
  visit: Visit,
): PageContent {
  return {
    title: `${prompt.name}: YAML definition`,
    body: html`${promptHeader(prompt, "definition")}
      ${leftOut.map((sentence) => html`<p class="note">${pageText(sentence)}</p>`)}
      ${documents.map(documentHtml)}
      <p>
        Each document goes to a file in the folder of the definitions. In a project, this command
        writes them:
      </p>
      ${commandsHtml("pull", pullLine(prompt.name, visit))}`,
  };
}

function documentHtml(
  { title, yaml }: PromptDefinitions["documents"][number],
  index: number,
): Html {
  return html`<h2>${pageText(title)}</h2>
    ${copyButton(`yaml${index}`, "the definition")}
    <pre id="yaml${index}">${yaml}</pre>`;
}
