// Finds the comments and issues that this token's account wrote. Anybody can write a marker, so texts
// of other accounts are neither changed nor trusted.
import { type Json, type JsonObject, objectOf } from "../../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { ignoreNotPermitted } from "./api-errors.ts";

/** The account of GITHUB_TOKEN. Names of users cannot contain brackets. */
export const actionsBot = "github-actions[bot]";

const readAccount = {
  what: "read the account of the token",
  needs: "contents: read",
  gives: "login",
};

/**
 * Returns the items that this token's account wrote. The account is the author of `created`, an item
 * that it has just created. Otherwise it is requested if there are items.
 */
export async function filterOwn(
  api: GitHubApi,
  items: readonly JsonObject[],
  created?: JsonObject,
): Promise<JsonObject[]> {
  if (items.length === 0) return [];
  const login = await ownLogin(api, created);
  return items.filter((item) => isWrittenBy(item, login));
}

/**
 * The login of this token's account: the author of `created`, an item that it has just created, or
 * requested once for each API without one. A request that failed is sent again.
 */
export async function ownLogin(api: GitHubApi, created?: JsonObject): Promise<Json | undefined> {
  if (created) return objectOf(created["user"])["login"];
  const known = requestedLogins.get(api);
  if (known) return known;
  const requested = requestLogin(api);
  requestedLogins.set(api, requested);
  requested.catch(() => requestedLogins.delete(api));
  return requested;
}

const requestedLogins = new WeakMap<GitHubApi, Promise<Json | undefined>>();

/**
 * GET /user returns the account of a personal token. Tokens of GitHub Apps, such as GITHUB_TOKEN, are
 * not permitted to call it: for them GraphQL's viewer returns the account. If that is not available,
 * the account is that of GITHUB_TOKEN.
 */
async function requestLogin(api: GitHubApi): Promise<Json | undefined> {
  const user = await api.send("GET", "/user", readAccount).catch(ignoreNotPermitted);
  if (user) return user["login"];
  const data = await api.graphql("{ viewer { login } }", readAccount).catch(ignoreNotPermitted);
  return data ? objectOf(data["viewer"])["login"] : actionsBot;
}

/** Whether an account wrote an item. GitHub ignores case in logins. */
export function isWrittenBy({ user }: JsonObject, login: Json | undefined): boolean {
  const author = objectOf(user)["login"];
  if (typeof author !== "string" || typeof login !== "string") return false;
  return author.toLowerCase() === login.toLowerCase();
}
