// The frame of each page: head, header and footer.
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Html } from "../../../views/text/html-parts.ts";
import { iconFile, scriptFile, styleFile } from "./page-files.ts";
import { logoutPath, pageRoot, toolsPath } from "./page-paths.ts";
import { pageText } from "./page-text.ts";
import type { PageContext, Visit } from "./visit.ts";

export interface PageContent {
  readonly title: string;
  readonly body: Html;
  /** Which of the lists it is. */
  readonly part?: "prompts" | "tools";
  /** The HTTP status; default 200. */
  readonly status?: number;
}

/** A page as a response. */
export function htmlResponse(context: PageContext, content: PageContent): Response {
  const page = pageHtml(context.var.visit, content);
  return context.html(String(page), (content.status ?? 200) as ContentfulStatusCode);
}

function pageHtml(visit: Visit | undefined, content: PageContent): Html {
  const { title, body } = content;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>
          ${pageText(title)} ·
          ${visit?.serviceName !== undefined && `${pageText(visit.serviceName)} · `}promptctl
        </title>
        <link rel="stylesheet" href="${styleFile.path}" />
        <link rel="icon" href="${iconFile.path}" />
        <script src="${scriptFile.path}" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="home" href="${pageRoot}">promptctl</a>
          ${visit?.serviceName !== undefined && serviceLabel(visit.serviceName)}
          ${visit && visit.access !== "none" && partsNav(content.part)}
          <span class="muted origin">${visit?.origin}</span>
          ${visit?.access === "session" && logoutForm(visit)}
        </header>
        <main id="main" tabindex="-1">${body}</main>
        <footer class="muted">
          <p>This page shows what the service holds. Definitions are changed in git.</p>
        </footer>
      </body>
    </html> `;
}

function partsNav(current: PageContent["part"]): Html {
  const link = (part: PageContent["part"], path: string, text: string): Html =>
    html`<a href="${path}" ${part === current && html`aria-current="page"`}>${text}</a>`;
  return html`<nav class="main" aria-label="Parts of the service">
    ${link("prompts", pageRoot, "Prompts")} ${link("tools", toolsPath, "Tools")}
  </nav>`;
}

/** One of six colours, by the name. */
function serviceLabel(name: string): Html {
  const hue = [...name].reduce((sum, character) => sum + character.codePointAt(0)!, 0) % 6;
  return html`<strong class="service hue-${hue}" dir="auto">${pageText(name)}</strong>`;
}

function logoutForm(visit: Visit): Html {
  return html`<form method="post" action="${logoutPath}">
    ${tokenField(visit)}<button class="plain">Log out</button>
  </form>`;
}

/** The hidden field that each form with `POST` has. */
export function tokenField({ token }: Visit): Html {
  return html`<input type="hidden" name="token" value="${token}" />`;
}
