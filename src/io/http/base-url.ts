// Base URLs: which may receive an API key, and the form in which they are compared.
import { ownVariable } from "../../engine/environments/environment.ts";
import { beginsWithPlaceholder } from "../../engine/text/environment-placeholder.ts";
import { wrongUsage } from "../../engine/model/failure.ts";
import { isLoopbackHost } from "../../engine/text/loopback.ts";

/**
 * Returns the base URL in the form of `comparableUrl`. Throws a Failure unless it is https, or http
 * on localhost, without user, query and the path of the interface. `source` is part of the message,
 * `environment` decides which variables the hint names.
 */
export function checkedBaseUrl(text: string, source = "", environment?: string): string {
  const [message, hint] = baseUrlProblem(text, source, environment) ?? [];
  if (message !== undefined) throw wrongUsage("wrong-base-url", message, hint);
  return comparableUrl(text);
}

/** The host with its port; the text itself if it is no URL, such as `local`. */
export function serviceHost(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

/** The message and the hint for a text that `checkedBaseUrl` rejects. */
export function baseUrlProblem(
  text: string,
  source = "",
  environment?: string,
): [string, string] | undefined {
  const variable = (name: "PROMPTCTL_BASE_URL" | "PROMPTCTL_API_KEY"): string =>
    environment === undefined ? name : ownVariable(name, environment);
  const example = "A base URL looks like https://prompts.example.com.";
  if (text === "local") return ['"local" is not a URL.', "Use --local for the embedded service."];
  if (text.trim() === "") return [`The base URL${source} is empty.`, example];
  if (beginsWithPlaceholder(text))
    return [
      `"${text}" is not a URL${source}: promptctl does not replace environment variables.`,
      `Set ${variable("PROMPTCTL_BASE_URL")} to the URL instead.`,
    ];
  if (!URL.canParse(text)) return [`"${withoutUser(text)}" is not a URL${source}.`, example];
  const url = new URL(text);
  const subject = `The base URL${source}`;
  if (url.username || url.password) {
    const hint = `Remove it. The API key comes from ${variable("PROMPTCTL_API_KEY")}.`;
    return [`${subject} contains a user or a password.`, hint];
  }
  if (url.search || url.hash)
    return [`${subject} contains a query or a fragment.`, "Remove the part from ? or # on."];
  if (/\/sdk\/v1\/*$/.test(url.pathname))
    return [`${subject} ends with /sdk/v1, which promptctl adds itself.`, "Remove /sdk/v1."];
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname)))
    return undefined;
  if (url.protocol !== "http:") return [`"${text}" is not an https URL${source}.`, example];
  const hint = "Use https. Plain http is allowed for localhost only.";
  return [`${text}${source} would send the API key unencrypted.`, hint];
}

/** An invalid URL without its user and password. */
function withoutUser(text: string): string {
  return text.replace(/^([^/]*\/\/)?.*@/s, "$1…@");
}

/** The form for comparisons: origin and path without a trailing slash. `local` is not changed. */
export function comparableUrl(url: string): string {
  if (!URL.canParse(url)) return withoutUser(url);
  const { origin, pathname } = new URL(url);
  return (origin + pathname).replace(/\/+$/, "");
}
