// Finds the comments and issues that this token's account wrote. Anybody can write a marker, so texts
// of other accounts are neither changed nor trusted.
import { isObject, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { ignoreNotPermitted } from "./api-errors.ts";

/** The account of GITHUB_TOKEN. Names of users cannot contain brackets. */
const actionsBot = "github-actions[bot]";

const readAccount = {
  what: "read the account of the token",
  needs: "contents: read",
  gives: "login",
};

/**
 * Returns the items that this token's account wrote. Requests the account only if there are items.
 * GET /user returns the account of a personal token. Tokens of GitHub Apps, such as GITHUB_TOKEN, are
 * not permitted to call it: for them GraphQL's viewer returns the account. If that is not available,
 * the account is that of GITHUB_TOKEN.
 */
export async function filterOwn(
  api: GitHubApi,
  items: readonly JsonObject[],
): Promise<JsonObject[]> {
  if (items.length === 0) return [];
  const login = await accountLogin(api);
  return items.filter((item) => isWrittenBy(item, login));
}

/** Whether an account wrote an item. GitHub ignores case in logins. */
export function isWrittenBy({ user }: JsonObject, login: string): boolean {
  const author = isObject(user) ? user["login"] : undefined;
  return typeof author === "string" && author.toLowerCase() === login.toLowerCase();
}

async function accountLogin(api: GitHubApi): Promise<string> {
  const user = await api.send("GET", "/user", readAccount).catch(ignoreNotPermitted);
  if (user) return loginOf(user);
  const data = await api.graphql("{ viewer { login } }", readAccount).catch(ignoreNotPermitted);
  return data ? loginOf(objectOf(data["viewer"])) : actionsBot;
}

/** The login; empty, which matches no author, if it is not a string. */
function loginOf({ login }: JsonObject): string {
  return typeof login === "string" ? login : "";
}
