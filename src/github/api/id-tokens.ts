// ID tokens of the run, which GitHub signs, in place of an API key of the service. Each is for one audience, and
// ends after some minutes.
import { wrongUsage } from "../../engine/model/failure.ts";
import { isObject, objectOf, parseJson } from "../../engine/model/json.ts";
import type { ReadKey } from "../../io/http/service-key.ts";
import { maskCommand } from "../../views/text/annotations.ts";
import { type GitHubCall, request } from "./api.ts";
import type { ActionRunner } from "./runner.ts";

interface IdToken {
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
}

/** A token that ends sooner is replaced. In milliseconds. */
const leastMs = 30_000;

/** `log`: that of the runner, without a mask. */
type TokenRunner = Pick<ActionRunner, "env" | "version" | "fetch" | "sleep" | "time" | "log">;

/** Returns a function that reads tokens for an audience. Throws a Failure if the run gets none. */
export function idTokenReader(runner: TokenRunner, audience: string): ReadKey {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = runner.env;
  if (!url || !token)
    throw wrongUsage("no-id-token", "The input api-key is oidc, but this run gets no ID tokens.", [
      "Give the job the permission id-token: write. Pull requests from forks never get it.",
    ]);
  const load = async (): Promise<IdToken> => {
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    const connection = { runner, fetch: await runner.fetch(), headers };
    const call: GitHubCall = {
      method: "GET",
      url: `${url}${url.includes("?") ? "&" : "?"}audience=${encodeURIComponent(audience)}`,
      purpose: { what: "get an ID token for the service", needs: "id-token: write" },
      isExpected: (body) => isObject(body) && isTokenText(body["value"]),
      isIdempotent: true,
    };
    const text = String(objectOf((await request(connection, call)).body)["value"]);
    runner.log(maskCommand(text));
    return { text, endsAt: endOf(text) };
  };
  let newest: Promise<IdToken> | undefined;
  return async (refused) => {
    const known = newest;
    const held = await known?.catch(() => undefined);
    if (held && held.text !== refused && held.endsAt - runner.time() > leastMs) return held.text;
    if (newest === known) newest = load(); // else another request of this run has asked meanwhile
    return (await newest!).text;
  };
}

function isTokenText(value: unknown): boolean {
  return typeof value === "string" && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value);
}

/** The claim `exp`. Without it, the token is used until the service refuses it. */
function endOf(text: string): number {
  const claims = parseJson(Buffer.from(text.split(".")[1]!, "base64url").toString());
  const { exp } = objectOf(claims);
  return typeof exp === "number" ? exp * 1000 : Infinity;
}
