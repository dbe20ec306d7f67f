// What the environment sets for the calls of the providers, and which of it is secret.
import { isObject, parseJson } from "../model/json.ts";
import type { EnvironmentVariables } from "../model/ports.ts";
import { type ProviderFacts, providerFacts } from "./provider-facts.ts";

/** The texts of the variables of a provider. They are checked when it is called. */
export interface ProviderAccess {
  readonly key?: string | undefined;
  /** Sent as `Authorization: Bearer` in place of the key. */
  readonly token?: string | undefined;
  /** Can have a query. Defaults to the provider's public base URL. */
  readonly baseUrl?: string | undefined;
  /** More headers, as a JSON object. */
  readonly headers?: string | undefined;
  /** Another name of the field of the token limit. */
  readonly maxTokensField?: string | undefined;
}

/** Access to the providers. Without a row, a provider has only its public base URL. */
export type ProviderAccesses = { readonly [id in ProviderFacts["id"]]?: ProviderAccess };

/** The access to all providers comes from the environment only. */
export function providerAccess(env: EnvironmentVariables): ProviderAccesses {
  const valueOf = (variable: string | undefined): string | undefined =>
    variable === undefined ? undefined : env[variable]?.trim() || undefined;
  return Object.fromEntries(
    Object.values(providerFacts).map((facts) => [
      facts.id,
      {
        key: valueOf(facts.keyVariable),
        token: valueOf(facts.tokenVariable),
        baseUrl: valueOf(facts.baseUrlVariable),
        headers: valueOf(facts.headersVariable),
        maxTokensField: valueOf(facts.maxTokensField?.variable),
      },
    ]),
  );
}

/** The values of `parameters.provider` whose base URL the environment sets. */
export function customProviders(env: EnvironmentVariables): string[] {
  return Object.entries(providerFacts).flatMap(([name, { baseUrlVariable }]) =>
    env[baseUrlVariable] ? [name] : [],
  );
}

/** Whether a provider can be called: servers at other addresses may need no key. */
export function hasAccess({ key, token, baseUrl }: ProviderAccess = {}): boolean {
  return Boolean(key?.trim() || token?.trim() || baseUrl?.trim());
}

type Headers = Readonly<Record<string, string>>;

/** The headers by their names in lower case; undefined if the text is not an object of headers. */
export function parseHeaders(text: string | undefined): Headers | undefined {
  if (!text?.trim()) return {};
  const value = parseJson(text);
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const isValid = entries.every(
    ([name, each]) =>
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof each === "string" && /^[\x20-\x7e]+$/.test(each),
  );
  if (!isValid) return undefined;
  return Object.fromEntries(
    entries.map(([name, each]) => [name.toLowerCase(), String(each).trim()]),
  );
}

/** A base URL without its query and without a trailing slash, and the query with its `?`. */
export function splitQuery(baseUrl: string): readonly [url: string, query: string] {
  const at = baseUrl.indexOf("?");
  const [url, query] = at < 0 ? [baseUrl, ""] : [baseUrl.slice(0, at), baseUrl.slice(at)];
  return [url.replace(/\/+$/, ""), query];
}

/** The names of headers and parameters that identify the caller: another value, the same reply. */
const credential = /auth|key|token|secret|cookie|pass|credential|signature/i;

/** The names of headers whose values are ordinary words: who calls, and which version. */
const publicHeader = /(?:referer|title|agent|version|beta|organization|project)$/;

/** Shorter values are ordinary words. */
const minSecretLength = 8;

/** What the headers and the query change in replies: without the values that identify the caller. */
export function identityOf({ headers, baseUrl = "" }: ProviderAccess): Record<string, string> {
  const parameters = [...new URLSearchParams(splitQuery(baseUrl)[1])];
  return Object.fromEntries(
    [
      ...Object.entries(parseHeaders(headers) ?? {}),
      ...parameters.map(([n, v]) => [`?${n}`, v]),
    ].map(([name, value]) => [name!, credential.test(name!) ? "" : value!]),
  );
}

/** The secrets in the headers and the query. */
export function accessSecrets({ headers: text, baseUrl = "" }: ProviderAccess): string[] {
  const headers = parseHeaders(text);
  const parameters = [...new URLSearchParams(splitQuery(baseUrl)[1])];
  const values = [
    ...(headers ? [] : [text!]),
    ...Object.entries(headers ?? {})
      .filter(([name]) => !publicHeader.test(name))
      .flatMap(([, value]) => [value, value.replace(/^(?:Bearer|Basic) +/i, "")]),
    ...parameters.filter(([name]) => credential.test(name)).map(([, value]) => value),
  ];
  return [...new Set(values)].filter(({ length }) => length >= minSecretLength);
}
