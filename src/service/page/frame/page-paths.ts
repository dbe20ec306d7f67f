// The addresses of the page. All but `/` begin with one prefix, the path of the cookie, so that the
// cookie is never sent to the interface of the service.

/** The path of the list of prompts, and the prefix of all other paths. */
export const pageRoot = "/page";

export const loginPath: string = `${pageRoot}/login`;
export const logoutPath: string = `${pageRoot}/logout`;

export const toolsPath: string = `${pageRoot}/tools`;

/** The pattern of the path of a prompt, for a route. */
export const promptRoute: string = `${pageRoot}/prompts/:id`;

/** The path of a prompt, or of a part of it: `/page/prompts/ID/versions`. */
export function promptPath(id: string, ...parts: readonly (string | number)[]): string {
  return [promptRoute.replace(":id", encodeURIComponent(id)), ...parts].join("/");
}

/**
 * The path of the page that a text names, with its query; the root for all other texts, and for
 * those of login and logout.
 */
export function pathOnPage(text: string): string {
  const host = "http://page.invalid";
  if (!URL.canParse(text, host)) return pageRoot;
  const { origin, pathname, search } = new URL(text, host);
  const isOnPage = pathname === pageRoot || pathname.startsWith(`${pageRoot}/`);
  const isContent = isOnPage && pathname !== loginPath && pathname !== logoutPath;
  return origin === host && isContent ? pathname + search : pageRoot;
}
