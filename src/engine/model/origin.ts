// The origin of a write: the commit and the file that a client says it sent. It is a claim, shown as
// one: nothing is permitted because of it.
import { isObject, type Json, type JsonObject, parseJson } from "./json.ts";

/** The request header with the origin, where the service announces the extension `origin`. */
export const originHeader = "X-Promptctl-Origin";

/** The longest header, in characters. */
export const maxOriginLength = 2048;

export interface Origin {
  /** The hash of the commit, in lower-case hexadecimal. */
  readonly commit: string;
  /** Whether files of the project differed from the commit, or git could not tell. */
  readonly dirty: boolean;
  /** The file of the definition, from the root of the repository. */
  readonly path?: string;
  /** The address of the repository, without userinfo, query and fragment. */
  readonly repository?: string;
  /** The branch or tag, as the CI system names it. */
  readonly ref?: string;
  readonly pullRequest?: number;
  /** The address of the CI run, as that of the repository. */
  readonly run?: string;
}

/** What a service reports about a version of a resource, as far as it can be read. */
export interface ReportedVersion {
  readonly number: number;
  readonly keyName?: string;
  readonly origin?: Origin;
  /** The body of the resource, as responses have it. */
  readonly content?: JsonObject;
}

/** The versions in a response of the extension, newest first, without what cannot be read. */
export function reportedVersions(response: Json): readonly ReportedVersion[] {
  return Array.isArray(response) ? response.flatMap(reportedVersion) : [];
}

function reportedVersion(version: Json): ReportedVersion[] {
  if (!isObject(version)) return [];
  const { number, keyName, content } = version;
  if (!Number.isSafeInteger(number)) return [];
  const origin = readOrigin(version["origin"]);
  return [
    {
      number: number as number,
      ...(typeof keyName === "string" && { keyName }),
      ...(origin && { origin }),
      ...(isObject(content) && { content }),
    },
  ];
}

type Check = (value: Json) => boolean;

const isText: Check = (value) => typeof value === "string" && value !== "";

/** What each field must be. */
const checks: Readonly<Record<keyof Origin, Check>> = {
  commit: (value) => typeof value === "string" && /^([\da-f]{40}|[\da-f]{64})$/.test(value),
  dirty: (value) => typeof value === "boolean",
  path: isText,
  repository: (value) => typeof value === "string" && publicAddress(value) === value,
  ref: isText,
  pullRequest: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  run: (value) => typeof value === "string" && publicAddress(value) === value,
};

const required: readonly string[] = ["commit", "dirty"] satisfies (keyof Origin)[];

/** The known fields of an origin; undefined if one is missing or wrong. */
export function readOrigin(value: Json | undefined): Origin | undefined {
  if (!isObject(value)) return undefined;
  const isValid = Object.entries(checks).every(([field, check]) => {
    const given = value[field];
    return given === undefined ? !required.includes(field) : check(given);
  });
  if (!isValid) return undefined;
  const known = Object.keys(checks).filter((field) => value[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, value[field]])) as unknown as Origin;
}

/** The origin in a header; undefined if it is too long, no JSON or not valid. */
export function parseOriginHeader(text: string): Origin | undefined {
  if (text.length > maxOriginLength || !/^[ -~]*$/.test(text)) return undefined;
  return readOrigin(parseJson(text));
}

/** The order in which fields are left out of a header that would be too long. */
const dispensable = ["run", "pullRequest", "ref", "repository", "path"] as const;

/** The origin as a header of ASCII JSON, without the fields that would make it too long. */
export function originHeaderText(origin: Origin): string {
  const fields: { -readonly [Field in keyof Origin]: Origin[Field] } = { ...origin };
  let text = asciiJson(fields);
  for (const field of dispensable) {
    if (text.length <= maxOriginLength) break;
    delete fields[field];
    text = asciiJson(fields);
  }
  return text;
}

function asciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** An address of http or https without userinfo, query and fragment; undefined for another one. */
export function publicAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  return origin + pathname.replace(/\/+$/, "");
}
