// The login form, and pages that report a failed request.
import { html } from "hono/html";
import { type PageContent, tokenField } from "./layout.ts";
import { loginPath, pageRoot } from "./page-paths.ts";
import { pageText } from "./page-text.ts";
import type { Visit } from "./visit.ts";

/**
 * `to`: the path to go to after the login. `isWrong`: the last key was not accepted. Password
 * managers save the key under the hidden user name.
 */
export function loginPage(visit: Visit, to: string, isWrong = false): PageContent {
  return {
    title: isWrong ? "Log in: the API key is not valid" : "Log in",
    status: isWrong ? 401 : 200,
    body: html`<h1>Log in</h1>
      ${isWrong && html`<p id="problem" class="note bad" role="alert">The API key is not valid.</p>`}
      <form method="post" action="${loginPath}">
        ${tokenField(visit)}<input type="hidden" name="to" value="${to}" />
        <input type="text" autocomplete="username" value="promptctl" hidden />
        <div class="field">
          <label for="key">API key</label>
          <input
            id="key"
            name="key"
            type="password"
            autocomplete="current-password"
            required
            autofocus
            ${isWrong && html`aria-invalid="true" aria-describedby="problem"`}
          />
          <p class="muted">
            One of the API keys of this service. To run prompts here, it needs the scope run. Ask
            the people who run the service.
          </p>
        </div>
        <button class="main">Log in</button>
      </form>`,
  };
}

/** In place of the login form, while the service has only rules for tokens. */
export function noLoginPage(): PageContent {
  return {
    title: "Nobody can log in",
    status: 403,
    body: html`<h1>Nobody can log in</h1>
      <p role="alert">
        This page needs an API key, and the service has none: it accepts only tokens of CI.
      </p>
      <p class="muted">
        Whoever runs the service can add a key with the scope read or run, in
        PROMPTCTL_SERVE_NAMED_KEYS.
      </p>`,
  };
}

/** The names of statuses that the page sends. */
const titles: Readonly<Record<number, string>> = {
  400: "The request is not valid",
  403: "Refused",
  404: "Not found",
  413: "Too large",
  503: "Not available",
};

export function problemPage(status: number, message: string): PageContent {
  const title = titles[status] ?? "The service failed";
  return {
    title,
    status,
    body: html`<h1>${title}</h1>
      <p role="alert">${pageText(message)}</p>
      <p><a href="${pageRoot}">All prompts</a></p>`,
  };
}
