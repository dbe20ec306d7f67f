// The parts of a reply that an assertion is about: the whole text, or what a JSONPath selects.
import { type Json, valueAt } from "../../model/json.ts";
import { numberText } from "../../model/number-texts.ts";
import { parseHeldJson } from "../../json/exact-json.ts";
import { type CheckLibraries, loaded, wholeReply } from "./check-libraries.ts";
import type { Verdict } from "../trials/trial.ts";

/** A value with the object or list that has it, and its key there. */
export interface SelectedValue {
  readonly value: Json;
  readonly holder: object;
  readonly key: string | number;
}

/** Why nothing can be selected, as a verdict. */
export interface NoSelection {
  readonly verdict: Verdict;
  readonly reason: string;
}

/**
 * The texts that a JSONPath selects: the strings among the matched values, and other scalars as
 * JSON, with all digits. Matched objects and lists are not compared. A reply that is not JSON fails.
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
): { readonly values: readonly SelectedValue[] } | NoSelection {
  const list = parseHeldJson(reply);
  if (jsonPath === wholeReply)
    return list
      ? { values: [{ value: list[0], holder: list, key: 0 }] }
      : notJson("The reply is not JSON.");
  const { compileJsonPath, jsonPathErrorText } = loaded(libraries.jsonPaths);
  try {
    const path = compileJsonPath(jsonPath, () => loaded(libraries.compilePattern));
    if (!list) return notJson(`The reply is not JSON, which ${jsonPath} needs.`);
    const matches = path.query(list[0] as Parameters<typeof path.query>[0]).nodes;
    const values = matches.map(({ value, location }) => {
      const place = [0, ...location];
      const holder = valueAt(list, place.slice(0, -1)) as object;
      return { value: value as Json, holder, key: place.at(-1)! };
    });
    return { values };
  } catch (error) {
    const reason = `Invalid JSONPath ${jsonPath}: ${jsonPathErrorText(error)}.`;
    return { verdict: "not measured", reason };
  }
}

function notJson(reason: string): NoSelection {
  return { verdict: "fail", reason };
}

function scalarTexts({ value, holder, key }: SelectedValue): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "object" && value !== null) return [];
  return [numberText(holder, key) ?? JSON.stringify(value)];
}
