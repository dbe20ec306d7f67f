// Base URLs: which may receive an API key, and the form in which they are compared.
import { Failure } from "../engine/model/failure.ts";

/**
 * Returns the base URL in the form of `comparableUrl`. Throws a Failure unless it is https, or http
 * on localhost, without user, query and the path of the interface. `source` is part of the message.
 */
export function checkedBaseUrl(address: string, source = ""): string {
  const wrong = (message: string, hint: string): Failure =>
    new Failure("usage", "wrong-base-url", message, hint);
  if (address === "local")
    throw wrong('"local" is not a URL.', "Use --local for the embedded service.");
  const example = "A base URL looks like https://prompts.example.com.";
  if (!URL.canParse(address))
    throw wrong(`"${withoutUser(address)}" is not a URL${source}.`, example);
  const url = new URL(address);
  if (url.username || url.password)
    throw wrong(
      `The base URL${source} contains a user or a password.`,
      "Remove it. The API key comes from PROMPTCTL_API_KEY.",
    );
  if (url.search || url.hash)
    throw wrong(
      `The base URL${source} contains a query or a fragment.`,
      "Remove the part from ? or # on.",
    );
  if (/\/sdk\/v1\/*$/.test(url.pathname))
    throw wrong(
      `The base URL${source} ends with /sdk/v1, which promptctl adds itself.`,
      "Remove /sdk/v1.",
    );
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw wrong(`"${address}" is not an https URL${source}.`, example);
  if (url.protocol === "http:" && !isLoopback(url))
    throw wrong(
      `${address}${source} would send the API key unencrypted.`,
      "Use https. Plain http is allowed for localhost only.",
    );
  return comparableUrl(address);
}

/** Whether a URL names this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** An invalid URL without its user and password. */
function withoutUser(address: string): string {
  return address.replace(/^([^/]*\/\/)?.*@/s, "$1…@");
}

/** The form for comparisons: origin and path without a trailing slash. `local` is not changed. */
export function comparableUrl(url: string): string {
  if (!URL.canParse(url)) return withoutUser(url);
  const { origin, pathname } = new URL(url);
  return (origin + pathname).replace(/\/+$/, "");
}
