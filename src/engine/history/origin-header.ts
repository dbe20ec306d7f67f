// The origin of a write in a request header, and in the versions that a service reports, with the run that a
// token proves. Read from outside: a field that is missing or wrong makes it no origin.
import { isObject, type Json, type JsonObject, parseJson } from "../model/json.ts";
import {
  maxOriginLength,
  type Origin,
  type ReportedDeletion,
  type ReportedVersion,
  type VerifiedRun,
} from "../model/origin.ts";

/** The versions in a response of the extension, newest first, without what cannot be read. */
export function reportedVersions(response: Json): readonly ReportedVersion[] {
  const versions = Array.isArray(response) ? response.flatMap(reportedVersion) : [];
  return versions.toSorted((one, other) => other.number - one.number);
}

function reportedVersion(version: Json): ReportedVersion[] {
  if (!isObject(version)) return [];
  const { number } = version;
  if (!Number.isSafeInteger(number)) return [];
  return [{ number: number as number, ...reportedState(version) }];
}

/** The deletions in a response of the extension, in its order, without what cannot be read. */
export function reportedDeletions(response: Json): readonly ReportedDeletion[] {
  if (!Array.isArray(response)) return [];
  return response.flatMap((deletion) => {
    if (!isObject(deletion)) return [];
    const { id, time } = deletion;
    if (typeof id !== "string" || typeof time !== "string" || Number.isNaN(Date.parse(time)))
      return [];
    return [{ id, time, ...reportedState(deletion) }];
  });
}

function reportedState(reported: JsonObject): Omit<ReportedVersion, "number"> {
  const { keyName, content } = reported;
  const origin = readOrigin(reported["origin"]);
  const verifiedRun = readVerifiedRun(reported["verifiedRun"]);
  return {
    ...(typeof keyName === "string" && { keyName }),
    ...(origin && { origin }),
    ...(verifiedRun && { verifiedRun }),
    ...(isObject(content) && { content }),
  };
}

type Check = (value: Json) => boolean;

const isText: Check = (value) => typeof value === "string" && value !== "";

const isCommit: Check = (value) =>
  typeof value === "string" && /^([\da-f]{40}|[\da-f]{64})$/.test(value);

/** What each field must be. */
const checks: Readonly<Record<keyof Origin, Check>> = {
  commit: isCommit,
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

/** The known fields of a verified run; undefined if one is missing or wrong. */
export function readVerifiedRun(value: Json | undefined): VerifiedRun | undefined {
  if (!isObject(value)) return undefined;
  const { repository = null, commit = null, runId } = value;
  if (!isText(repository) || !isCommit(commit)) return undefined;
  if (runId !== undefined && !isText(runId)) return undefined;
  return { repository, commit, ...(runId !== undefined && { runId }) } as VerifiedRun;
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
