// The parts of a reply that an assertion is about: the whole text, or what a JSONPath selects.
import { type Json, parseJson } from "../../model/json.ts";
import { type CheckLibraries, loaded, wholeReply } from "./check-libraries.ts";
import type { Verdict } from "../trials/trial.ts";

/** Why nothing can be selected, as a verdict. */
export interface NoSelection {
  readonly verdict: Verdict;
  readonly reason: string;
}

/**
 * The texts that a JSONPath selects: the strings among the matched values, and other scalars as
 * JSON. Matched objects and lists are not compared. A reply that is not JSON fails.
 */
export function selectTexts(
  reply: string,
  jsonPath: string,
  libraries: CheckLibraries,
): { readonly texts: readonly string[] } | NoSelection {
  if (jsonPath === wholeReply) return { texts: [reply] };
  const selection = selectValues(reply, jsonPath, libraries);
  return "reason" in selection ? selection : { texts: selection.values.flatMap(scalarTexts) };
}

/** The values that a JSONPath selects. A reply that is not JSON fails. */
export function selectValues(
  reply: string,
  jsonPath: string,
  libraries: CheckLibraries,
): { readonly values: readonly Json[] } | NoSelection {
  const value = parseJson(reply);
  if (jsonPath === wholeReply)
    return value === undefined ? notJson("The reply is not JSON.") : { values: [value] };
  const { compileJsonPath, jsonPathErrorText } = loaded(libraries.jsonPaths);
  try {
    const path = compileJsonPath(jsonPath, () => loaded(libraries.compilePattern));
    if (value === undefined) return notJson(`The reply is not JSON, which ${jsonPath} needs.`);
    const matches = path.query(value as Parameters<typeof path.query>[0]).values();
    return { values: matches as Json[] };
  } catch (error) {
    const reason = `Invalid JSONPath ${jsonPath}: ${jsonPathErrorText(error)}.`;
    return { verdict: "not measured", reason };
  }
}

function notJson(reason: string): NoSelection {
  return { verdict: "fail", reason };
}

function scalarTexts(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? [] : [JSON.stringify(value)];
}
