// The parts of a reply that an assertion is about: the whole text, or what a JSONPath selects.
import { type Json, parseJson } from "../model/json.ts";
import { compileJsonPath, jsonPathErrorText } from "../rules/json-path.ts";
import { type CheckLibraries, loaded } from "./check-libraries.ts";
import type { Verdict } from "./trial.ts";

/** The path of the whole reply, which need not be JSON. */
export const wholeReply = "$";

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
  return "reason" in selection ? selection : { texts: selection.values.flatMap(scalarText) };
}

/** The values that a JSONPath selects. A reply that is not JSON fails. */
export function selectValues(
  reply: string,
  jsonPath: string,
  { compilePattern }: CheckLibraries,
): { readonly values: readonly Json[] } | NoSelection {
  try {
    const path = compileJsonPath(jsonPath, () => loaded(compilePattern));
    const value = parseJson(reply);
    if (value === undefined)
      return {
        verdict: "fail",
        reason: `The reply is not JSON${jsonPath === wholeReply ? "" : `, which ${jsonPath} needs`}.`,
      };
    const matches = path.query(value as Parameters<typeof path.query>[0]).values();
    return { values: matches as Json[] };
  } catch (error) {
    const reason = `Invalid JSONPath ${jsonPath}: ${jsonPathErrorText(error)}.`;
    return { verdict: "not measured", reason };
  }
}

function scalarText(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? [] : [JSON.stringify(value)];
}
