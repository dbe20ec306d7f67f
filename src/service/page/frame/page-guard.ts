// Which requests the page accepts. A browser sends requests of other sites too, so each form must come
// from this page, and a page of another site cannot open one with the cookie.
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { checkLoopbackHost, isFromOtherSite } from "../../http/access/access.ts";
import { noteReason } from "../../http/access/request-log.ts";
import { html } from "hono/html";
import { htmlResponse } from "./layout.ts";
import { loginPath } from "./page-paths.ts";
import {
  findVisit,
  isFormToken,
  keepVisit,
  type PageContext,
  type PageEnv,
  type VisitOptions,
} from "./visit.ts";

/** Finds the visit; throws 403, or answers with a redirect to the login form. */
export function pageGuard(options: VisitOptions): MiddlewareHandler<PageEnv> {
  return async (context, next) => {
    if (options.keys.isEmpty) checkLoopbackHost(context.req);
    const visit = await findVisit(context, options);
    context.set("visit", visit);
    context.set("keyName", visit.keyName); // for the log and the metrics
    if (visit.access === "session") context.set("keyScope", visit.scope);
    const { method, path } = context.req;
    const isForm = method !== "GET" && method !== "HEAD";
    if (isForm) checkOrigin(context);
    else if (isFromOtherSite(context.req)) return otherSiteResponse(context);
    keepVisit(context); // not for other sites: browsers keep the cookie from them, and would lose the session
    if (visit.access !== "none" || path === loginPath) return next();
    if (isForm) return endedSessionResponse(context);
    const { pathname, search } = new URL(context.req.url);
    return context.redirect(`${loginPath}?to=${encodeURIComponent(pathname + search)}`, 303);
  };
}

/** Throws 403 unless a page of this service sent the form. */
function checkOrigin({ req, var: { visit } }: PageContext): void {
  if (req.header("origin") === visit.origin) return;
  throw new HTTPException(403, {
    message: `The form was not sent from a page at ${visit.origin}. A proxy in front of the service must pass on the headers Host and X-Forwarded-Proto.`,
    cause: "The form was not sent from a page of this service.", // the log gets no header
  });
}

/** Throws 403 unless the form has the token of this browser. */
export function checkFormToken({ var: { visit } }: PageContext, form: URLSearchParams): void {
  if (isFormToken(visit, form.get("token") ?? "")) return;
  throw new HTTPException(403, {
    message: "The form is out of date. Open the page again, then send the form again.",
  });
}

/** In a new tab, so that the browser still has what was typed into the form. */
function endedSessionResponse(context: PageContext): Response {
  noteReason(context, "The session has ended.");
  return htmlResponse(context, {
    title: "The session has ended",
    status: 401,
    body: html`<h1>The session has ended</h1>
      <p role="alert">The form was not sent.</p>
      <p>
        <a href="${loginPath}" target="_blank">Log in in a new tab</a>, then go back in this one and
        send the form again.
      </p>`,
  });
}

/** The browser sends the cookie only with the next request: the link is on a page of this site. */
function otherSiteResponse(context: PageContext): Response {
  const { pathname, search } = new URL(context.req.url);
  return htmlResponse(context, {
    title: "A link from another site",
    status: 403,
    body: html`<h1>A link from another site</h1>
      <p>A page of another site led to this one.</p>
      <p><a href="${pathname + search}">Continue</a></p>`,
  });
}
