// The API keys that `serve` accepts, from the environment. No message contains a part of a key.
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { type Json, parseJson } from "../../engine/model/json.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { isHeaderSafe } from "../../engine/text/api-key.ts";
import type { ApiKey } from "../../service/http/access/api-keys.ts";
import { type KeyScope, keyScopes } from "../../service/http/access/key-scopes.ts";
import { withFields } from "./row-fields.ts";
import { secretSource } from "./secret-files.ts";

const namedVariable = "PROMPTCTL_SERVE_NAMED_KEYS";

/**
 * The keys of PROMPTCTL_SERVE_NAMED_KEYS, and those of PROMPTCTL_SERVE_KEYS, which have no name and
 * the scope `write`. Without both, the key of PROMPTCTL_API_KEY. Throws a Failure if one is not valid.
 */
export function readServiceKeys(env: EnvironmentVariables): ApiKey[] {
  const source = secretSource(env, namedVariable);
  const named = readNamedKeys(env[namedVariable]?.trim(), source);
  const unnamed = readUnnamedKeys(env, named.length > 0);
  const both = named.find(({ key, scope }) => scope !== "write" && unnamed.includes(key));
  if (both)
    throw wrongKeys(
      `The key ${both.name} of ${source} is also in ${secretSource(env, "PROMPTCTL_SERVE_KEYS")}, whose keys have the scope write.`,
      "Remove it from one of them.",
    );
  const others = unnamed.filter((key) => named.every((each) => each.key !== key));
  return [...named, ...others.map((key): ApiKey => ({ key, scope: "write" }))];
}

/**
 * The keys of PROMPTCTL_SERVE_KEYS, separated by commas, or one on each line, so that a key can
 * contain a comma; else the key of PROMPTCTL_API_KEY.
 */
function readUnnamedKeys(env: EnvironmentVariables, hasNamed: boolean): string[] {
  const several = env["PROMPTCTL_SERVE_KEYS"]?.trim();
  const name = several ? "PROMPTCTL_SERVE_KEYS" : "PROMPTCTL_API_KEY";
  const value = several || (hasNamed ? undefined : env["PROMPTCTL_API_KEY"]);
  if (!value) return [];
  const separator = value.includes("\n") ? "\n" : ",";
  const keys = (several ? value.split(separator) : [value]).map((key) => key.trim());
  if (keys.every(isHeaderSafe)) return keys;
  throw wrongKeys(
    `${secretSource(env, name)} contains an invalid API key: empty, or with a character that no client can send in a header (line breaks and what is not printable ASCII).`,
    "Separate several keys with commas, or write each on a line of its own.",
  );
}

/** `source`: where the text is from, for messages. */
function readNamedKeys(
  text: string | undefined,
  source: string,
): (ApiKey & { readonly name: string })[] {
  if (!text) return [];
  const wrongNamedKeys = (what: string): Failure =>
    wrongKeys(
      `${source} ${what}.`,
      'Write [{"name": "ci", "scope": "read", "key": "…"}], with the scope read, run or write.',
    );
  const rows = parseJson(text);
  if (!Array.isArray(rows) || rows.length === 0)
    throw wrongNamedKeys("is not a JSON list of at least one key");
  const keys = rows.map((row: Json, index) => {
    const wrong = (what: string): Failure => wrongNamedKeys(`has ${what} in item ${index + 1}`);
    const { name, scope, key } = withFields(row, ["name", "scope", "key"], wrong);
    if (typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name))
      throw wrong("an invalid name (1 to 64 letters, digits, `.`, `_` and `-`)");
    if (!keyScopes.includes(scope as KeyScope))
      throw wrong(`a scope that is none of ${keyScopes.join(", ")}`);
    if (typeof key !== "string" || !isHeaderSafe(key))
      throw wrong(
        "an invalid key (empty, with spaces around it, or with a character that is not printable ASCII)",
      );
    return { name, scope: scope as KeyScope, key };
  });
  const isRepeated = ({ key }: ApiKey, index: number): boolean =>
    keys.findIndex((each) => each.key === key) < index;
  const repeated = keys.findIndex(isRepeated);
  if (repeated >= 0) throw wrongNamedKeys(`has the key of an earlier item in item ${repeated + 1}`);
  return keys;
}

function wrongKeys(message: string, hint: string): Failure {
  return wrongUsage("wrong-key-text", message, hint);
}

/** A shorter key can be guessed by trying, because wrong keys are not slowed down. */
const minKeyLength = 20;

/** A warning if keys are short; else empty. */
export function shortKeysWarning(keys: readonly ApiKey[]): string {
  const short = keys.filter(({ key }) => key.length < minKeyLength);
  if (short.length === 0) return "";
  const names = [...new Set(short.flatMap(({ name }) => name ?? []))];
  const which = names.length > 0 ? ` (${names.join(", ")})` : "";
  return `An API key has fewer than ${minKeyLength} characters${which} and can be guessed. Use long random keys, for example from: openssl rand -hex 32\n`;
}
