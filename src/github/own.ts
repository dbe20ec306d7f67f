// Whose comments and issues are ours. Anybody can write a marker; only what the account of this
// token wrote is changed or believed.
import { isObject, type JsonObject } from "../engine/json.ts";
import type { Api } from "./api.ts";
import { isLackOfRights } from "./api-failures.ts";

/** The account of GITHUB_TOKEN; brackets cannot stand in the name of a person. */
const actionsBot = "github-actions[bot]";

const asking = { what: "say whose token this is", needs: "contents: read" };

/**
 * What of a list is our own. GET /user names the account of a personal token. Tokens of Apps, of
 * which GITHUB_TOKEN is one, may not ask that: for them GraphQL's viewer does, and where that is
 * not there either, it is the bot of GITHUB_TOKEN. Asked only where there is anything to tell apart.
 */
export async function ownOf(api: Api, things: readonly JsonObject[]): Promise<JsonObject[]> {
  if (things.length === 0) return [];
  const login = await ownLogin(api);
  return things.filter((each) => isBy(each, login));
}

/** Whether an account wrote it. */
export function isBy({ user }: JsonObject, login: string): boolean {
  const author = isObject(user) ? user["login"] : undefined;
  return typeof author === "string" && author.toLowerCase() === login.toLowerCase();
}

async function ownLogin(api: Api): Promise<string> {
  const user = await orNothing(api.send("GET", "/user", asking));
  if (typeof user["login"] === "string") return user["login"];
  const { data } = await orNothing(api.graphql("{ viewer { login } }", asking));
  const viewer = isObject(data) && isObject(data["viewer"]) ? data["viewer"] : {};
  return typeof viewer["login"] === "string" ? viewer["login"] : actionsBot;
}

/** The answer, or an empty one where the token may not ask that or nothing is there to ask. */
async function orNothing(answer: Promise<unknown>): Promise<JsonObject> {
  try {
    const found = await answer;
    return isObject(found) ? found : {};
  } catch (error) {
    if (isLackOfRights(error)) return {};
    throw error;
  }
}
