// The headers of each response of the page: no content of other sites, no frames, no caches.
import type { MiddlewareHandler } from "hono";

const headers: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "x-content-type-options": "nosniff",
  // With no-referrer, browsers would send forms with `Origin: null`.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Adds the headers. Only the files of the page, which say so, are cached. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
};
