// Whose comments and issues are ours. Anybody can write a marker; only what the account of this
// token wrote is changed or believed.
import { isObject, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { isNotPermitted } from "./api-errors.ts";

/** The account of GITHUB_TOKEN; brackets cannot stand in the name of a person. */
const actionsBot = "github-actions[bot]";

const asking = { what: "say whose token this is", needs: "contents: read", gives: "login" };

/**
 * What of a list is our own. GET /user names the account of a personal token. Tokens of Apps, of
 * which GITHUB_TOKEN is one, may not ask that: for them GraphQL's viewer does, and where that is
 * not there either, it is the bot of GITHUB_TOKEN. Asked only where there is anything to tell apart.
 */
export async function filterOwn(
  api: GitHubApi,
  things: readonly JsonObject[],
): Promise<JsonObject[]> {
  if (things.length === 0) return [];
  const login = await ownLogin(api);
  return things.filter((each) => isWrittenBy(each, login));
}

/** Whether an account wrote it. */
export function isWrittenBy({ user }: JsonObject, login: string): boolean {
  const author = isObject(user) ? user["login"] : undefined;
  return typeof author === "string" && author.toLowerCase() === login.toLowerCase();
}

async function ownLogin(api: GitHubApi): Promise<string> {
  const user = await unlessForbidden(api.send("GET", "/user", asking));
  if (user) return loginOf(user);
  const data = await unlessForbidden(api.graphql("{ viewer { login } }", asking));
  return data ? loginOf(objectOf(data["viewer"])) : actionsBot;
}

/** Nobody's, where it is no name. */
function loginOf({ login }: JsonObject): string {
  return typeof login === "string" ? login : "";
}

/** The answer; undefined where the token may not ask that, or nothing is there to ask. */
async function unlessForbidden(answer: Promise<JsonObject>): Promise<JsonObject | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotPermitted(error)) return undefined;
    throw error;
  }
}
